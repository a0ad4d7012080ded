import { framesIn } from '../text/stackTrace.ts';

/**
 * Matches an error message that begins with a file and a position, as compilers, linters and Go's tests print it. The
 * form is that of the GNU Coding Standards (4.4, "Formatting Error Messages") or of Microsoft's tools. Warnings, notes
 * and stack frames do not match.
 */
const AT_PLACE =
  /^(?:[A-Za-z]:)?[^\s:(]*\.\w+(?::\d+(?:[:.-]\d+)*|\(\d+(?:,\d+)?\)): (?!(?:warning|note|info|hint|help)\b|in \S+$)\S/iu;
/**
 * Matches a line that names a failed test or says why it failed, as Go, TAP, pytest, Jest, Rust and others print it.
 */
const OF_A_TEST = /^(?:--- FAIL: |not ok \d|E {2,}(?!\+ )\S|● |[✗✖✕×] |thread '.*' panicked )/u;
const EXCEPTION = /^(?:Uncaught )?[\w$.]*(?:Error|Exception)\b(?: \[\w+\])?: \S/u;
const ERROR =
  /\b(?:error|err|fail(?:ed|ing|ures?|s)?|fatal|panic|exception|traceback|cannot|can't|undefined|unexpected|not found|no such|denied|refused|timed? ?out|invalid|missing)\b|Error:|✗|✖|✕/iu;
/**
 * Matches a message that is certainly an error of a compiler or checker, since it has a place or a code: `a.ts(3,1):
 * error TS2304: …`, `a.c:3:5: fatal error: …`, `error[E0308]: …`. Does not match `error: …`, which may be a figure, or
 * `TypeError: …`, which a program may print after it handled the error.
 */
const ERROR_MESSAGE =
  /^(?:(?:[A-Za-z]:)?[^\s:(]*\.\w+(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))(?:: | - )(?:fatal )?error(?: [A-Z]+\d+|\[\w+\])?: \S|error(?: [A-Z]+\d+|\[[A-Z]+\d+\]): \S)/u;
/** Matches expected and actual values of a test: Jest, Vitest, Chai, Rust. */
const COMPARED_VALUE = /^(?:expected|received|actual|got|want|left|right)(?: \w+)?: +\S/iu;
/** Matches lines of package managers and build tools that report a failed command without the reason. */
const FROM_PACKAGE_MANAGER =
  /^(?:npm (?:ERR!|error) (?:code ELIFECYCLE|errno \d|Exit status|Lifecycle script|Failed at|path |workspace |location |command |This is probably not)|(?:\[?ERROR\]? +)?ELIFECYCLE\b|error Command failed|error: script "|make(?:\[\d+\])?: \*\*\*|Command failed with exit code)/u;
/** Matches a linter's finding below the line that names its file, as in the usual reports of ESLint and stylelint. */
const BELOW_FILE = /^\d+:\d+ +\S/u;
/** Matches a file name alone on its line, or after one or two words. */
const FILE_ALONE = /^(?:[\w[\]]+ ){0,2}(?:[A-Za-z]:)?[^\s:]*[^\s:/\\.]\.[A-Za-z]\w{0,7}$/u;
const FIGURE =
  /\b\d+ (?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|warnings?|tests?|files? changed|insertions|deletions|problems?|skipped|issues?)\b|^FAILED \(|^(?:\[\w+\] )?Tests?(?: run)?:|^[#ℹ] (?:pass|fail) \d|^Done in\b|^\[\S+ [0-9a-f]{7,}\]|^Commit [0-9a-f]{7,40}\s/iu;
/**
 * Matches the line of one package or test file: `ok`, `PASS`. Case matters, since a sentence may begin with “Pass” or
 * “Fail”.
 */
const OF_A_FILE = /^(?:ok|FAIL|PASS)\s/u;
const DURATION = /\d+(?:\.\d+)? ?(?:ms|s|min)\b/gu;
/**
 * Matches a line that reports failures. Problems that a tool fixed and issues that it only lists are not failures. The
 * exit code is not enough: in a pipeline, only the last program sets the exit code.
 */
const COUNT_OF_FAILURES =
  /^FAIL|--- FAIL|✗|✖|(?<!\b[Ff]ixed )\b[1-9]\d* (?:fail(?:ed|ing|ures?)?|errors?)\b(?! fixed| \(\d+ fixed, 0 remaining)|^\s*(?:[Ff]ound )?[1-9]\d* (?:issues?|problems?)\b(?! fixed| \(\d+ fixed, 0 remaining)|\b(?:[Ff]ail(?:ed|ures?)?|[Ee]rrors?)(?:[=:] ?| )[1-9]/u;

/** The number of characters that are examined of a line. */
const LOOKED_AT = 400;

/**
 * Returns the indexes of at most `most` lines of an output that say what went wrong, without duplicates. Lines with a
 * location and a reason, as from a compiler or a test, come first. Then come lines that only report a failure, with one
 * frame of each stack trace. The lines that package managers add come last.
 */
export function errorLineIndexes(lines: readonly string[], most: number): readonly number[] {
  const diagnostics = new Map<string, number>();
  const others = new Map<string, number>();
  const fromPackageManager = new Map<string, number>();
  let file: readonly [line: string, place: number] | undefined;
  const { shown, leftOut } = framesIn(lines);
  for (const [place, line] of lines.entries()) {
    if (leftOut.has(place)) continue;
    const text = line.trim().slice(0, LOOKED_AT);
    if (FILE_ALONE.test(text)) file = [text, place];
    if (FROM_PACKAGE_MANAGER.test(text)) note(fromPackageManager, text, place);
    else if (isDiagnostic(text)) note(diagnostics, text, place);
    else if (shown.has(place) || ERROR.test(text) || COMPARED_VALUE.test(text)) {
      if (file !== undefined && BELOW_FILE.test(text)) note(others, ...file);
      note(others, text, place);
    }
  }
  return [...diagnostics.values(), ...others.values(), ...fromPackageManager.values()].slice(0, most);
}

function note(group: Map<string, number>, line: string, place: number): void {
  if (!group.has(line)) group.set(line, place);
}

/**
 * Returns the first lines, at most `most`, that consist of a file name, or of one or two words and a file name. Used
 * for failures without an explanation.
 */
export function linesOfFiles(lines: readonly string[], most: number): readonly string[] {
  return lines.filter((line) => FILE_ALONE.test(line.trimEnd().slice(0, LOOKED_AT))).slice(0, most);
}

function isDiagnostic(line: string): boolean {
  return AT_PLACE.test(line) || OF_A_TEST.test(line) || EXCEPTION.test(line);
}

/** Returns whether a line sums up a result, e.g. tests passed, files changed, a test file's `ok`, or a new commit. */
export function isFigure(line: string): boolean {
  const text = line.trim().slice(0, LOOKED_AT);
  return FIGURE.test(text) || OF_A_FILE.test(text);
}

/** Returns whether all counts in a line are zero, e.g. for a package without tests. Ignores durations. */
export function countsNothing(figure: string): boolean {
  const counts = figure.slice(0, LOOKED_AT).replace(DURATION, '');
  return counts.includes('0') && !/[1-9]/u.test(counts);
}

/** Returns whether a line of an output is certainly an error of a compiler, or a build tool's report on a failure. */
export function isErrorMessage(line: string): boolean {
  const text = line.slice(0, LOOKED_AT);
  return ERROR_MESSAGE.test(text) || FROM_PACKAGE_MANAGER.test(text);
}

/** Returns whether a line with a count reports a failure. */
export function reportsFailure(figure: string): boolean {
  return COUNT_OF_FAILURES.test(figure);
}
