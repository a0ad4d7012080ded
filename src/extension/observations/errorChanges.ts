/** The messages of the errors in each file, by its path. */
export type ErrorsByFile = ReadonlyMap<string, readonly string[]>;

export interface ErrorChange {
  readonly path: string;
  readonly text: string;
}

/** Returns a line for each file in which errors appeared or the last ones disappeared. */
export function errorChanges(before: ErrorsByFile, now: ErrorsByFile): readonly ErrorChange[] {
  const paths = [...new Set([...before.keys(), ...now.keys()])];
  return paths.flatMap((path) => {
    const old = before.get(path) ?? [];
    const errors = now.get(path) ?? [];
    const fresh = errors.filter((message) => !old.includes(message));
    if (fresh.length > 0) return [{ path, text: appeared(path, fresh) }];
    return old.length > 0 && errors.length === 0 ? [{ path, text: `no errors in ${path} any more` }] : [];
  });
}

function appeared(path: string, messages: readonly string[]): string {
  const count = messages.length === 1 ? 'an error' : `${messages.length} errors`;
  return `${count} appeared in ${path}: ${messages[0] ?? ''}`;
}
