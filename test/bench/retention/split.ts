export type Split = 'tuning' | 'heldout';

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Returns a transcript's half: tuning (rules may be made with it) or held out (only for reports). It depends only on
 * the file's base name, so the halves were fixed before any rule was written and stay fixed when files are added:
 * FNV-1a (32 bits, over the name's UTF-8 bytes), even → tuning, odd → held out.
 */
export function splitOf(path: string): Split {
  return splitOfName(baseName(path));
}

/** Returns the half for a name that is not a path, or for a labelled sentence. */
export function splitOfName(name: string): Split {
  return fnv1a(name) % 2 === 0 ? 'tuning' : 'heldout';
}

/** Returns the FNV-1a hash, 32 bits, unsigned. Source: Fowler, Noll and Vo. */
export function fnv1a(text: string): number {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
