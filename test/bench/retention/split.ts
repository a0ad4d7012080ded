export type Split = 'tuning' | 'heldout';

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Returns the half that a transcript belongs to: tuning (may be used to make rules) or held out (only for reports). The
 * half depends only on the base name of the file. So the halves were fixed before any rule was written, and stay fixed
 * when files are added. If the FNV-1a hash (32 bits, over the UTF-8 bytes of the name) is even, the half is tuning. If
 * the hash is odd, the half is held out.
 */
export function splitOf(path: string): Split {
  return splitOfName(baseName(path));
}

/** Returns the half for a name that is not a path, or for a labelled sentence. */
export function splitOfName(name: string): Split {
  return fnv1a(name) % 2 === 0 ? 'tuning' : 'heldout';
}

/** Returns the unsigned 32-bit FNV-1a hash. Source: Fowler, Noll and Vo. */
export function fnv1a(text: string): number {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
