import type { Message } from '../../../src/core/log/message.ts';
import { toolCallsOf } from '../../../src/core/log/message.ts';

export const CUT_FRACTIONS = [0.4, 0.6, 0.8] as const;
/** Sessions below this are too short for a compaction to matter. */
export const LEAST_SESSION_TOKENS = 60_000;
const MAX_FUTURE_MESSAGES = 60;
const MAX_FUTURE_TOKENS = 30_000;
const RECENT_TOKENS = 20_000;

export interface CountedMessage {
  readonly message: Message;
  /** Milliseconds since 1970, where the transcript tells it. */
  readonly at?: number;
  readonly tokens: number;
}

/** A session cut in two. `past` is `messages[0, at)`, `future` is `messages[at, futureEnd)`. */
export interface Cut {
  readonly fraction: number;
  readonly at: number;
  readonly futureEnd: number;
  /** Messages before this one are old: those from it on hold the past's newest 20,000 tokens. */
  readonly recentStart: number;
  readonly pastTokens: number;
}

/**
 * Cuts at 40, 60 and 80 % of a session's tokens, each moved on to the next place where no tool call is open.
 * Cuts that fall together, or that leave no future or nothing old, are left out.
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

/** The first place before which at least so many tokens stand. */
function placeOf(messages: readonly CountedMessage[], tokens: number): number {
  let before = 0;
  return messages.findIndex((message) => (before += message.tokens) >= tokens) + 1;
}

function closedPlaceFrom(place: number, open: readonly number[]): number {
  let at = place;
  while (at < open.length && (open[at] ?? 0) > 0) at += 1;
  return at;
}

/** How many calls before each place get their result only after it. Calls that never get one are not waited for. */
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

/** A message that straddles the border counts as recent, so that no verbatim tail within the border serves an old fact. */
function recentStartOf(messages: readonly CountedMessage[], at: number): number {
  let tokens = 0;
  let start = at;
  while (start > 0 && tokens < RECENT_TOKENS) {
    start -= 1;
    tokens += messages[start]?.tokens ?? 0;
  }
  return start;
}
