/** Two memories are the same when they differ only in case, spaces and the punctuation at the end. */
export function memoryKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
}
