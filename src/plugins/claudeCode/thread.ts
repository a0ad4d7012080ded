import type { SavedThread } from '../../adapters/claudeCode/savedState.ts';
import type { JsonObject } from '../../adapters/transcripts/json.ts';
import type { HostHistory } from '../../core/agent/hostHistory.ts';
import type { Rest } from '../../core/compaction/decide/rest.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { ApiMessage } from './requestFormat.ts';

/** A conversation: the session's main conversation or the conversation of a subagent. */
export interface Thread {
  readonly isSubagent: boolean;
  /** The subagent's id, if one of its requests contained it. */
  readonly agentId: string | undefined;
  readonly history: HostHistory<ApiMessage>;
  /** The entries that a forked subagent has from the main conversation. */
  readonly inherited: readonly Entry[];
  rest: Rest | undefined;
  /** The estimated token count of the newest request, with Longthread's changes. */
  sentTokens: number;
  /** The newest request, without Longthread's changes. Contains the system text and the tools, which the log lacks. */
  body: JsonObject;
}

/** Returns what is saved of a conversation; undefined if the conversation has only messages. */
export function savedOf({ isSubagent, history, rest }: Thread): SavedThread | undefined {
  const { saved } = history;
  return saved && { isSubagent, history: saved, ...(rest && { rest }) };
}

/**
 * Copies the pins and exclusions of the main conversation to a forked subagent, for the messages with which both
 * conversations begin. The person may have changed these pins and exclusions after the fork began.
 */
export function followMain({ history: fork }: Thread, { history: main }: Thread, now: number): void {
  const known = fork.known;
  for (const [at, [id, key]] of main.known.entries()) {
    const [target, forkKey] = known[at] ?? [];
    if (target === undefined || key !== forkKey) return;
    for (const [kind, ids] of [
      ['exclude', 'excludedIds'],
      ['pin', 'pinnedIds'],
    ] as const) {
      const on = main.session[ids].has(id);
      if (fork.session[ids].has(target) !== on) fork.append({ kind, target, on }, now);
    }
  }
}
