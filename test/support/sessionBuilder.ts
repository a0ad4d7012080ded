import { withLines, type WrittenCompaction } from '../../src/core/log/notesLine.ts';
import { TokenAccount, TOKENS_PER_MESSAGE } from '../../src/core/context/account.ts';
import type { Context } from '../../src/core/context/context.ts';
import { projectSession } from '../../src/core/context/project.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../src/core/compaction/settings.ts';
import type { CountTokens } from '../../src/core/ports.ts';
import type {
  CompactionEntry,
  Draft,
  Entry,
  EntryId,
  MessageId,
  SecretSpan,
} from '../../src/core/log/entry.ts';
import { EntryNumbers } from '../../src/core/log/ids.ts';
import { textOf, type AssistantPart, type Message } from '../../src/core/log/message.ts';
import { foldSession, type Session } from '../../src/core/log/session.ts';

/** Counts each word as one token, so that the token counts in a test are easy to calculate. */
export const countWords: CountTokens = (text) => text.split(/\s+/u).filter(Boolean).length;

/**
 * Returns a text that repeats the seed this many times. Longthread does not recognize the default seed as a constraint,
 * a question or a name.
 */
export function wordsOf(count: number, seed = 'lorem'): string {
  return Array.from({ length: count }, () => seed).join(' ');
}

export interface Call {
  readonly id: string;
  readonly name?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Builds a log entry by entry. Messages have the ids `m1, m2, …`, and all other entries `e1, e2, …`. */
export class SessionBuilder {
  readonly entries: Entry[] = [];
  readonly #numbers = new EntryNumbers();
  #calls = 0;

  get session(): Session {
    return foldSession(this.entries);
  }

  get context(): Context {
    return projectSession(this.session);
  }

  append(draft: Draft): EntryId {
    const entry = this.#numbers.finish(draft, 0);
    this.entries.push(entry);
    return entry.id;
  }

  message(message: Message, secrets?: readonly SecretSpan[]): MessageId {
    return this.append({ kind: 'message', message, ...(secrets ? { secrets } : {}) });
  }

  system(text: string, slot?: string): MessageId {
    return this.message({ role: 'system', parts: [{ type: 'text', text }], ...(slot ? { slot } : {}) });
  }

  user(text: string): MessageId {
    return this.message({ role: 'user', parts: [{ type: 'text', text }] });
  }

  client(text: string, label = 'note'): MessageId {
    return this.message({ role: 'user', parts: [{ type: 'text', text, origin: 'client', label }] });
  }

  says(text: string): MessageId {
    return this.message({ role: 'assistant', parts: [{ type: 'text', text }] });
  }

  /** Adds an assistant's message with calls that have no results yet. */
  calls(calls: readonly Call[], text = ''): MessageId {
    const parts: AssistantPart[] = calls.map(({ id, name = 'read_file', args = {} }) => ({
      type: 'toolCall',
      callId: id,
      name,
      arguments: JSON.stringify(args),
    }));
    return this.message({
      role: 'assistant',
      parts: text === '' ? parts : [{ type: 'text', text }, ...parts],
    });
  }

  result(callId: string, text: string, more: { toolName?: string; exitCode?: number } = {}): MessageId {
    return this.message({
      role: 'tool',
      callId,
      toolName: 'read_file',
      parts: [{ type: 'text', text }],
      ...more,
    });
  }

  /** Adds a call with its result, and returns the ids of both. */
  tool(name: string, args: Readonly<Record<string, unknown>>, text: string): readonly [MessageId, MessageId] {
    const id = `call${String(++this.#calls)}`;
    return [this.calls([{ id, name, args }]), this.result(id, text, { toolName: name })];
  }

  /** Adds turns of two messages each, with this many tokens per message. */
  turns(count: number, tokensOfMessage = 10): this {
    for (let turn = 0; turn < count; turn += 1) {
      this.user(wordsOf(tokensOfMessage - TOKENS_PER_MESSAGE, 'ask'));
      this.says(wordsOf(tokensOfMessage - TOKENS_PER_MESSAGE, 'tell'));
    }
    return this;
  }

  pin(target: MessageId, on = true): EntryId {
    return this.append({ kind: 'pin', target, on });
  }

  exclude(target: MessageId, on = true): EntryId {
    return this.append({ kind: 'exclude', target, on });
  }

  rewind(before: MessageId): EntryId {
    return this.append({ kind: 'rewind', before });
  }

  undo(...compactions: EntryId[]): EntryId {
    return this.append({ kind: 'undo', compactions });
  }

  redo(...compactions: EntryId[]): EntryId {
    return this.append({ kind: 'redo', compactions });
  }

  stage(title: string, first: MessageId, last: MessageId): EntryId {
    const messageCount = Number(last.slice(1)) - Number(first.slice(1)) + 1;
    const digest = { detailed: `${title} in detail`, brief: `${title} in brief` };
    return this.append({ kind: 'stage', title, by: 'person', first, last, messageCount, ...digest });
  }

  /** Adds a compaction, which may be in the format of an earlier version. */
  compaction(changes: Partial<DraftOfAny> = {}): EntryId {
    return this.append(withLines({ ...writtenCompaction, ...changes }));
  }
}

export type DraftOfAny = Omit<WrittenCompaction, 'v' | 'id' | 'at'>;

const writtenCompaction: DraftOfAny = {
  kind: 'compaction',
  replaced: [],
  folded: [],
  blocks: [],
  provenance: [],
  prosePending: false,
  foldedNotes: [],
  event: {
    reason: 'manual',
    strategy: 'hybrid',
    tier: 'manual',
    messagesBefore: 0,
    messagesAfter: 0,
    tokensBefore: 0,
    tokensAfter: 0,
    summaryTokens: 0,
    cursorBefore: 0,
    cursorAfter: 0,
    durationMs: 0,
    passes: [],
  },
  receipt: {
    kept: 0,
    recallable: 0,
    lost: 0,
    constraintsKept: 0,
    constraintsRecallable: [],
    sampleRecallable: [],
    sampleLost: [],
  },
};

export const emptyCompaction: Draft<CompactionEntry> = withLines(writtenCompaction);

/** Returns `role: text` for each item, for assertions. */
export function told(context: Context): readonly string[] {
  return context.map(({ message }) => `${message.role}: ${textOf(message)}`);
}

export function accountOf(count: CountTokens = countWords): TokenAccount {
  return new TokenAccount(count);
}

/** The default settings, with minimum sizes so small that small examples are compacted. */
export const smallSettings: CompactionSettings = {
  ...DEFAULT_SETTINGS,
  keepRecentMessages: 4,
  minSavingTokens: 1,
  stubs: { minTokens: 20, minTotalSaving: 1, protectedTokens: 0 },
  recordTokens: 200,
};
