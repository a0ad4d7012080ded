import type { TokenAccount } from '../context/account.ts';
import type { ContextItem } from '../context/context.ts';
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
import { extractFacts, type MessageFacts } from '../ledger/facts.ts';
import type { ModelProfile } from '../ports.ts';
import type { Entry, MessageId } from '../session/entry.ts';
import { EntryNumbers } from '../session/ids.ts';
import type { Message } from '../session/message.ts';
import { foldSession, type Session } from '../session/session.ts';
import { NeededNames } from './neededNames.ts';
import { comparePrefix } from './prefix.ts';

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

/** What a session would have cost under a strategy, request by request. Counts are tokens, money is US dollars. */
export interface ReplayResult {
  readonly strategy: string;
  readonly steps: number;
  readonly compactions: number;
  readonly sentTokens: number;
  /** Of these: read from the provider's prefix cache. */
  readonly cachedTokens: number;
  /** Of these: sent before, and sent again because something before them changed. */
  readonly rewrittenTokens: number;
  /** Summaries that a model would have been asked for, and what they would have read and written. */
  readonly modelCalls: number;
  readonly summaryInputTokens: number;
  readonly summaryOutputTokens: number;
  readonly peakTokens: number;
  readonly cost?: number;
  /** Share of steps, 0 to 1, whose every name used before stood in the context. */
  readonly coveredSteps: number;
  /** Steps whose request could not be made to fit. */
  readonly unfittingSteps: number;
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
  readonly #account: TokenAccount;
  readonly #overheadTokens: number;
  readonly #facts = new Map<MessageId, MessageFacts>();
  readonly #names = new NeededNames();
  #sent: readonly ContextItem[] = [];
  #figures = {
    steps: 0,
    compactions: 0,
    sent: 0,
    cached: 0,
    rewritten: 0,
    calls: 0,
    summaryIn: 0,
    summaryOut: 0,
    peak: 0,
    covered: 0,
    unfitting: 0,
    output: 0,
  };

  constructor(request: ReplayRequest) {
    this.#request = request;
    this.#account = request.account;
    this.#overheadTokens = request.overheadTokens ?? 0;
  }

  take(message: Message, at = 0): void {
    if (message.role === 'assistant') this.#step(message);
    const entry = this.#numbers.finish({ kind: 'message', message }, at);
    this.#entries.push(entry);
    this.#facts.set(entry.id, extractFacts({ id: entry.id, at, message }));
    this.#names.saw(message);
  }

  result(): ReplayResult {
    const {
      steps,
      compactions,
      sent,
      cached,
      rewritten,
      calls,
      summaryIn,
      summaryOut,
      peak,
      covered,
      unfitting,
    } = this.#figures;
    const cost = this.#cost();
    return {
      strategy: this.#request.strategy.name,
      steps,
      compactions,
      sentTokens: sent,
      cachedTokens: cached,
      rewrittenTokens: rewritten,
      modelCalls: calls,
      summaryInputTokens: summaryIn,
      summaryOutputTokens: summaryOut,
      peakTokens: peak,
      ...(cost === undefined ? {} : { cost }),
      coveredSteps: steps === 0 ? 1 : covered / steps,
      unfittingSteps: unfitting,
    };
  }

  #step(answer: Message): void {
    this.#compact();
    const context = projectSession(this.#session());
    const tokens = this.#tokensOf(context);
    const prefix = comparePrefix(this.#sent, context, this.#account);
    const figures = this.#figures;
    figures.steps += 1;
    figures.sent += tokens;
    figures.cached += prefix.cachedTokens + (this.#sent.length === 0 ? 0 : this.#overheadTokens);
    figures.rewritten += prefix.rewrittenTokens;
    figures.peak = Math.max(figures.peak, tokens);
    figures.output += this.#account.ofMessage(answer);
    if (tokens > this.#request.usableTokens) figures.unfitting += 1;
    if (this.#names.areIn(answer, context)) figures.covered += 1;
    this.#sent = context;
  }

  #compact(): void {
    const prepared = this.#prepared();
    if (prepared === undefined) return;
    const { strategy } = this.#request;
    this.#entries.push(this.#numbers.finish(prepared.draft, 0));
    this.#figures.compactions += 1;
    if (
      !strategy.hasSummary ||
      prepared.newlyFolded.length === 0 ||
      prepared.plan.request.goal.tier === 'emergency'
    )
      return;
    this.#figures.calls += 1;
    this.#figures.summaryIn += prepared.newlyFolded.reduce(
      (sum, { id, message }) => sum + this.#account.ofMessage(message, id),
      0,
    );
    this.#figures.summaryOut += Math.floor(prepared.plan.request.goal.record.reserve * SUMMARY_SHARE);
  }

  #prepared(): Prepared | undefined {
    const { strategy, settings, usableTokens } = this.#request;
    const session = this.#session();
    const request: Omit<PlanRequest, 'goal'> = {
      session,
      account: this.#account,
      strategy,
      settings,
      facts: this.#facts,
      overheadTokens: this.#overheadTokens,
    };
    const input = { strategy, settings, usableTokens };
    const decision = decide({
      share: this.#tokensOf(projectSession(session)) / usableTokens,
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

  #tokensOf(context: readonly ContextItem[]): number {
    return this.#account.ofContext(context) + this.#overheadTokens;
  }

  #session(): Session {
    return foldSession(this.#entries);
  }

  #cost(): number | undefined {
    const { price } = this.#request;
    if (price === undefined) return undefined;
    const { sent, cached, output, summaryIn, summaryOut } = this.#figures;
    const input = (sent - cached + summaryIn) * price.input + cached * (price.cachedInput ?? price.input);
    return (input + (output + summaryOut) * price.output) / 1_000_000;
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
