import { counted } from '../../core/text/counted.ts';

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
  /** Whether errors appeared. If false, the file's last error disappeared. */
  readonly isNew: boolean;
}

/** The maximum number of files that a report describes one by one. */
const MOST_FILES = 5;

/** The errors that were reported, and the errors that were present when they last settled. */
export class ReportedErrors {
  #reported: ErrorsByFile;
  #settled: ErrorsByFile;

  /** Counts the present errors as reported. */
  constructor(present: ErrorsByFile) {
    this.#reported = present;
    this.#settled = present;
  }

  /** Sets the errors that have settled. Returns whether errors appeared or disappeared. */
  update(settled: ErrorsByFile): boolean {
    const isChanged = errorChanges(this.#settled, settled).length > 0;
    this.#settled = settled;
    return isChanged;
  }

  /**
   * Returns the changes since the last report: those of the first few files, and a summary of the changes of all other
   * files. Leaves out errors that appeared after that report and disappeared again, even if they had settled and are
   * missing only from `present`.
   */
  report(present: ErrorsByFile): readonly Omit<ErrorChange, 'isNew'>[] {
    const errors = new Map<string, readonly FileError[]>();
    for (const path of new Set([...this.#reported.keys(), ...this.#settled.keys()])) {
      const of = (state: ErrorsByFile): readonly FileError[] => state.get(path) ?? [];
      const left = errorsToReport(of(this.#reported), of(this.#settled), of(present));
      if (left.length > 0) errors.set(path, left);
    }
    const changes = errorChanges(this.#reported, errors);
    this.#reported = errors;
    return withFewFiles(changes);
  }
}

/**
 * Returns the errors of a file that count as reported after a report: the settled errors, without new ones that are no
 * longer present. If no settled error is left but the file has another error, returns the errors that were reported
 * before, so that the report does not say that the file has no errors.
 */
function errorsToReport(
  reported: readonly FileError[],
  settled: readonly FileError[],
  present: readonly FileError[],
): readonly FileError[] {
  const added = new Set(newErrors(reported, settled));
  const gone = new Set(newErrors(present, settled));
  const left = settled.filter((error) => !added.has(error) || !gone.has(error));
  return left.length === 0 && present.length > 0 ? reported : left;
}

/** Returns the changes of the first few files, those with new errors first, and a summary of the other changes. */
function withFewFiles(changes: readonly ErrorChange[]): readonly Omit<ErrorChange, 'isNew'>[] {
  const ordered = [...changes.filter(({ isNew }) => isNew), ...changes.filter(({ isNew }) => !isNew)];
  const shown = ordered.slice(0, MOST_FILES);
  const others = ordered.slice(MOST_FILES);
  const added = others.filter(({ isNew }) => isNew).length;
  const gone = others.length - added;
  const summary = [
    ...(added === 0 ? [] : [`errors appeared in ${counted(added, 'more file')}`]),
    ...(gone === 0 ? [] : [`no errors any more in ${counted(gone, 'more file')}`]),
  ];
  return summary.length === 0 ? shown : [...shown, { path: '', text: summary.join(', ') }];
}

/**
 * Returns a line for each file in which new errors appeared, and for each file whose last error disappeared. An error
 * that only moved to another line is not new.
 */
export function errorChanges(before: ErrorsByFile, now: ErrorsByFile): readonly ErrorChange[] {
  const paths = [...new Set([...before.keys(), ...now.keys()])];
  return paths.flatMap((path): readonly ErrorChange[] => {
    const old = before.get(path) ?? [];
    const errors = now.get(path) ?? [];
    const [first, ...others] = newErrors(old, errors);
    if (first !== undefined) {
      const count = others.length === 0 ? 'an error' : `${others.length + 1} errors`;
      const text = `${count} appeared in ${path}: line ${first.line}: ${first.message}`;
      return [{ path, text, isNew: true }];
    }
    if (old.length === 0 || errors.length > 0) return [];
    return [{ path, text: `no errors in ${path} any more`, isNew: false }];
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
