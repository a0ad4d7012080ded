import { compact, type Compaction, type Skip } from '../../src/core/compaction/plan/compact.ts';
import { DEFAULT_SETTINGS } from '../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import { TokenAccount } from '../../src/core/context/account.ts';
import { projectSession } from '../../src/core/context/project.ts';
import type { Context } from '../../src/core/context/context.ts';
import type { Draft, Entry, EntryId } from '../../src/core/log/entry.ts';
import { EntryNumbers } from '../../src/core/log/ids.ts';
import { foldSession, type Session } from '../../src/core/log/session.ts';
import { planned } from './planned.ts';

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** A session in memory that is filled entry by entry. A word counts as a token. */
export class ViewedSession {
  readonly account = new TokenAccount(countWords);
  readonly log = { isReadOnly: false, report: { problems: [] as string[] } };
  #entries: readonly Entry[] = [];
  readonly #numbers = new EntryNumbers();

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get session(): Session {
    return foldSession(this.#entries);
  }

  get context(): Context {
    return projectSession(this.session);
  }

  add(draft: Draft): EntryId {
    const entry = this.#numbers.finish(draft, 1_000 + this.#entries.length);
    this.#entries = [...this.#entries, entry];
    return entry.id;
  }

  asks(text: string): EntryId {
    return this.add({ kind: 'message', message: { role: 'user', parts: [{ type: 'text', text }] } });
  }

  answers(text: string): EntryId {
    return this.add({
      kind: 'message',
      message: { role: 'assistant', parts: [{ type: 'text', text }], finish: 'stop' },
    });
  }

  /** Adds an answer that calls a tool to read a file. */
  calls(callId: string, path: string, text = ''): EntryId {
    const call = {
      type: 'toolCall' as const,
      callId,
      name: 'read_file',
      arguments: JSON.stringify({ path }),
    };
    return this.add({
      kind: 'message',
      message: {
        role: 'assistant',
        parts: text === '' ? [call] : [{ type: 'text', text }, call],
        finish: 'toolCalls',
      },
    });
  }

  results(callId: string, text: string, end: { isError?: boolean; exitCode?: number } = {}): EntryId {
    return this.add({
      kind: 'message',
      message: { role: 'tool', callId, toolName: 'read_file', parts: [{ type: 'text', text }], ...end },
    });
  }

  /** Plans to compact everything except the newest two messages. Returns the plan, or why there is none. */
  prepare(): Compaction | Skip {
    const settings = { ...DEFAULT_SETTINGS, keepRecentMessages: 2, minSavingTokens: 0 };
    const view = {
      session: this.session,
      account: this.account,
      strategy: STRATEGIES.hybrid,
      settings,
      usableTokens: 10_000,
      usedTokens: 0,
    };
    const found = compact(view, { by: 'person' });
    if (!found.run) return found;
    const event = { ...found.draft.event, durationMs: 3 };
    return { ...found, draft: { ...found.draft, event } };
  }

  compacts(): EntryId {
    return this.add(planned(this.prepare()).draft);
  }
}
