/** How frames of a stack trace are printed, and which lines belong to each. */
interface FrameForm {
  readonly frame: RegExp;
  /** The function's name, on the line before. */
  readonly before?: RegExp;
  /** The code at that place, on the lines behind. */
  readonly hasCode?: true;
  /** The innermost call stands last. */
  readonly isNewestLast?: true;
}

const FORMS: readonly FrameForm[] = [
  // JavaScript, Java, Kotlin, Scala and C#; Rust, with the function's name above.
  {
    frame:
      /^\s*(?:at (?:async )?\S.*?(?::\d+:\d+|:\d+\)|\((?:native|Native Method|Unknown Source|<anonymous>|index \d+)\)|:line \d+)|\.\.\. \d+ (?:more|lines matching .*))$/u,
    before: /^\s*\d+: +\S/u,
  },
  // Python, and pytest's short form.
  {
    frame: /^\s*(?:File "[^"]+", line \d+(?:, in .+)?|\S+\.py:\d+: in \S+)$/u,
    hasCode: true,
    isNewestLast: true,
  },
  // Go.
  {
    frame: /^\s*\S+\.(?:go|s):\d+(?: \+0x[\da-f]+)$/u,
    before: /^\s*(?:created by )?(?:[^\s(]+\(.*\)|\S+ in goroutine \d+)$/u,
  },
  // Ruby.
  { frame: /^\s*(?:\d+: )?(?:from )?\S+:\d+:in [`'].+'$/u },
  // PHP and GDB.
  { frame: /^\s*#\d+ +(?:\{main\}|\S.*(?:\(\d+\): \S.*| at \S+:\d+))$/u },
];

/** Places of a runtime, a library or a test program: nobody's own code. */
const FOREIGN =
  /node_modules|\bnode:|\(<anonymous>\)|[ (]internal\/|(?:site|dist)-packages|\/lib\/(?:python|ruby)|\/usr\/(?:local\/)?(?:lib|go|include|share)\b|\/rustc\/|\.cargo\/|\/gems\/|\/vendor\/|\/pkg\/mod\/|\bat (?:java|javax|jdk|sun|kotlin|scala|org\.junit|System|Microsoft|Xunit|NUnit)\b[./]|\((?:native|Native Method|Unknown Source)\)|^\s*\.\.\. |\{main\}|^\s*File "<|\/runtime\/\w+\.(?:go|s):/u;
/** Matches lines that a trace stands by. */
const TELLS_ERROR =
  /error|exception|failure|panic|fault|fatal|\bexpect(?:ed)?\b|trace(?:back)?\b|^\s*(?:caused by|suppressed):|^goroutine \d+ \[|^E {2,}/iu;
/** How many lines an error's message may have before its frames: test programs print a difference or the code there. */
const MESSAGE_LINES = 20;
/** Matches the error after the last frame. */
const ERROR_LINE = /^\s*[\w.]*(?:Error|Exception|Warning|Interrupt|Exit|Failure)\b|^E {2,}/u;
const MARKED = /^\s*[~^]+$/u;
/** With fewer frames it is a place that somebody mentions. */
const LEAST_FRAMES = 2;
/** Of longer lines only so much is looked at. */
const LONGEST_LINE = 400;
/** No frame ends so, and no name. */
const CUT = ' …';

interface Frame {
  readonly form: FrameForm;
  readonly at: number;
  /** The first and the last line of the trace. */
  readonly from: number;
  readonly to: number;
}

/** Places of lines. */
export interface FramesOfTraces {
  /** A trace's innermost frame of one's own code, which tells where its error came from. */
  readonly told: ReadonlySet<number>;
  /** All other frames. */
  readonly leftOut: ReadonlySet<number>;
}

/** Returns the frames of all stack traces in a text that stand by an error. Linear. */
export function framesIn(given: readonly string[]): FramesOfTraces {
  const lines = given.map((line) =>
    line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}${CUT}` : line,
  );
  const told = new Set<number>();
  const leftOut = new Set<number>();
  for (const trace of tracesIn(lines)) {
    const innermost = innermostOf(trace, lines);
    if (innermost !== undefined) told.add(innermost);
    for (const { at, from, to } of trace)
      if (at !== innermost) for (let place = from; place <= to; place += 1) leftOut.add(place);
  }
  return { told, leftOut };
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
  return traces.filter((trace) => trace.length >= LEAST_FRAMES && standsByError(trace, lines));
}

function standsByError(trace: readonly Frame[], lines: readonly string[]): boolean {
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
  if (to > at && MARKED.test(lines[to + 1] ?? '')) to += 1;
  return { form, at, from: hasName ? at - 1 : at, to };
}
