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
  /** The number of used tokens that the gauge shows. It comes from the provider's report, if there is a report. */
  readonly usedTokens: number;
  /** The tokens of the tool schemas and of other parts that every request contains. */
  readonly overheadTokens?: number;
  /** The names, such as file paths, that were often recalled. The notes prefer files with these names. */
  readonly oftenRecalled?: ReadonlySet<string>;
  /** False if the model has no recall tool; a strategy that needs recall then falls back to `hybrid`. */
  readonly canRecall?: boolean;
  /** The state of the summarizing model: available, or paused after failures; absent without a summarizing model. */
  readonly summarizer?: 'ready' | 'resting';
  /** The number of the person's turns since the oldest message in the context; absent if they must be counted. */
  readonly turns?: number;
  /** The tokens of large tool results that are in the context in full; absent if they must be counted. */
  readonly resultTokens?: number;
  /** An assumed growth of the session: the numbers of tokens and turns after the last message. */
  readonly ahead?: { readonly tokens: number; readonly turns: number };
  /** Counts the tokens of the context as it will be sent. Set only if this count differs from that of `account`. */
  readonly measure?: (context: Context) => number;
  /** Converts Longthread's own token counts to the provider's tokens, for sentences that the person reads. */
  readonly shown?: ShownTokens;
}

/** The reason for planning a compaction: an automatic check, or a request by the person. */
export type Goal =
  | ({ readonly by: 'automatic'; readonly reason: Exclude<CompactionReason, 'manual'> } & RunConditions)
  | ({ readonly by: 'person' } & Asked);

/** A compaction that the person asks for. */
export interface Asked {
  /** Compacts as much as an automatic run at this tier would. A budget takes precedence. */
  readonly tier?: Tier;
  /** The maximum number of tokens of the whole context. */
  readonly budgetTokens?: number;
  /**
   * Keeps about half of the context if there is no tier and no budget. Without `tier`, `budgetTokens` and `keepsHalf`,
   * only the newest messages stay.
   */
  readonly keepsHalf?: boolean;
  readonly instructions?: string;
  /** The person's choices for single messages or a part of the session, which override the strategy. */
  readonly wishes?: Wishes;
  /** Asks no model for a summary, neither now nor later. */
  readonly withoutModel?: true;
}

/** Conditions that may keep an automatic run from starting. */
export interface RunConditions {
  /** The tier of the run that is in progress; only an emergency run replaces that run. */
  readonly runningTier?: Tier | 'manual' | undefined;
  /**
   * The highest tier at which automatic runs are paused because the person postponed or undid a compaction. `none` is
   * below all tiers.
   */
  readonly restsThrough?: Tier | 'none' | undefined;
  /** Whether the person agreed to the automatic run. */
  readonly isAgreed?: boolean;
  /**
   * Whether the turn is in progress (the next request contains tool results) or the task is unfinished (the model's
   * plan has open steps).
   */
  readonly isAmidTurn?: boolean;
  /**
   * Whether this is a good moment although no threshold is reached: the model says that a task is over, or the
   * provider's cache is about to expire.
   */
  readonly isGoodMoment?: boolean;
}

/** The person's choices for a compaction. A choice for a message holds for the whole tool group of the message. */
export interface Wishes {
  readonly byMessage?: ReadonlyMap<MessageId, ChosenFate>;
  /** Compacts this whole part of the session, and nothing before or after it. */
  readonly range?: { readonly first: MessageId; readonly last: MessageId };
}
