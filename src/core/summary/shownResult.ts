import type { ToolCallPart, ToolMessage } from '../log/message.ts';
import { outputKindOf, type OutputKind } from '../tools/outputKind.ts';
import { readCall } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { effectiveCommands } from '../tools/shellScript.ts';
import { clipLine, clipMiddle } from '../text/lines.ts';
import { outcomeOf, sizeOf } from '../tools/shortenedOutput.ts';
import { subjectOf } from '../tools/subject.ts';
import { errorLineIndexes } from '../tools/outputLines.ts';
import type { ToolKind } from '../tools/toolKind.ts';

/** The maximum number of characters of a call's subject above its result. The call itself comes earlier. */
const SUBJECT = 60;
/** Results with at most this many characters are shown whole, except for results of the kinds in `SAY_NOTHING`. */
const SHORT_RESULT = 1_200;
/** The maximum number of characters of longer results, by kind. `read` has 0, since the file can be read again. */
const MOST_CHARS: Readonly<Partial<Record<OutputKind, number>>> = {
  read: 0,
  edit: 0,
  write: 0,
  delete: 0,
  plan: 0,
  search: 600,
  list: 600,
  agent: 3_000,
  ask: 3_000,
  answer: 3_000,
};
const MOST_OF_OTHERS = 1_500;
/** Kinds whose successful results add nothing to their calls. */
const SAY_NOTHING: ReadonlySet<OutputKind> = new Set(['edit', 'write', 'plan']);
/** Matches commands whose output shows the state of the whole work. This output is cut only if it is very long. */
const OVERVIEW =
  /^git\s+(?:-\S+\s+)*(?:status\b|(?:diff|show|log)\b.*\s--(?:stat|shortstat|name-status|name-only|oneline)\b)/u;
const MOST_OF_OVERVIEW = 8_000;

/** How many lines to keep before and after a failure. These lines often contain the expected and the actual value. */
const LINES_BEFORE = 1;
const LINES_AFTER = 5;
const LAST_LINES = 6;
const MOST_LINES = 45;
const LONGEST_LINE = 400;

/** Returns a result for a transcript: its call, its outcome, and the part of its text that later steps may need. */
export function shownResult(result: ToolMessage, call: ToolCallPart | undefined): string {
  const text = ownText(result);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const kind = outputKindOf(call);
  const called = call === undefined ? result.toolName : `${call.name} ${subjectOf(call, SUBJECT)}`;
  const head = [called.trim(), ...outcomeOf(result), sizeOf(kind, lines)].filter(Boolean).join(' · ');
  const mayHaveFailures = readResult(result, toolKindOf(call)).isFailure || kind === 'test';
  const shown = mayHaveFailures
    ? failuresIn(lines, text)
    : clipMiddle(lines.join('\n'), mostOf(text, kind, call));
  return [head, shown].filter(Boolean).join('\n');
}

/** Returns the text of a result without the text that the client added. An image becomes `[image]`. */
function ownText({ parts }: ToolMessage): string {
  return parts
    .map((part) => (part.type === 'image' ? '[image]' : part.origin === 'client' ? '' : part.text))
    .filter(Boolean)
    .join('\n');
}

function toolKindOf(call: ToolCallPart | undefined): ToolKind {
  return call === undefined ? 'other' : readCall(call).kind;
}

function mostOf(text: string, kind: OutputKind, call: ToolCallPart | undefined): number {
  if (isOverview(call)) return MOST_OF_OVERVIEW;
  const isRead = kind === 'shell' && call !== undefined && readCall(call).path !== undefined;
  const most = MOST_CHARS[isRead ? 'read' : kind] ?? MOST_OF_OTHERS;
  return !SAY_NOTHING.has(kind) && text.length <= SHORT_RESULT ? SHORT_RESULT : most;
}

function isOverview(call: ToolCallPart | undefined): boolean {
  const script = call === undefined ? undefined : readCall(call).script;
  return script !== undefined && effectiveCommands(script).some((command) => OVERVIEW.test(command));
}

/** Returns the lines around each failure and the last lines. Returns all lines of a short text. */
function failuresIn(lines: readonly string[], text: string): string {
  if (text.length <= SHORT_RESULT) return lines.join('\n');
  const chosen = new Set(lines.map((_, index) => index).slice(-LAST_LINES));
  for (const index of errorLineIndexes(lines, MOST_LINES)) {
    if (chosen.size >= MOST_LINES) break;
    const end = Math.min(lines.length - 1, index + LINES_AFTER);
    for (let at = Math.max(0, index - LINES_BEFORE); at <= end; at += 1) chosen.add(at);
  }
  let before = -1;
  return [...chosen]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const gap = index > before + 1 ? ['…'] : [];
      before = index;
      return [...gap, clipLine(lines[index] ?? '', LONGEST_LINE)];
    })
    .join('\n');
}
