import type { AtRisk } from '../core/compaction/plan/atRisk.ts';
import type { PassFigures } from '../core/log/entry.ts';
import type { Fate, ChosenFate } from './fateWords.ts';
import type { ContextItemView } from './panelView.ts';

/** A message, or an answer with its calls and their results, which compactions treat as one. */
export interface PreviewGroup {
  /** The id of its first message. */
  readonly id: string;
  readonly label: string;
  readonly messageCount: number;
  readonly fate: Fate;
  /** Its tokens in the context, without its part of the notes. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The person's choice for it. */
  readonly wish?: ChosenFate;
  /** The reason why the person's choice is impossible. */
  readonly refused?: string;
  /** The reason why it can't be changed at all. */
  readonly fixed?: string;
  /** The lines of the notes about it. */
  readonly lines: readonly string[];
}

/** A message by the person, with everything up to the next one. */
export interface PreviewTurn {
  /** The id of its first group. */
  readonly id: string;
  readonly label: string;
  readonly groups: readonly PreviewGroup[];
}

/** A fact that would be neither in the context nor in the notes; `id` is the group that contains it. */
export interface RiskView {
  readonly kind: AtRisk['kind'];
  readonly text: string;
  readonly id: string;
}

/** The cost of the context per request, in US dollars. */
export interface PreviewMoney {
  /** The cost now, with the provider's prompt cache if it has one. */
  readonly now: number;
  /** The cost of the first request afterwards, which can't use the cache. */
  readonly first: number;
  /** The cost of each request after that. */
  readonly then: number;
  /** The number of requests after which it has paid for itself; absent if it never does. */
  readonly paysAfter?: number;
}

/** The effect of a compaction, before anything is done. */
export interface PreviewView {
  /** Identifies this preview when its texts are read or it is applied. */
  readonly key: string;
  readonly strategy: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The summary that a model will add later, the only later change; absent without one. */
  readonly modelNotes?: {
    /** The name of the model that gets the removed messages. */
    readonly model: string;
    readonly mostTokens: number;
    /**
     * Whether the room is too small for the notes and the summary, so that the summary takes the place of notes on the
     * work. Notes of the person's words stay.
     */
    readonly isTight: boolean;
  };
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly passes: readonly PassFigures[];
  /** The present context, oldest first. */
  readonly turns: readonly PreviewTurn[];
  /** The number of messages that left the context in earlier compactions. */
  readonly goneCount: number;
  /** The model's next input, in order. */
  readonly after: readonly ContextItemView[];
  /** The most important risks; `riskCount` is the number of all. */
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
