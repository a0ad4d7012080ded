import type { Transcript } from '../adapters/transcripts/formats.ts';
import { TokenAccount } from '../core/context/account.ts';
import { classify, type MessageClass } from '../core/context/classify.ts';
import type { ContextItem } from '../core/context/context.ts';
import type { Category } from '../core/context/contextFigures.ts';
import { readGauge } from '../core/context/gauge.ts';
import { groupMessages, idsOf } from '../core/context/groups.ts';
import { recentGroups } from '../core/compaction/units.ts';
import { DEFAULT_SETTINGS } from '../core/compaction/settings.ts';
import type { CountTokens } from '../core/ports.ts';
import { importedEntries } from '../core/log/ids.ts';
import { toolCallsOf } from '../core/log/message.ts';
import { foldSession, type Session } from '../core/log/session.ts';

export interface Inspection {
  readonly format: string;
  readonly title?: string;
  readonly messages: number;
  readonly toolCalls: number;
  /** The total token count of all messages in the transcript, including reasoning. */
  readonly tokens: number;
  readonly byCategory: Readonly<Record<Category, number>>;
  readonly byClass: Readonly<Partial<Record<MessageClass, number>>>;
  readonly skipped: Transcript['skipped'];
}

/** Counts a transcript's messages, calls and tokens, its tokens by category and its messages by class. */
export function inspectTranscript(transcript: Transcript, count: CountTokens): Inspection {
  const session = foldSession(importedEntries(transcript.messages, 0));
  const account = new TokenAccount(count);
  const tokens = session.messages.reduce((sum, { message }) => sum + account.ofMessage(message), 0);
  return {
    format: transcript.format,
    ...(transcript.title === undefined ? {} : { title: transcript.title }),
    messages: session.messages.length,
    toolCalls: session.messages.reduce((sum, { message }) => sum + toolCallsOf(message).length, 0),
    tokens,
    byCategory: byCategory(session, account, tokens),
    byClass: byClass(session, account),
    skipped: transcript.skipped,
  };
}

/** Counts all messages instead of the context, so that the sum of the categories is the total token count. */
function byCategory(session: Session, account: TokenAccount, tokens: number): Inspection['byCategory'] {
  const context = session.messages.map(({ id, message }): ContextItem => ({
    message,
    treatment: 'verbatim',
    entries: [id],
  }));
  const window = { totalTokens: tokens, usableTokens: tokens, isAssumed: true };
  const { categories } = readGauge({ context, account, window, toolTokens: 0 });
  return Object.fromEntries(categories.map(({ name, tokens: own }) => [name, own])) as Record<
    Category,
    number
  >;
}

function byClass(session: Session, account: TokenAccount): Inspection['byClass'] {
  const groups = groupMessages(session.messages.filter(({ message }) => message.role !== 'system'));
  const recent = recentGroups(groups, account, {
    messages: DEFAULT_SETTINGS.keepRecentMessages,
    tokens: Number.POSITIVE_INFINITY,
  });
  const classes = classify(session.messages, { recentIds: new Set([...recent].flatMap(idsOf)) });
  const counts: Partial<Record<MessageClass, number>> = {};
  for (const { class: name } of classes.values()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
