/** Returns whether a row takes part. If no row is named, all rows take part. */
export function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(name);
}
