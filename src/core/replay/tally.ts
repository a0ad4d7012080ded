import type { TokenAccount } from '../context/account.ts';
import type { ContextItem } from '../context/context.ts';
import { withoutReasoning } from '../context/project.ts';
import type { ModelProfile } from '../ports.ts';
import type { Message } from '../log/message.ts';
import { SentContext } from './sentContext.ts';

/**
 * The cost of a session with a strategy, summed over all requests. Counts are in tokens, and costs are in US dollars.
 */
export interface ReplayResult {
  readonly strategy: string;
  readonly steps: number;
  readonly compactions: number;
  readonly sentTokens: number;
  /** The sent tokens that were read from the provider's prompt cache. */
  readonly cachedTokens: number;
  /** The number of tokens that were sent again uncached, because they or something before them had changed. */
  readonly rewrittenTokens: number;
  /** The number of summaries that a model would have been asked for. */
  readonly modelCalls: number;
  readonly summaryInputTokens: number;
  readonly summaryOutputTokens: number;
  readonly peakTokens: number;
  /** Absent if the price of the model is unknown. */
  readonly cost?: number;
  /**
   * The share of covered steps, from 0 to 1. A step is covered if the context contains every name in its answer, except
   * for names that no earlier message contains.
   */
  readonly coveredSteps: number;
  /** The number of steps whose request exceeded the limit even after compactions. */
  readonly unfittingSteps: number;
}

export interface TallyTerms {
  readonly strategy: string;
  /** The maximum number of tokens of a request. */
  readonly limitTokens: number;
  /** The tokens of the tool schemas and of other parts that every request contains. */
  readonly overheadTokens?: number;
  /**
   * The account that counts tokens. All replays of a session share one account, so that each text is counted only once.
   */
  readonly account: TokenAccount;
  readonly price?: ModelProfile['price'];
  /**
   * Called when the first request after a compaction is sent. Gets the request's context and the number of the
   * session's messages so far.
   */
  readonly onCompacted?: (context: readonly ContextItem[], messages: number) => void;
}

/** The tokens and model calls for the summary of a compaction. */
export interface SummaryCost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Adds up the requests of a replay. */
export class ReplayTally {
  readonly #terms: TallyTerms;
  readonly #overheadTokens: number;
  readonly #request: SentContext;
  /** The names in the messages so far. */
  readonly #seen = new Set<string>();
  #figures = { steps: 0, compactions: 0, sent: 0, cached: 0, rewritten: 0, peak: 0, covered: 0 };
  #unfitting = 0;
  #isCompacted = false;
  #messages = 0;
  #outputTokens = 0;
  #summaries: SummaryCost = { calls: 0, inputTokens: 0, outputTokens: 0 };

  constructor(terms: TallyTerms) {
    this.#terms = terms;
    this.#overheadTokens = terms.overheadTokens ?? 0;
    this.#request = new SentContext(terms.account);
  }

  /** Adds a message of the session. Ignores the reasoning of the message, unless later requests contain it. */
  saw(message: Message): void {
    this.#messages += 1;
    for (const name of this.#request.namesOf(withoutReasoning(message))) this.#seen.add(name);
  }

  /** Adds a compaction and the cost of its summary, if there is a summary. */
  compacted(summary?: SummaryCost): void {
    this.#figures.compactions += 1;
    this.#isCompacted = true;
    if (summary === undefined) return;
    this.#summaries = {
      calls: this.#summaries.calls + summary.calls,
      inputTokens: this.#summaries.inputTokens + summary.inputTokens,
      outputTokens: this.#summaries.outputTokens + summary.outputTokens,
    };
  }

  /**
   * Adds a request and its answer. The first `unchanged` items of the request must be equal to the items of the
   * previous request.
   */
  sent(context: readonly ContextItem[], answer: Message, unchanged = 0): void {
    const { account, limitTokens, onCompacted } = this.#terms;
    if (this.#isCompacted) onCompacted?.(context, this.#messages);
    this.#isCompacted = false;
    const figures = this.#figures;
    const { tokens: own, cachedTokens, rewrittenTokens } = this.#request.send(context, unchanged);
    const tokens = own + this.#overheadTokens;
    figures.cached += cachedTokens + (figures.steps === 0 ? 0 : this.#overheadTokens);
    figures.steps += 1;
    figures.sent += tokens;
    figures.rewritten += rewrittenTokens;
    figures.peak = Math.max(figures.peak, tokens);
    if (this.#request.namesOf(answer).every((name) => !this.#seen.has(name) || this.#request.holds(name)))
      figures.covered += 1;
    if (tokens > limitTokens) this.#unfitting += 1;
    this.#outputTokens += account.ofMessage(answer);
  }

  result(): ReplayResult {
    const { steps, compactions, sent, cached, rewritten, peak, covered } = this.#figures;
    const cost = this.#cost();
    return {
      strategy: this.#terms.strategy,
      steps,
      compactions,
      sentTokens: sent,
      cachedTokens: cached,
      rewrittenTokens: rewritten,
      modelCalls: this.#summaries.calls,
      summaryInputTokens: this.#summaries.inputTokens,
      summaryOutputTokens: this.#summaries.outputTokens,
      peakTokens: peak,
      ...(cost === undefined ? {} : { cost }),
      coveredSteps: steps === 0 ? 1 : covered / steps,
      unfittingSteps: this.#unfitting,
    };
  }

  #cost(): number | undefined {
    const { price } = this.#terms;
    if (price === undefined) return undefined;
    const { sent, cached } = this.#figures;
    const { inputTokens, outputTokens } = this.#summaries;
    const input = (sent - cached + inputTokens) * price.input + cached * (price.cachedInput ?? price.input);
    return (input + (this.#outputTokens + outputTokens) * price.output) / 1_000_000;
  }
}
