import type { AtRisk } from '../core/compaction/plan/atRisk.ts';
import type { PassFigures } from '../core/log/entry.ts';
import type { Fate, ChosenFate } from './fateWords.ts';
import type { ContextItemView } from './panelView.ts';

/**
 * A message, or an answer with its tool calls and the results of the calls. A compaction removes a group only as a
 * whole.
 */
export interface PreviewGroup {
  /** The id of the group's first message. */
  readonly id: string;
  readonly label: string;
  readonly messageCount: number;
  readonly fate: Fate;
  /** The tokens of the group's messages in the context. Lines of the notes about the group are not counted. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The person's choice for the group. */
  readonly wish?: ChosenFate;
  /** The reason why the person's choice is impossible. */
  readonly refused?: string;
  /** The reason why the person can't choose anything for the group. */
  readonly fixed?: string;
  /** The lines of the notes that are about the group. */
  readonly lines: readonly string[];
}

/** A message by the person, with everything up to the person's next message. */
export interface PreviewTurn {
  /** The id of the turn's first group. */
  readonly id: string;
  readonly label: string;
  readonly groups: readonly PreviewGroup[];
}

/** A fact that is neither in the context nor in the notes after the compaction. `id` is the id of the fact's group. */
export interface RiskView {
  readonly kind: AtRisk['kind'];
  readonly text: string;
  readonly id: string;
}

/** The cost of the context per request, in US dollars. */
export interface PreviewMoney {
  /** The cost now, with the provider's prompt cache if it has one. */
  readonly now: number;
  /** The cost of the first request after the compaction, which can't use the cache. */
  readonly first: number;
  /** The cost of each request after the first one. */
  readonly then: number;
  /** The number of requests after which the compaction has paid for itself; absent if it never does. */
  readonly paysAfter?: number;
}

/** The expected effect of a compaction, which is shown before the compaction runs. */
export interface PreviewView {
  /** Identifies this preview in the requests that read its texts or apply it. */
  readonly key: string;
  readonly strategy: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Set if a model will add a summary after the compaction. This is the only change that comes later. */
  readonly modelNotes?: {
    /** The name of the model that gets the removed messages. */
    readonly model: string;
    readonly mostTokens: number;
    /**
     * Whether there is too little room for both the notes and the summary. If so, the notes about the work get shorter,
     * but the notes of the person's words do not.
     */
    readonly isTight: boolean;
  };
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly passes: readonly PassFigures[];
  /** The present context, oldest first. */
  readonly turns: readonly PreviewTurn[];
  /** The number of messages that are in none of the `turns`: they left the context earlier or have nothing to send. */
  readonly goneCount: number;
  /** The model's next input, in order. */
  readonly after: readonly ContextItemView[];
  /** The most important risks; `riskCount` is the number of all risks. */
  readonly risks: readonly RiskView[];
  readonly riskCount: number;
  readonly money?: PreviewMoney;
  /** The name of the answering model, if its price is unknown. */
  readonly unpriced?: string;
  /** One sentence on why there is no compaction to apply. */
  readonly remark?: string;
  /** Whether there is a compaction to apply. */
  readonly canApply: boolean;
}
