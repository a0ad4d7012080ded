/** The printed form of stack frames, and the lines that belong to each frame. */
interface FrameForm {
  readonly frame: RegExp;
  /** Matches the function's name on the line before. */
  readonly before?: RegExp;
  /** Whether the lines after the frame show the code. */
  readonly hasCode?: true;
  /** Whether the innermost call is last. */
  readonly isNewestLast?: true;
}

const FORMS: readonly FrameForm[] = [
  // Matches frames of JavaScript, Java, Kotlin, Scala and C#. Also matches frames of Rust, which have the function's
  // name on the line above.
  {
    frame:
      /^\s*(?:at (?:async )?\S.*?(?::\d+:\d+|:\d+\)|\((?:native|Native Method|Unknown Source|<anonymous>|index \d+)\)|:line \d+)|\.\.\. \d+ (?:more|lines matching .*))$/u,
    before: /^\s*\d+: +\S/u,
  },
  // Matches frames of Python, and the short form of pytest.
  {
    frame: /^\s*(?:File "[^"]+", line \d+(?:, in .+)?|\S+\.py:\d+: in \S+)$/u,
    hasCode: true,
    isNewestLast: true,
  },
  // Matches frames of Go.
  {
    frame: /^\s*\S+\.(?:go|s):\d+(?: \+0x[\da-f]+)$/u,
    before: /^\s*(?:created by )?(?:[^\s(]+\(.*\)|\S+ in goroutine \d+)$/u,
  },
  // Matches frames of Ruby.
  { frame: /^\s*(?:\d+: )?(?:from )?\S+:\d+:in [`'].+'$/u },
  // Matches frames of PHP and GDB.
  { frame: /^\s*#\d+ +(?:\{main\}|\S.*(?:\(\d+\): \S.*| at \S+:\d+))$/u },
];

/** Matches locations in a runtime, a library or a test program, i.e. not in the project's code. */
const FOREIGN =
  /node_modules|\bnode:|\(<anonymous>\)|[ (]internal\/|(?:site|dist)-packages|\/lib\/(?:python|ruby)|\/usr\/(?:local\/)?(?:lib|go|include|share)\b|\/rustc\/|\.cargo\/|\/gems\/|\/vendor\/|\/pkg\/mod\/|\bat (?:java|javax|jdk|sun|kotlin|scala|org\.junit|System|Microsoft|Xunit|NUnit)\b[./]|\((?:native|Native Method|Unknown Source)\)|^\s*\.\.\. |\{main\}|^\s*File "<|\/runtime\/\w+\.(?:go|s):/u;
/** Matches lines that announce a stack trace. */
const TELLS_ERROR =
  /error|exception|failure|panic|fault|fatal|\bexpect(?:ed)?\b|trace(?:back)?\b|^\s*(?:caused by|suppressed):|^goroutine \d+ \[|^E {2,}/iu;
/** The maximum number of lines of an error message before the frames. Test programs print a diff or code there. */
const MESSAGE_LINES = 20;
/** Matches the error after the last frame. */
const ERROR_LINE = /^\s*[\w.]*(?:Error|Exception|Warning|Interrupt|Exit|Failure)\b|^E {2,}/u;
/** Matches the line of marks below a frame's code, which underlines a part of the code. */
const MARKER_LINE = /^\s*[~^]+$/u;
/** The minimum number of frames of a stack trace. A single frame may be only the mention of a location. */
const LEAST_FRAMES = 2;
/** The maximum number of characters of a line that are examined. */
const LONGEST_LINE = 400;
/** Replaces the end of a long line; no frame or name ends like this. */
const CUT = ' …';

interface Frame {
  readonly form: FrameForm;
  readonly at: number;
  /** The first and the last line of the frame, including the function's name and the code. */
  readonly from: number;
  readonly to: number;
}

/** The frames of stack traces, as indexes of lines. */
export interface FramesOfTraces {
  /**
   * For each trace, the innermost frame in the project's code, which shows where the error came from. If no frame is in
   * the project's code, the innermost frame.
   */
  readonly shown: ReadonlySet<number>;
  /** All lines of the other frames. */
  readonly leftOut: ReadonlySet<number>;
}

/** Returns the frames of all stack traces that belong to an error. Takes linear time. */
export function framesIn(given: readonly string[]): FramesOfTraces {
  const lines = given.map((line) =>
    line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}${CUT}` : line,
  );
  const shown = new Set<number>();
  const leftOut = new Set<number>();
  for (const trace of tracesIn(lines)) {
    const innermost = innermostOf(trace, lines);
    if (innermost !== undefined) shown.add(innermost);
    for (const { at, from, to } of trace)
      if (at !== innermost) for (let place = from; place <= to; place += 1) leftOut.add(place);
  }
  return { shown, leftOut };
}

function innermostOf(trace: readonly Frame[], lines: readonly string[]): number | undefined {
  const inward = trace[0]?.form.isNewestLast === true ? trace.toReversed() : trace;
  return (inward.find(({ at }) => !FOREIGN.test(lines[at] ?? '')) ?? inward[0])?.at;
}

function tracesIn(lines: readonly string[]): readonly (readonly Frame[])[] {
  const traces: Frame[][] = [];
  for (const [at, line] of lines.entries()) {
    const form = FORMS.find(({ frame }) => frame.test(line));
    if (form === undefined) continue;
    const frame = frameAt(lines, at, form);
    const open = traces.at(-1);
    const last = open?.at(-1);
    if (last?.form === form && frame.from <= last.to + 1) open?.push(frame);
    else traces.push([frame]);
  }
  return traces.filter((trace) => trace.length >= LEAST_FRAMES && isNearError(trace, lines));
}

function isNearError(trace: readonly Frame[], lines: readonly string[]): boolean {
  const [from, to] = [trace[0]?.from ?? 0, trace.at(-1)?.to ?? 0];
  const around = [...lines.slice(Math.max(0, from - MESSAGE_LINES), from), lines[to + 1] ?? ''];
  return around.some((line) => TELLS_ERROR.test(line));
}

function frameAt(lines: readonly string[], at: number, form: FrameForm): Frame {
  const hasName = form.before?.test(lines[at - 1] ?? '') === true && !form.frame.test(lines[at - 1] ?? '');
  let to = at;
  const isCode = (line: string | undefined): boolean =>
    line !== undefined && line.trim() !== '' && !form.frame.test(line) && !ERROR_LINE.test(line);
  if (form.hasCode === true && isCode(lines[to + 1])) to += 1;
  if (to > at && MARKER_LINE.test(lines[to + 1] ?? '')) to += 1;
  return { form, at, from: hasName ? at - 1 : at, to };
}
