import type { TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import { projectSession } from '../context/project.ts';
import { compactToFit, CannotFitError } from '../compaction/compactToFit.ts';
import { decide } from '../compaction/decide.ts';
import type { Prepared } from '../compaction/draft.ts';
import { goalOfTier } from '../compaction/goals.ts';
import { foldableTurns } from '../compaction/passes/foldTurns.ts';
import { startPlan, type PlanRequest } from '../compaction/plan.ts';
import type { CompactionSettings } from '../compaction/settings.ts';
import type { Strategy } from '../compaction/strategies.ts';
import { SUMMARY_SHARE } from '../compaction/summaryBlocks.ts';
import { extractFacts, type MessageFacts } from '../context/facts.ts';
import type { ModelProfile } from '../ports.ts';
import type { Entry, MessageId } from '../log/entry.ts';
import { EntryNumbers } from '../log/ids.ts';
import type { Message } from '../log/message.ts';
import { foldSession, type Session } from '../log/session.ts';
import { ReplayTally, type ReplayResult, type SummaryCost } from './tally.ts';

export interface ReplayRequest {
  readonly messages: readonly { readonly at?: number; readonly message: Message }[];
  /** What a request may take. */
  readonly usableTokens: number;
  /** Tool schemas and whatever else every request carries. */
  readonly overheadTokens?: number;
  readonly strategy: Strategy;
  readonly settings: CompactionSettings;
  /** Replays of one session share it, so that each text is counted once. */
  readonly account: TokenAccount;
  readonly price?: ModelProfile['price'];
}

/** Replays a session: each answer of the assistant is a step, before which the context is compacted as it would have been. */
export function replay(request: ReplayRequest): ReplayResult {
  const run = new Replay(request);
  for (const { at, message } of request.messages) run.take(message, at);
  return run.result();
}

class Replay {
  readonly #request: ReplayRequest;
  readonly #entries: Entry[] = [];
  readonly #numbers = new EntryNumbers();
  readonly #facts = new Map<MessageId, MessageFacts>();
  readonly #tally: ReplayTally;

  constructor(request: ReplayRequest) {
    this.#request = request;
    this.#tally = new ReplayTally({
      ...request,
      strategy: request.strategy.name,
      limitTokens: request.usableTokens,
    });
  }

  take(message: Message, at = 0): void {
    if (message.role === 'assistant') this.#step(message);
    const entry = this.#numbers.finish({ kind: 'message', message }, at);
    this.#entries.push(entry);
    this.#facts.set(entry.id, extractFacts({ message }));
    this.#tally.saw(message);
  }

  result(): ReplayResult {
    return this.#tally.result();
  }

  #step(answer: Message): void {
    const session = foldSession(this.#entries);
    const context = projectSession(session);
    const prepared = this.#prepared(session, context);
    if (prepared === undefined) {
      this.#tally.sent(context, answer);
      return;
    }
    this.#entries.push(this.#numbers.finish(prepared.draft, 0));
    this.#tally.compacted(this.#summaryCost(prepared));
    this.#tally.sent(projectSession(foldSession(this.#entries)), answer);
  }

  /** A summary that a model would have been asked for; none at the emergency tier, which waits for no model. */
  #summaryCost({ plan, newlyFolded }: Prepared): SummaryCost | undefined {
    const { strategy, account } = this.#request;
    const { goal } = plan.request;
    if (!strategy.hasSummary || newlyFolded.length === 0 || goal.tier === 'emergency') return undefined;
    return {
      calls: 1,
      inputTokens: newlyFolded.reduce((sum, { id, message }) => sum + account.ofMessage(message, id), 0),
      outputTokens: Math.floor(goal.record.reserve * SUMMARY_SHARE),
    };
  }

  #prepared(session: Session, context: Context): Prepared | undefined {
    const { strategy, settings, usableTokens, account, overheadTokens } = this.#request;
    const request: Omit<PlanRequest, 'goal'> = {
      session,
      account,
      strategy,
      settings,
      facts: this.#facts,
      ...(overheadTokens === undefined ? {} : { overheadTokens }),
    };
    const input = { strategy, settings, usableTokens };
    const decision = decide({
      share: this.#tally.tokensOf(context) / usableTokens,
      strategy,
      settings,
      hasBatch:
        strategy.trigger(settings).by === 'turns' &&
        hasBatch({ ...request, goal: goalOfTier('background', 'threshold', input) }),
      runningTier: undefined,
      restsThrough: undefined,
      isClosing: false,
      isReadOnly: false,
    });
    if (!decision.run) return undefined;
    return worthwhile({ ...request, goal: goalOfTier(decision.tier, 'threshold', input) });
  }
}

function hasBatch(request: PlanRequest): boolean {
  return foldableTurns(startPlan(request).working, request.settings).count > 0;
}

/** The compaction, unless it would free too little. */
function worthwhile(request: PlanRequest): Prepared | undefined {
  try {
    const { account, overheadTokens = 0 } = request;
    const prepared = compactToFit(request, (context) => account.ofContext(context) + overheadTokens, {
      durationMs: 0,
    });
    const least = request.goal.tier === 'emergency' ? 1 : request.settings.minSavingTokens;
    return prepared.plan.tokensBefore - prepared.tokensAfter >= least ? prepared : undefined;
  } catch (error) {
    if (error instanceof CannotFitError) return undefined;
    throw error;
  }
}
