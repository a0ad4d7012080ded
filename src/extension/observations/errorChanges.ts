export interface FileError {
  /** The line number, starting at 1. */
  readonly line: number;
  readonly message: string;
}

/** The errors in each file. The keys are the files' paths. */
export type ErrorsByFile = ReadonlyMap<string, readonly FileError[]>;

export interface ErrorChange {
  readonly path: string;
  readonly text: string;
}

/** The errors that were reported, and the present errors. */
export class ReportedErrors {
  #reported: ErrorsByFile;
  #present: ErrorsByFile;

  /** Counts the present errors as reported. */
  constructor(present: ErrorsByFile) {
    this.#reported = present;
    this.#present = present;
  }

  /** Sets the present errors. */
  update(present: ErrorsByFile): void {
    this.#present = present;
  }

  /** Returns the changes since the last report. Leaves out errors that appeared and disappeared in the meantime. */
  report(): readonly ErrorChange[] {
    const changes = errorChanges(this.#reported, this.#present);
    this.#reported = this.#present;
    return changes;
  }
}

/**
 * Returns a line for each file in which new errors appeared, and for each file whose last error disappeared. An error
 * that only moved to another line is not new.
 */
export function errorChanges(before: ErrorsByFile, now: ErrorsByFile): readonly ErrorChange[] {
  const paths = [...new Set([...before.keys(), ...now.keys()])];
  return paths.flatMap((path) => {
    const old = before.get(path) ?? [];
    const errors = now.get(path) ?? [];
    const [first, ...others] = newErrors(old, errors);
    if (first !== undefined) {
      const count = others.length === 0 ? 'an error' : `${others.length + 1} errors`;
      return [{ path, text: `${count} appeared in ${path}: line ${first.line}: ${first.message}` }];
    }
    return old.length > 0 && errors.length === 0 ? [{ path, text: `no errors in ${path} any more` }] : [];
  });
}

/**
 * Returns the errors that are new. Each old error is matched with one present error that has the same message: on the
 * same line if there is one, otherwise on any line of the file.
 */
function newErrors(old: readonly FileError[], errors: readonly FileError[]): readonly FileError[] {
  const left = [...old];
  const remove = (matches: (error: FileError) => boolean): boolean => {
    const at = left.findIndex(matches);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const changed = errors.filter(
    (error) => !remove(({ line, message }) => line === error.line && message === error.message),
  );
  return changed.filter(({ message }) => !remove((error) => error.message === message));
}
