import type { TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import type { Wish } from '../context/fate.ts';
import type { ShownTokens } from '../context/gauge.ts';
import type { CompactionReason, MessageId, Tier } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';

/** A session as it is when a compaction is thought of, and what it is to fit. */
export interface CompactionView {
  readonly session: Session;
  readonly account: TokenAccount;
  readonly settings: CompactionSettings;
  readonly strategy: Strategy;
  readonly usableTokens: number;
  /** By the gauge: the provider's report where there is one. */
  readonly usedTokens: number;
  /** Tool schemas and whatever else every request carries. */
  readonly overheadTokens?: number;
  readonly oftenRecalled?: ReadonlySet<string>;
  /** False where the model has no way to recall; a strategy that trusts recall then gives way to `hybrid`. */
  readonly canRecall?: boolean;
  /** The model that summarizes: there, or resting after failures; absent where there is none. */
  readonly summarizer?: 'ready' | 'resting';
  /** The person's turns from the oldest on that stands; absent where they are to be counted. */
  readonly turns?: number;
  /** Tokens of large tool results that stand in full; absent where they are to be counted. */
  readonly resultTokens?: number;
  /** How much further the session is thought to be than its messages: tokens, and turns of the person. */
  readonly ahead?: { readonly tokens: number; readonly turns: number };
  /** What the context takes as it will be sent, where that is not what the account says. */
  readonly measure?: (context: Context) => number;
  /** How a figure is told in a sentence. */
  readonly shown?: ShownTokens;
}

/** What a compaction is thought of for: it may be due by itself, or a person asks for it. */
export type Goal =
  | ({ readonly by: 'itself'; readonly reason: Exclude<CompactionReason, 'manual'> } & Held)
  | {
      readonly by: 'person';
      /** As far as a run that starts by itself at this tier would go: what was asked about. A budget goes before it. */
      readonly tier?: Tier;
      /** Most tokens of the whole context. */
      readonly budgetTokens?: number;
      /** Without a budget: about half stays. Otherwise everything older than the newest is compacted. */
      readonly keepsHalf?: boolean;
      readonly instructions?: string;
      /** What is to become of single messages, or of a part of the session, whatever the strategy would do. */
      readonly wishes?: Wishes;
      /** No model is to tell of what goes, now or later. */
      readonly withoutModel?: true;
    };

/** What keeps a run that would start by itself from starting. */
export interface Held {
  /** The tier of the run in flight: only an emergency takes its place. */
  readonly runningTier?: Tier | 'manual' | undefined;
  /** Automatic runs rest up to and with this tier: the person said "later", or undid one. `none` is below all tiers. */
  readonly restsThrough?: Tier | 'none' | undefined;
  /** The person agreed to the run that would start by itself. */
  readonly isAgreed?: boolean;
  /** The turn goes on, its next request brings the results of tools; or the task does, of whose plan steps are open. */
  readonly isAmidTurn?: boolean;
  /** A good moment, though no threshold is passed: the model says that a task is over, or the provider's cache is about to go. */
  readonly isWelcome?: boolean;
}

/** What a person chose for a compaction. A wish for a message is one for its whole group: a call goes with its results. */
export interface Wishes {
  readonly byMessage?: ReadonlyMap<MessageId, Wish>;
  /** This part alone is compacted, all of it; what stands before and after stays. */
  readonly range?: { readonly first: MessageId; readonly last: MessageId };
}
