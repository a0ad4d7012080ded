import type { TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import type { Wish } from '../context/fate.ts';
import type { ShownTokens } from '../context/gauge.ts';
import type { CompactionReason, MessageId, Tier } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';

/** The state of a session to be compacted, and what it has to fit. */
export interface CompactionView {
  readonly session: Session;
  readonly account: TokenAccount;
  readonly settings: CompactionSettings;
  readonly strategy: Strategy;
  readonly usableTokens: number;
  /** The tokens in use by the gauge: the provider's report where there is one. */
  readonly usedTokens: number;
  /** The tokens of tool schemas and other parts of every request. */
  readonly overheadTokens?: number;
  readonly oftenRecalled?: ReadonlySet<string>;
  /** False where the model can't recall; a strategy that relies on recall then falls back to `hybrid`. */
  readonly canRecall?: boolean;
  /** The model that summarizes: there, or resting after failures; absent where there is none. */
  readonly summarizer?: 'ready' | 'resting';
  /** The person's turns from the oldest on that stands; absent where they are to be counted. */
  readonly turns?: number;
  /** The tokens of large tool results that are whole; absent where they must be counted. */
  readonly resultTokens?: number;
  /** Tokens and turns that are assumed to come after the last message. */
  readonly ahead?: { readonly tokens: number; readonly turns: number };
  /** Measures the context as it will be sent, where that differs from the account. */
  readonly measure?: (context: Context) => number;
  /** Converts token figures for sentences. */
  readonly shown?: ShownTokens;
}

/** Why a compaction is planned: it may be due by itself, or the person asks for it. */
export type Goal =
  | ({ readonly by: 'itself'; readonly reason: Exclude<CompactionReason, 'manual'> } & Held)
  | {
      readonly by: 'person';
      /** Compacts as far as a run that starts by itself at this tier. A budget takes precedence. */
      readonly tier?: Tier;
      /** The most tokens that the whole context may have. */
      readonly budgetTokens?: number;
      /** Without a budget, keeps about half; without either, compacts everything but the newest. */
      readonly keepsHalf?: boolean;
      readonly instructions?: string;
      /** The person's choices for single messages or a part of the session, which override the strategy. */
      readonly wishes?: Wishes;
      /** Asks no model for a summary, now or later. */
      readonly withoutModel?: true;
    };

/** What may keep a run from starting by itself. */
export interface Held {
  /** The tier of the run in flight: only an emergency takes its place. */
  readonly runningTier?: Tier | 'manual' | undefined;
  /** The highest tier at which automatic runs rest, as the person postponed or undid one. `none` is below all tiers. */
  readonly restsThrough?: Tier | 'none' | undefined;
  /** The person agreed to the run that would start by itself. */
  readonly isAgreed?: boolean;
  /**
   * Whether the turn is in progress (its next request brings tool results), or its task is, while steps of the model's
   * plan are open.
   */
  readonly isAmidTurn?: boolean;
  /** A good moment, though no threshold is passed: the model says that a task is over, or the provider's cache is about to go. */
  readonly isWelcome?: boolean;
}

/** The person's choices for a compaction. A choice for a message holds for its tool group. */
export interface Wishes {
  readonly byMessage?: ReadonlyMap<MessageId, Wish>;
  /** Compacts all of this part, and nothing before or after it. */
  readonly range?: { readonly first: MessageId; readonly last: MessageId };
}
