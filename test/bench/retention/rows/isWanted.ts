/** Whether a row takes part: all do where none is named. */
export function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(name);
}
