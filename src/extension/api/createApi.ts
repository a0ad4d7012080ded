import * as vscode from 'vscode';
import type { CompactionEntry } from '../../core/log/entry.ts';
import { atOnce } from '../../core/steps.ts';
import { textOf } from '../../core/log/message.ts';
import type { Parts } from '../parts.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { CompactionInfo, CompactOptions, CompactResult, ContextMessage, LongthreadApi } from './api.ts';
import { budgetProblem, definedStrategy } from './checkedInput.ts';

type Disposables = vscode.ExtensionContext['subscriptions'];

const NO_SESSION = { reason: 'no_session', sentence: 'No session is open.' } as const;

/** Returns the API that the extension exports. Adds its listeners to `disposables`. */
export function createApi(parts: Parts, disposables: Disposables): LongthreadApi {
  const { sessions, strategies } = parts;
  const compacted = new vscode.EventEmitter<CompactionInfo>();
  disposables.push(compacted, followCompactions(parts, compacted));
  return {
    version: 1,
    onDidCompact: compacted.event,
    shouldCompact: () => {
      const compactor = sessions.current?.conversation.compactor;
      if (compactor === undefined) return { shouldCompact: false, reason: NO_SESSION.reason };
      const decision = compactor.wouldRun();
      // A run that is due may still be skipped, e.g. because it would free too little. Only a plan shows this.
      const planned = decision.run ? atOnce(compactor.beforeRequest()) : undefined;
      if (planned?.run === false) return { shouldCompact: false, reason: planned.reason };
      return decision.run
        ? { shouldCompact: true, tier: decision.tier }
        : { shouldCompact: false, reason: decision.reason };
    },
    compact: (options = {}) => compact(options, parts),
    getContext: () => (sessions.current === undefined ? [] : contextOf(sessions.current)),
    getCompactionHistory: () => (sessions.current === undefined ? [] : historyOf(sessions.current)),
    registerStrategy: (definition) => new vscode.Disposable(strategies.register(definedStrategy(definition))),
  };
}

/** Fires an event for each compaction of the shown session. When another session is shown, follows that session. */
function followCompactions(
  { sessions }: Parts,
  compacted: vscode.EventEmitter<CompactionInfo>,
): vscode.Disposable {
  let followed: OpenSession | undefined;
  let stop = (): void => undefined;
  const changed = sessions.onDidChange((session) => {
    if (session === followed) return;
    stop();
    followed = session;
    const unlisten = session?.live.onAppend((entry) => {
      if (entry.kind === 'compaction' && entry.completes === undefined)
        compacted.fire(infoOf(session.id, entry, 'live'));
    });
    stop = () => unlisten?.();
  });
  return vscode.Disposable.from(changed, new vscode.Disposable(() => stop()));
}

async function compact(options: CompactOptions, { sessions, strategies }: Parts): Promise<CompactResult> {
  const session = sessions.current;
  if (session === undefined) return { done: false, ...NO_SESSION };
  const { strategy: name, ...rest } = options;
  const strategy = name === undefined ? undefined : strategies.find(name);
  if (name !== undefined && strategy === undefined)
    return { done: false, reason: 'unknown_strategy', sentence: `There is no strategy named “${name}”.` };
  const problem = budgetProblem(options.budgetTokens);
  if (problem !== undefined) return { done: false, reason: 'bad_budget', sentence: problem };
  const outcome = await session.conversation.compactor.compactNow(rest, strategy);
  if (!outcome.done) return outcome;
  // Waits until the model's summary was added or given up.
  await session.conversation.compactor.settled();
  const { id } = outcome.entry;
  const ended = session.live.session.compactions.find(({ entry }) => entry.id === id);
  return {
    done: true,
    compaction: infoOf(session.id, ended?.entry ?? outcome.entry, ended?.state ?? 'live'),
  };
}

function contextOf({ live }: OpenSession): readonly ContextMessage[] {
  return live.context.map((item) => ({
    role: item.message.role,
    text: textOf(item.message),
    treatment: item.treatment,
    tokens: live.account.ofItem(item),
    entries: item.entries,
  }));
}

function historyOf({ id, live }: OpenSession): readonly CompactionInfo[] {
  return live.session.compactions.map(({ entry, state }) => infoOf(id, entry, state));
}

function infoOf(
  sessionId: string,
  { id, at, event }: CompactionEntry,
  state: CompactionInfo['state'],
): CompactionInfo {
  const {
    reason,
    strategy,
    tier,
    messagesBefore,
    messagesAfter,
    tokensBefore,
    tokensAfter,
    durationMs,
    passes,
    summaryTokens,
    coveredThrough,
  } = event;
  return {
    ...{ sessionId, id, at, state, reason, strategy, tier },
    ...{ messagesBefore, messagesAfter, tokensBefore, tokensAfter, durationMs, passes },
    summaryTokens,
    ...(coveredThrough === undefined ? {} : { coveredThrough }),
  };
}
