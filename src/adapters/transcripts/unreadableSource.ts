/** Thrown for a folder, a pipe or a device, and for a database that SQLite can't open. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
}
