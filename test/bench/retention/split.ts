export type Split = 'tuning' | 'heldout';

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Which half a transcript belongs to: the one that rules may be tuned on, or the one kept aside for reporting.
 * By the file's base name alone, so that the halves were fixed before any rule was written and stay fixed
 * when files are added: FNV-1a (32 bits, over the name's UTF-8 bytes), even → tuning, odd → held out.
 */
export function splitOf(path: string): Split {
  return splitOfName(baseName(path));
}

/** The same for a name that is no path, or for a labelled sentence. */
export function splitOfName(name: string): Split {
  return fnv1a(name) % 2 === 0 ? 'tuning' : 'heldout';
}

/** FNV-1a, 32 bits, unsigned. Source: Fowler, Noll and Vo. */
export function fnv1a(text: string): number {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
