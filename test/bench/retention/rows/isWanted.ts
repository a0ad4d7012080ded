/** Returns whether a row takes part; all do if none is named. */
export function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(name);
}
