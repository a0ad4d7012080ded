/** A folder, a pipe or a device, of which nothing is read, or a database that SQLite does not open. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
}
