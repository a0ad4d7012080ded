import type { Message } from '../../../src/core/log/message.ts';
import { toolCallsOf } from '../../../src/core/log/message.ts';

export const CUT_FRACTIONS = [0.4, 0.6, 0.8] as const;
/** The minimum size of a session. In shorter sessions, a compaction makes no difference. */
export const LEAST_SESSION_TOKENS = 60_000;
const MAX_FUTURE_MESSAGES = 60;
const MAX_FUTURE_TOKENS = 30_000;
const RECENT_TOKENS = 20_000;

export interface CountedMessage {
  readonly message: Message;
  /** Milliseconds since 1970, if the transcript has them. */
  readonly at?: number;
  readonly tokens: number;
}

/** A session cut in two. `past` is `messages[0, at)`, `future` is `messages[at, futureEnd)`. */
export interface Cut {
  readonly fraction: number;
  readonly at: number;
  readonly futureEnd: number;
  /**
   * The index of the first recent message. The messages from this index to the cut are the newest 20,000 tokens of the
   * past. The messages before this index are old.
   */
  readonly recentStart: number;
  readonly pastTokens: number;
}

/**
 * Returns cuts at 40 %, 60 % and 80 % of a session's tokens. Each cut is moved to the next place where no tool call is
 * open. Omits cuts at the same place as another cut, cuts without a future, and cuts without old messages.
 */
export function cutsOf(messages: readonly CountedMessage[]): readonly Cut[] {
  const total = sumTokens(messages);
  const open = openCallsBefore(messages.map(({ message }) => message));
  const cuts: Cut[] = [];
  for (const fraction of CUT_FRACTIONS) {
    const at = closedPlaceFrom(placeOf(messages, total * fraction), open);
    if (at >= messages.length || cuts.some((cut) => cut.at === at)) continue;
    const cut = cutAt(messages, at, fraction);
    if (cut.recentStart > 0) cuts.push(cut);
  }
  return cuts;
}

export function sumTokens(messages: readonly CountedMessage[]): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, 0);
}

function cutAt(messages: readonly CountedMessage[], at: number, fraction: number): Cut {
  return {
    fraction,
    at,
    futureEnd: futureEndOf(messages, at),
    recentStart: recentStartOf(messages, at),
    pastTokens: sumTokens(messages.slice(0, at)),
  };
}

/** Returns the first place with at least this number of tokens before it. */
function placeOf(messages: readonly CountedMessage[], tokens: number): number {
  let before = 0;
  return messages.findIndex((message) => (before += message.tokens) >= tokens) + 1;
}

function closedPlaceFrom(place: number, open: readonly number[]): number {
  let at = place;
  while (at < open.length && (open[at] ?? 0) > 0) at += 1;
  return at;
}

/**
 * Returns for each place how many earlier calls get their result only after this place. Ignores calls that never get a
 * result.
 */
function openCallsBefore(messages: readonly Message[]): readonly number[] {
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])));
  const open = new Set<string>();
  const counts = messages.map((message) => {
    const before = open.size;
    for (const call of toolCallsOf(message)) if (answered.has(call.callId)) open.add(call.callId);
    if (message.role === 'tool') open.delete(message.callId);
    return before;
  });
  return [...counts, open.size];
}

function futureEndOf(messages: readonly CountedMessage[], at: number): number {
  let tokens = 0;
  let end = at;
  while (end < messages.length && end - at < MAX_FUTURE_MESSAGES) {
    tokens += messages[end]?.tokens ?? 0;
    if (tokens > MAX_FUTURE_TOKENS && end > at) break;
    end += 1;
  }
  return end;
}

/**
 * Returns the place where the newest 20,000 tokens before the cut begin. A message that is partly within these tokens
 * counts as recent, so that no verbatim tail of 20,000 tokens contains an old fact.
 */
function recentStartOf(messages: readonly CountedMessage[], at: number): number {
  let tokens = 0;
  let start = at;
  while (start > 0 && tokens < RECENT_TOKENS) {
    start -= 1;
    tokens += messages[start]?.tokens ?? 0;
  }
  return start;
}
