import { classify, type Classified } from '../../core/context/classify.ts';
import { answeredCalls, conversationGroups, idsOf } from '../../core/context/groups.ts';
import { treatmentsOf } from '../../core/context/project.ts';
import { outputKindOf } from '../../core/tools/outputKind.ts';
import type { TokenAccount } from '../../core/context/account.ts';
import { recentGroups } from '../../core/compaction/units.ts';
import type { CompactionSettings } from '../../core/compaction/settings.ts';
import type { Memory } from '../../core/ports.ts';
import type { MessageId, RecallEntry } from '../../core/log/entry.ts';
import type { Session } from '../../core/log/session.ts';
import type { MemoryView, RecallView, StageView } from '../../shared/panelView.ts';

interface ClassesOptions {
  readonly settings: CompactionSettings;
  readonly usableTokens: number;
}

/**
 * Returns the class of each message. Uses the same limits for recent messages as a compaction without a requested size
 * (`budgetTokens`).
 */
export function classesOf(
  session: Session,
  account: TokenAccount,
  { settings, usableTokens }: ClassesOptions,
): ReadonlyMap<MessageId, Classified> {
  const { folded } = treatmentsOf(session);
  const standing = conversationGroups(session.messages).filter(({ head }) => !folded.has(head.id));
  const recent = recentGroups(standing, account, {
    messages: settings.keepRecentMessages,
    tokens: Math.floor(usableTokens * settings.recentShare),
  });
  const recentIds = new Set([...recent].flatMap(idsOf));
  return classify(session.messages, { recentIds, pinnedIds: session.pinnedIds });
}

export function stageViews(session: Session): readonly StageView[] {
  return session.stages.map(({ entry, isSuperseded }) => ({
    id: entry.id,
    title: entry.title,
    at: entry.at,
    by: entry.by,
    messageCount: entry.messageCount,
    digest: entry.detailed,
    state: isSuperseded ? 'superseded' : 'live',
  }));
}

export function memoryViews(memories: readonly Memory[], sessionId: string): readonly MemoryView[] {
  return memories.map(({ id, type, text, at, source, sessionId: from }) => ({
    id,
    type,
    text,
    at,
    // The address of a message is valid only in the message's session.
    ...(source === undefined || from !== sessionId ? {} : { source }),
  }));
}

const MOST_EXAMPLES = 5;

/** Returns the lookups of compacted messages, grouped by kind. The most frequent kind comes first. */
export function recallViews(session: Session): readonly RecallView[] {
  const kindOf = recallKinds(session);
  const byKind = new Map<string, RecallEntry[]>();
  for (const recall of session.recalls) {
    const kind = kindOf(recall);
    const known = byKind.get(kind);
    if (known === undefined) byKind.set(kind, [recall]);
    else known.push(recall);
  }
  return [...byKind]
    .map(([kind, recalls]) => ({ kind, count: recalls.length, examples: examplesOf(recalls) }))
    .sort((a, b) => b.count - a.count);
}

function examplesOf(recalls: readonly RecallEntry[]): readonly string[] {
  const words = recalls.flatMap(({ facts, query, target }) => {
    if (facts.length > 0) return facts;
    return [query ?? target ?? ''];
  });
  return [...new Set(words)].filter(Boolean).slice(-MOST_EXAMPLES);
}

function recallKinds(session: Session): (recall: RecallEntry) => string {
  const messages = new Map(session.allMessages.map(({ id, message }) => [id, message]));
  const calls = answeredCalls(session.allMessages);
  return ({ target }) => {
    const message = target === undefined ? undefined : messages.get(target);
    switch (message?.role) {
      case undefined:
        return 'words';
      case 'user':
        return 'message';
      case 'assistant':
        return 'answer';
      case 'system':
        return 'system text';
      case 'tool': {
        const call = calls.get(message);
        return call === undefined ? 'tool result' : `${outputKindOf(call)} result`;
      }
    }
  };
}
