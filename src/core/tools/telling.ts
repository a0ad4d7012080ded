/**
 * A place in a file and what is wrong there, in the form of the GNU Coding Standards (4.4, "Formatting Error Messages")
 * or of Microsoft's tools, as compilers, linters and Go's tests print it; what is no error, and a frame of a stack, aside.
 */
const AT_PLACE =
  /^(?:[A-Za-z]:)?[^\s:(]*\.\w+(?::\d+(?:[:.-]\d+)*|\(\d+(?:,\d+)?\)): (?!(?:warning|note|info|hint|help)\b|in \S+$)\S/iu;
/** How test programs begin the line of a test that failed, or of what it found: Go, TAP, pytest, Jest, Rust and others. */
const OF_A_TEST = /^(?:--- FAIL: |not ok \d|E {2,}(?!\+ )\S|● |[✗✖✕×] |thread '.*' panicked )/u;
const EXCEPTION = /^(?:Uncaught )?(?:[\w$]+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: \S/u;
const ERROR =
  /\b(?:error|err|fail(?:ed|ing|ures?|s)?|fatal|panic|exception|traceback|cannot|can't|undefined|unexpected|not found|no such|denied|refused|timed? ?out|invalid|missing)\b|Error:|✗|✖|✕/iu;
const FIGURE =
  /\b\d+ (?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|warnings?|tests?|files? changed|insertions|deletions|problems?|skipped|issues?)\b|^(?:ok|FAIL|PASS)\s|^FAILED \(|^(?:\[\w+\] )?Tests?(?: run)?:|^[#ℹ] (?:pass|fail) \d|^Done in\b|^\[\S+ [0-9a-f]{7,}\]|^Commit [0-9a-f]{7,40}\s/iu;
/** A figure that tells of a failure, whatever the exit code: a pipe's is its last program's. */
const FAILED =
  /^FAIL|--- FAIL|✗|✖|\b[1-9]\d* (?:fail(?:ed|ing|ures?)?|errors?)\b|\b(?:[Ff]ail(?:ed|ures?)?|[Ee]rrors?)(?:[=:] ?| )[1-9]/u;

/** Characters of a line that are looked at: what it is stands at its beginning. */
const LOOKED_AT = 400;

/**
 * The places of the lines of an output that say what went wrong, at most so many, none that says the same as another:
 * those first that say where and what, as a compiler or a test does, then those that say only that something did.
 */
export function tellingPlaces(lines: readonly string[], most: number): readonly number[] {
  const diagnostics = new Map<string, number>();
  const others = new Map<string, number>();
  for (const [place, line] of lines.entries()) {
    const own = line.trim().slice(0, LOOKED_AT);
    const group = isDiagnostic(own) ? diagnostics : ERROR.test(own) ? others : undefined;
    if (group?.has(own) === false) group.set(own, place);
  }
  return [...diagnostics.values(), ...others.values()].slice(0, most);
}

function isDiagnostic(line: string): boolean {
  return AT_PLACE.test(line) || OF_A_TEST.test(line) || EXCEPTION.test(line);
}

/** Whether a line tells how many: tests passed, files changed. */
export function isFigure(line: string): boolean {
  return FIGURE.test(line.trim().slice(0, LOOKED_AT));
}

/** Whether a figure tells of a failure. */
export function tellsFailure(figure: string): boolean {
  return FAILED.test(figure);
}
