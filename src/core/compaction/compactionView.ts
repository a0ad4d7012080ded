import type { TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import type { ChosenFate } from '../context/fate.ts';
import type { ShownTokens } from '../context/gauge.ts';
import type { CompactionReason, MessageId, Tier } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';

/** The state of a session to compact, and the window that it must fit. */
export interface CompactionView {
  readonly session: Session;
  readonly account: TokenAccount;
  readonly settings: CompactionSettings;
  readonly strategy: Strategy;
  readonly usableTokens: number;
  /** The used tokens as the gauge shows them: the provider's report if there is one. */
  readonly usedTokens: number;
  /** The tokens of tool schemas and other parts of every request. */
  readonly overheadTokens?: number;
  readonly oftenRecalled?: ReadonlySet<string>;
  /** False if the model has no recall tool; a strategy that needs recall then falls back to `hybrid`. */
  readonly canRecall?: boolean;
  /** The state of the summarizing model: available, or resting after failures; absent without one. */
  readonly summarizer?: 'ready' | 'resting';
  /** The number of the person's turns since the oldest message in the context; absent if they must be counted. */
  readonly turns?: number;
  /** The tokens of large tool results that are whole in the context; absent if they must be counted. */
  readonly resultTokens?: number;
  /** Tokens and turns that are assumed to come after the last message. */
  readonly ahead?: { readonly tokens: number; readonly turns: number };
  /** Counts the context's tokens as it will be sent, if these differ from the account's count. */
  readonly measure?: (context: Context) => number;
  /** Converts token figures for sentences that a person reads. */
  readonly shown?: ShownTokens;
}

/** Why a compaction is planned: it may be due automatically, or the person asks for it. */
export type Goal =
  | ({ readonly by: 'automatic'; readonly reason: Exclude<CompactionReason, 'manual'> } & RunConditions)
  | ({ readonly by: 'person' } & Asked);

/** A compaction that the person asks for. */
export interface Asked {
  /** Compacts as far as an automatic run at this tier. A budget takes precedence. */
  readonly tier?: Tier;
  /** The most tokens that the whole context may have. */
  readonly budgetTokens?: number;
  /** Keeps about half of the context without a tier or budget. Without all three, only the newest messages stay. */
  readonly keepsHalf?: boolean;
  readonly instructions?: string;
  /** The person's choices for single messages or a part of the session, which override the strategy. */
  readonly wishes?: Wishes;
  /** Asks no model for a summary, now or later. */
  readonly withoutModel?: true;
}

/** Conditions that may keep an automatic run from starting. */
export interface RunConditions {
  /** The tier of the run in flight; only an emergency replaces it. */
  readonly runningTier?: Tier | 'manual' | undefined;
  /**
   * The highest tier at which automatic runs rest because the person postponed or undid one. `none` is below all tiers.
   */
  readonly restsThrough?: Tier | 'none' | undefined;
  /** Whether the person agreed to the automatic run. */
  readonly isAgreed?: boolean;
  /**
   * Whether the turn is in progress (its next request brings tool results) or its task is unfinished (the model's plan
   * has open steps).
   */
  readonly isAmidTurn?: boolean;
  /**
   * Whether this is a good moment although no threshold is reached: the model says that a task is over, or the
   * provider's cache is about to expire.
   */
  readonly isGoodMoment?: boolean;
}

/** The person's choices for a compaction. A choice for a message holds for its tool group. */
export interface Wishes {
  readonly byMessage?: ReadonlyMap<MessageId, ChosenFate>;
  /** Compacts this whole part, and nothing before or after it. */
  readonly range?: { readonly first: MessageId; readonly last: MessageId };
}
