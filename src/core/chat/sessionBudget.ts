import { spentOf, type Price } from '../context/cost.ts';
import type { Entry } from '../log/entry.ts';
import type { ConversationPorts } from './conversationPorts.ts';

/** The budget of one session, in dollars or tokens, beyond which the person is asked. */
export interface Budget {
  /** The limit in US dollars, according to published prices. */
  readonly dollars?: number;
  /** The limit in tokens sent and received, including tokens for a model's notes. */
  readonly tokens?: number;
}

/** The share of the budget from which the person is warned. */
const WARNED_FROM = 0.8;

type BudgetPorts = Pick<ConversationPorts, 'live' | 'model' | 'budget' | 'priceOf'>;

/**
 * Keeps a session within its budget: warns when the budget is nearly used up, and refuses requests beyond the budget
 * until the person continues.
 */
export class SessionBudget {
  readonly #ports: BudgetPorts;
  /** The allowed use as a multiple of the budget. Grows by one each time the person continues. */
  #allowed = 1;
  #warnedOf = 0;
  #hasWarnedOfUnpriced = false;
  #hasWarnedOfUncounted = false;

  constructor(ports: BudgetPorts) {
    this.#ports = ports;
  }

  /** One sentence that says why no request may be sent, or undefined if a request may be sent. */
  get refusal(): string | undefined {
    const used = this.#used();
    if (used === undefined || used.share < this.#allowed) return undefined;
    return `This session has used ${used.words}. “Go On” allows the same amount again. You set the budget in longthread.budget.`;
  }

  /** Returns a new warning about the budget. Returns each warning only once. */
  takeWarning(): string | undefined {
    const used = this.#used();
    if (
      used !== undefined &&
      this.#warnedOf < this.#allowed &&
      used.share >= this.#allowed - 1 + WARNED_FROM
    ) {
      this.#warnedOf = this.#allowed;
      return `This session has used ${used.words}. At ${String(this.#allowed * 100)} %, Longthread asks you before the next request.`;
    }
    return this.#takeUncounted() ?? this.#takeUnpriced();
  }

  /** Called when the person continues. Adds the budget to the allowed use until the use so far is below it. */
  goOn(): void {
    while (this.refusal !== undefined) this.#allowed++;
  }

  /**
   * Returns the warning that the budget does not count some answers, since they reported no tokens. Such answers come
   * from the editor's models and from some servers.
   */
  #takeUncounted(): string | undefined {
    const { dollars, tokens } = this.#ports.budget?.() ?? {};
    if (this.#hasWarnedOfUncounted || (dollars ?? tokens) === undefined) return undefined;
    if (!this.#ports.live.entries.some(isUncounted)) return undefined;
    this.#hasWarnedOfUncounted = true;
    return 'Some answers in this session came without token counts, so the budget does not count them. Watch the provider’s own figures, or choose a model whose endpoint reports token counts.';
  }

  /** Returns the warning that a budget in dollars does not count requests without a known price. */
  #takeUnpriced(): string | undefined {
    const { live } = this.#ports;
    if (this.#hasWarnedOfUnpriced || this.#ports.budget?.().dollars === undefined) return undefined;
    if (!spentOf(live.entries, this.#priceOf).isPartial) return undefined;
    this.#hasWarnedOfUnpriced = true;
    return 'The prices of some requests in this session are unknown, so the budget in dollars does not count these requests. Set longthread.budget.tokens instead.';
  }

  #used(): { readonly share: number; readonly words: string } | undefined {
    const { dollars, tokens } = this.#ports.budget?.() ?? {};
    const { entries } = this.#ports.live;
    const cost = dollars === undefined ? 0 : (spentOf(entries, this.#priceOf).cost ?? 0);
    const used = tokens === undefined ? 0 : tokensOf(entries);
    const byMeasure = [
      ...(dollars === undefined
        ? []
        : [{ share: cost / dollars, words: `$${cost.toFixed(2)} of its budget of $${dollars.toFixed(2)}` }]),
      ...(tokens === undefined
        ? []
        : [{ share: used / tokens, words: `${String(used)} of its budget of ${String(tokens)} tokens` }]),
    ];
    return byMeasure.toSorted((a, b) => b.share - a.share)[0];
  }

  readonly #priceOf = (model: string | undefined): Price | undefined => {
    const own = this.#ports.model()?.profile;
    return model === undefined || model === own?.id ? own?.price : this.#ports.priceOf?.(model);
  };
}

/** Returns whether an entry is an answer that was not interrupted and that reports no tokens. */
function isUncounted(entry: Entry): boolean {
  if (entry.kind !== 'message' || entry.message.role !== 'assistant') return false;
  return entry.message.usage === undefined && entry.message.finish !== 'interrupted';
}

/** Sums the reported tokens of all answers and summaries. Rewound answers count too, because they were paid for. */
function tokensOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => {
    if (entry.kind === 'compaction') {
      const { summary } = entry.event;
      return sum + (summary?.inputTokens ?? 0) + (summary?.outputTokens ?? 0);
    }
    if (entry.kind !== 'message' || entry.message.role !== 'assistant') return sum;
    const { usage } = entry.message;
    return sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  }, 0);
}
