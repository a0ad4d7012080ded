import type { MessageId } from '../log/entry.ts';
import type { Message, TextPart } from '../log/message.ts';
import type { AgentSession } from './agentOutcome.ts';
import { branchOf } from './branch.ts';
import { compareMessages, wholeText } from './sameMessage.ts';

/** The messages that one of our summaries stands for: all live messages of a session up to `through`. */
export interface SummaryMark {
  readonly sessionId: string;
  readonly through: MessageId;
}

/** How hosts put a summary into a message: the message's opening, and the text that closes the summary. */
const FRAMES: readonly { readonly opening: RegExp; readonly closing: string }[] = [
  // `<conversation-summary>NOTES</conversation-summary>`
  { opening: /^\s*<conversation-summary>/u, closing: '</conversation-summary>' },
  // Copilot's harness repeats the person's words first: `The conversation history has been summarized. …
  // <summary>NOTES</summary>`
  {
    opening: /^\s*(?:Some of the|The) conversation history has been summarized\b[\s\S]*<summary>/u,
    closing: '</summary>',
  },
];
/** Matches what `summaryAnswer` adds: `[longthread: these notes stand for session 3f-9a through m12]`. */
const MARK = /\[longthread: these notes stand for session ([\w-]+) through (m\d+)\]/gu;

/** Returns the answer to a host that wants a conversation summarised. The host inserts it word for word. */
export function summaryAnswer(notes: string, { sessionId, through }: SummaryMark): string {
  return `${notes}\n\n[longthread: these notes stand for session ${sessionId} through ${through}]`;
}

/** A history in which a summary replaces earlier messages. */
export interface Summarized {
  /** Absent if the summary is not ours. */
  readonly mark?: SummaryMark;
  /** The host's context: the messages before the summary, and the text after the summary in the same message. */
  readonly around: readonly Message[];
  readonly after: readonly Message[];
}

/**
 * Parses the newest summary in a history. Returns undefined if there is none. The history `[rules,
 * <conversation-summary>NOTES [longthread: … session a through m12]</conversation-summary> Be brief., question]`
 * becomes `{ mark: { sessionId: 'a', through: 'm12' }, around: [rules, ' Be brief.'], after: [question] }`.
 */
export function readSummarized(messages: readonly Message[]): Summarized | undefined {
  const at = messages.findLastIndex(isSummary);
  const message = messages[at];
  if (message?.role !== 'user') return undefined;
  const { mark, rest } = readSummary(wholeText(message), closingOf(message) ?? '');
  const images = message.parts.filter((part) => part.type === 'image');
  const parts = rest.trim() === '' ? images : [{ type: 'text' as const, text: rest }, ...images];
  return {
    ...(mark !== undefined && { mark }),
    around: [...messages.slice(0, at), ...(parts.length === 0 ? [] : [{ role: 'user' as const, parts }])],
    after: messages.slice(at + 1),
  };
}

export function isSummary(message: Message): boolean {
  return closingOf(message) !== undefined;
}

/** Returns the text that closes the summary in a message, or undefined if the message has no summary. */
function closingOf({ role, parts: [part] }: Message): string | undefined {
  const text = role === 'user' && part?.type === 'text' ? part.text : '';
  return FRAMES.find(({ opening }) => opening.test(text))?.closing;
}

/**
 * Parses one summary. Takes the last mark and the first closing tag after it, since our mark is at the end of the
 * notes, and notes may quote marks and tags.
 */
function readSummary(text: string, closing: string): { readonly mark?: SummaryMark; readonly rest: string } {
  const found = [...text.matchAll(MARK)].at(-1);
  const end =
    found === undefined ? text.lastIndexOf(closing) : text.indexOf(closing, found.index + found[0].length);
  const rest = end < 0 ? '' : text.slice(end + closing.length);
  const [, sessionId, through] = found ?? [];
  return sessionId === undefined || through === undefined ? { rest } : { mark: { sessionId, through }, rest };
}

/**
 * Returns the history with the log's messages in place of our notes. The result is complete even if the host asked for
 * several summaries. With a mark through a1 and a log of `[rules, q1, a1]`, the history `[rules, notes, q2]` becomes
 * `[rules, q1, a1, q2]`. Messages of `around` that the log lacks come after the log's messages. Returns undefined if
 * the mark's session is not among `sessions`, or the mark's message is not live in the session.
 */
export function restoredMessages(
  { mark, around, after }: Summarized,
  sessions: readonly AgentSession[],
): readonly Message[] | undefined {
  const session = sessions.find(({ id }) => id === mark?.sessionId);
  if (session === undefined) return undefined;
  const branch = branchOf(session);
  const through = branch.findIndex(({ id }) => id === mark?.through);
  if (through < 0) return undefined;
  const summarized = branch.slice(0, through + 1).map(({ message }) => message);
  // A forgotten message can't be compared. If the log's first message is forgotten, it counts as equal to the first
  // message in `around`, which is the host's context.
  const isThere = (message: Message, at: number): boolean =>
    summarized.some((other, index) => {
      const found = compareMessages(message, other, session.secrets);
      return found === 'same' || (found === 'maybe' && at === 0 && index === 0);
    });
  const notSummarized = around.filter((message, at) => !isThere(message, at));
  return [...summarized, ...notSummarized, ...after.slice(overlap(summarized, after, session.secrets))];
}

/**
 * Returns how many of the newest summarised messages the host repeats after the summary. For the summarised messages
 * `[q1, a1]` and `[a1, q2]` after the summary, returns 1.
 */
function overlap(
  before: readonly Message[],
  after: readonly Message[],
  secrets: AgentSession['secrets'],
): number {
  for (let length = Math.min(before.length, after.length); length > 0; length -= 1) {
    const found = before.slice(-length).map((message, index) => {
      const other = after[index];
      return other === undefined ? 'other' : compareMessages(other, message, secrets);
    });
    // A forgotten message can't be compared. If all compared messages are forgotten, the first message after the
    // summary decides: an answer must be a repetition, since two answers never follow each other, but a question may
    // be new.
    const isKnown = found.includes('same') || after[0]?.role !== 'user';
    if (isKnown && !found.includes('other')) return length;
  }
  return 0;
}

/** Marks a text part with a foreign summary as the client's, including the host's text in the same part. */
export function asForeignSummary(part: TextPart): TextPart {
  return { ...part, origin: 'client', label: 'foreign-summary' };
}
