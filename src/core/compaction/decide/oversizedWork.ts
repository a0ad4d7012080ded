import type { CompactionView } from '../compactionView.ts';
import { toolCallsOf } from '../../log/message.ts';
import type { SessionMessage } from '../../log/session.ts';
import { covers, readCall, type LineRange, type ToolUse } from '../../tools/readCall.ts';
import { projectSession } from '../../context/project.ts';
import { asCounted } from '../../context/gauge.ts';

/**
 * Files that the model reads again after each compaction, because the files together do not fit the window (thrashing).
 */
export interface OversizedWork {
  readonly files: number;
  readonly tokens: number;
  readonly largest: { readonly path: string; readonly tokens: number };
}

/**
 * After this number of short-lived compactions in a row, no model writes a summary, because each summary would cost as
 * much as the work that follows it.
 */
const RUNS_IN_A_ROW = 2;
/**
 * The maximum number of messages between a short-lived compaction and the next compaction: three steps of an agent,
 * each with a call and its result. If the context is full again after so few messages, a summary is not worth its
 * price.
 */
const FEW_MESSAGES = 6;
/** The number of newest messages searched for files that were read again. */
const NEWEST_MESSAGES = 40;

/**
 * Returns the files that the model reads again and again, if the newest automatic compactions were short-lived;
 * otherwise undefined. Always undefined for a strategy that is triggered by turns, because its setting determines how
 * often it compacts.
 */
export function oversizedWork(view: CompactionView): OversizedWork | undefined {
  const { session, strategy, settings } = view;
  if (strategy.trigger(settings).by === 'turns' || !wereShortLived(view)) return undefined;
  const again = readAgain(session.messages.slice(-NEWEST_MESSAGES), view);
  const [largest] = again.toSorted((a, b) => b.tokens - a.tokens);
  if (largest === undefined) return undefined;
  return { files: again.length, tokens: again.reduce((sum, { tokens }) => sum + tokens, 0), largest };
}

/** Returns the warning that the work does not fit the window. */
export function oversizedSentence({ files, tokens, largest }: OversizedWork, shown = asCounted): string {
  const what =
    files === 1
      ? `${largest.path} (${String(shown(largest.tokens))} tokens) is`
      : `${String(files)} files (${String(shown(tokens))} tokens) are`;
  const which =
    files === 1 ? '' : ` The largest file is ${largest.path} (${String(shown(largest.tokens))} tokens).`;
  return `This work does not fit the window: ${what} read again after each compaction.${which} As long as this happens, automatic compactions use no model, and also shorten the newest tool results. Ask only for parts of the files, or choose a model with a larger window.`;
}

/** Returns whether the newest automatic compactions were short-lived. */
function wereShortLived({ session }: CompactionView): boolean {
  const runs = session.compactions
    .filter(({ state, entry }) => state === 'live' && entry.event.reason !== 'manual')
    .slice(-RUNS_IN_A_ROW);
  if (runs.length < RUNS_IN_A_ROW) return false;
  const now = projectSession(session).length;
  return runs.every(({ entry }, at) => {
    const came = (runs[at + 1]?.entry.event.messagesBefore ?? now) - entry.event.messagesAfter;
    return came >= 0 && came <= FEW_MESSAGES;
  });
}

/** Returns each file with lines that were read again, and the token count of the largest read of the file. */
function readAgain(
  messages: readonly SessionMessage[],
  { account }: CompactionView,
): readonly { readonly path: string; readonly tokens: number }[] {
  const calls = new Map<string, ToolUse>();
  const read = new Map<string, { lines: readonly LineRange[]; tokens: number; isAgain: boolean }>();
  for (const { id, message } of messages) {
    for (const call of toolCallsOf(message)) calls.set(call.callId, readCall(call));
    const { path, asked } = (message.role === 'tool' ? calls.get(message.callId) : undefined) ?? {};
    if (path === undefined || asked === undefined) continue;
    const { lines, tokens, isAgain } = read.get(path) ?? { lines: [], tokens: 0, isAgain: false };
    read.set(path, {
      lines: [...lines, asked],
      tokens: Math.max(tokens, account.ofMessage(message, id)),
      isAgain: isAgain || lines.some((known) => repeats(asked, known)),
    });
  }
  return [...read].flatMap(([path, { tokens, isAgain }]) => (isAgain ? [{ path, tokens }] : []));
}

/**
 * Returns whether a read repeats an earlier read. A repetition asks for all lines of the earlier read, or at least half
 * of its own lines were in the earlier read. Pages that overlap by a few lines are no repetition.
 *
 * If the earlier read named no last line, the tool may have returned only the first lines from the start line. In this
 * case, a repetition must start at the same line or before, and read beyond the start line of the earlier read.
 */
function repeats(asked: LineRange, known: LineRange): boolean {
  const shared = Math.min(asked[1], known[1]) - Math.max(asked[0], known[0]) + 1;
  if (known[1] === Infinity) return asked[0] <= known[0] && shared > 1;
  return covers(asked, known) || 2 * shared >= asked[1] - asked[0] + 1;
}
