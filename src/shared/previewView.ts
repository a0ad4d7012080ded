import type { AtRisk } from '../core/compaction/plan/atRisk.ts';
import type { PassFigures } from '../core/log/entry.ts';
import type { Fate, Wish } from './fateWords.ts';
import type { ContextItemView } from './panelView.ts';

/** A group that no step splits: a message, or an answer with its calls and their results. */
export interface PreviewGroup {
  /** The id of its first message. */
  readonly id: string;
  readonly label: string;
  readonly messageCount: number;
  readonly fate: Fate;
  /** The tokens without its part of the notes. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The person's choice for it. */
  readonly wish?: Wish;
  /** Why the person's choice is impossible. */
  readonly refused?: string;
  /** Why it can't be changed at all. */
  readonly fixed?: string;
  /** The lines of the notes about it. */
  readonly lines: readonly string[];
}

/** The person's message, and all up to the next one. */
export interface PreviewTurn {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly PreviewGroup[];
}

/** A fact that would be neither in the context nor in the notes; `id` is the group that has it. */
export interface RiskView {
  readonly kind: AtRisk['kind'];
  readonly text: string;
  readonly id: string;
}

/** US dollars that the context costs in a request. */
export interface PreviewMoney {
  /** Now, out of the provider's cache where it has one. */
  readonly now: number;
  /** The cost of the first request afterwards, for which the cache is useless. */
  readonly first: number;
  /** The cost of each request after that. */
  readonly then: number;
  /** Requests after which it has paid; absent where it never does. */
  readonly paysAfter?: number;
}

/** Effect of a compaction, before anything is done. */
export interface PreviewView {
  /** Names this very preview: its texts are read and it is applied under it. */
  readonly key: string;
  readonly strategy: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The model's later additions, the only change then; absent where there are none. */
  readonly modelNotes?: {
    /** The name of the model, to which the removed messages are sent. */
    readonly model: string;
    readonly mostTokens: number;
    /**
     * Whether there is no room for both, so that notes on the work yield to it, but not those of the person's words.
     */
    readonly isTight: boolean;
  };
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly passes: readonly PassFigures[];
  /** The present context, oldest first. */
  readonly turns: readonly PreviewTurn[];
  /** Messages that left the context in earlier compactions. */
  readonly goneCount: number;
  /** The model's input, in its order. */
  readonly after: readonly ContextItemView[];
  /** The most important risks, and the number of all. */
  readonly risks: readonly RiskView[];
  readonly riskCount: number;
  readonly money?: PreviewMoney;
  /** The name of the answering model, where its price is not known. */
  readonly unpriced?: string;
  /** The remark that nothing can be gained, or why. */
  readonly remark?: string;
  /** Whether there is something to apply. */
  readonly canApply: boolean;
}
