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

/** The openings of messages in which hosts put a summary, and the texts that close it. */
const FRAMES: readonly (readonly [opening: RegExp, closing: string])[] = [
  [/^\s*<conversation-summary>/u, '</conversation-summary>'],
  // Before the summary, Copilot's harness repeats what the person said.
  [/^\s*(?:Some of the|The) conversation history has been summarized\b[\s\S]*<summary>/u, '</summary>'],
];
const MARK = /\[longthread: these notes stand for session ([\w-]+) through (m\d+)\]/gu;

/** Returns the answer to a host that wants a conversation summarised. The host inserts it word for word. */
export function summaryAnswer(notes: string, { sessionId, through }: SummaryMark): string {
  return `${notes}\n\n[longthread: these notes stand for session ${sessionId} through ${through}]`;
}

/** A history in which a summary replaces earlier messages. */
export interface Summarized {
  /** Absent if the summary is not ours. */
  readonly mark?: SummaryMark;
  /** The host's context for each request: the messages before the summary, and the text after it in its message. */
  readonly around: readonly Message[];
  readonly after: readonly Message[];
}

/** Parses the newest summary in a history; undefined if there is none. */
export function readSummarized(messages: readonly Message[]): Summarized | undefined {
  const at = messages.findLastIndex(isSummary);
  const message = messages[at];
  if (message?.role !== 'user') return undefined;
  const { mark, rest } = readSummary(wholeText(message), closingOf(message) ?? '');
  const beside = message.parts.filter((part) => part.type === 'image');
  const parts = rest.trim() === '' ? beside : [{ type: 'text' as const, text: rest }, ...beside];
  return {
    ...(mark !== undefined && { mark }),
    around: [...messages.slice(0, at), ...(parts.length === 0 ? [] : [{ role: 'user' as const, parts }])],
    after: messages.slice(at + 1),
  };
}

export function isSummary(message: Message): boolean {
  return closingOf(message) !== undefined;
}

function closingOf({ role, parts: [part] }: Message): string | undefined {
  const text = role === 'user' && part?.type === 'text' ? part.text : '';
  return FRAMES.find(([opening]) => opening.test(text))?.[1];
}

/**
 * Parses one summary. Takes the last mark and the first closing tag after it, since our mark is at the end of the
 * notes, and notes may quote marks and tags.
 */
function readSummary(text: string, close: string): { readonly mark?: SummaryMark; readonly rest: string } {
  const found = [...text.matchAll(MARK)].at(-1);
  const closing =
    found === undefined ? text.lastIndexOf(close) : text.indexOf(close, found.index + found[0].length);
  const rest = closing < 0 ? '' : text.slice(closing + close.length);
  const [, sessionId, through] = found ?? [];
  return sessionId === undefined || through === undefined ? { rest } : { mark: { sessionId, through }, rest };
}

/**
 * Returns the history with the log's messages in place of our notes, so that it is whole however often the host had it
 * summarised. Returns undefined when the messages are not live in any of these sessions.
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
  // A forgotten message can't be compared. The host's context always comes first, so its position identifies it.
  const isThere = (message: Message, at: number): boolean =>
    summarized.some((other, index) => {
      const found = compareMessages(message, other, session.secrets);
      return found === 'same' || (found === 'maybe' && at === 0 && index === 0);
    });
  const notSummarized = around.filter((message, at) => !isThere(message, at));
  return [...summarized, ...notSummarized, ...after.slice(overlap(summarized, after, session.secrets))];
}

/** Returns how many of the newest summarised messages the host kept, so that they follow the summary, too. */
function overlap(
  before: readonly Message[],
  after: readonly Message[],
  secrets: AgentSession['secrets'],
): number {
  for (let at = Math.max(0, before.length - after.length); at < before.length; at += 1) {
    const found = before.slice(at).map((message, index) => {
      const other = after[index];
      return other === undefined ? 'other' : compareMessages(other, message, secrets);
    });
    // If all are forgotten, only an answer is known to be a repetition, since two answers never follow each other. A
    // question may be new.
    const isKnown = found.includes('same') || after[0]?.role !== 'user';
    if (isKnown && !found.includes('other')) return before.length - at;
  }
  return 0;
}

/** Marks a summary that is not ours, and the host's text with it, as the client's. */
export function asForeignSummary(part: TextPart): TextPart {
  return { ...part, origin: 'client', label: 'foreign-summary' };
}
