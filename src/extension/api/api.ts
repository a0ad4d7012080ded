import type { Disposable, Event } from 'vscode';

/**
 * The API for other extensions:
 *
 *     const longthread = vscode.extensions.getExtension<LongthreadApi>('longthread.longthread');
 *     const api = await longthread?.activate();
 *
 * It reads and compacts the session that this window shows; strategies are for all sessions. Secrets in texts are masked.
 * Within one version, nothing is removed or changes its meaning.
 */
export interface LongthreadApi {
  readonly version: 1;

  /** Fires when a compaction was committed: an automatic one, one by the person, or one by `compact`. */
  readonly onDidCompact: Event<CompactionInfo>;

  /** Returns whether an automatic compaction would start now, and why or why not. Starts nothing. */
  shouldCompact(): CompactionDecision;

  /** Compacts now, whatever the thresholds say. Resolves once the run has ended, even if it was refused. */
  compact(options?: CompactOptions): Promise<CompactResult>;

  /** Returns what the model sees next, in order; an empty list where no session is open. */
  getContext(): readonly ContextMessage[];

  /** Returns every compaction of the session, oldest first, including those undone. */
  getCompactionHistory(): readonly CompactionInfo[];

  /**
   * Adds a strategy that can be chosen by its name until the result is disposed. Throws a RangeError that says what is
   * wrong with the definition, or that the name is taken.
   */
  registerStrategy(strategy: StrategyDefinition): Disposable;
}

export interface CompactionDecision {
  readonly shouldCompact: boolean;
  /** The tier that a run would have. */
  readonly tier?: 'background' | 'aggressive' | 'emergency';
  /** The reason why no compaction would start, e.g. `below_threshold`, `already_in_flight`, `no_session`. */
  readonly reason?: string;
}

export interface CompactOptions {
  /** The name of a built-in or registered strategy, used for this run only. */
  readonly strategy?: string;
  /** Instructions for the summary. */
  readonly instructions?: string;
  /** The most tokens that the whole context may have after the run: a whole number of at least 1. */
  readonly budgetTokens?: number;
}

export type CompactResult =
  | { readonly done: true; readonly compaction: CompactionInfo }
  | { readonly done: false; readonly reason: string; readonly sentence: string };

export interface CompactionInfo {
  readonly sessionId: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly state: 'live' | 'undone' | 'superseded';
  readonly reason: 'threshold' | 'manual' | 'overflow' | 'emergency';
  readonly strategy: string;
  readonly tier: 'background' | 'aggressive' | 'emergency' | 'manual';
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The tokens of the model's summary, or of the notes by code where there is none. */
  readonly summaryTokens: number;
  /** The newest message that the compaction removed from the context; absent if it removed none. */
  readonly coveredThrough?: string;
  readonly durationMs: number;
  readonly passes: readonly {
    readonly name: string;
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    readonly treated: number;
  }[];
}

export interface ContextMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The whole text: texts, reasoning, files, tool names and arguments, a line each. */
  readonly text: string;
  /** `verbatim`, `stub`, `summary`… */
  readonly treatment: string;
  readonly tokens: number;
  /** Ids of the log entries that it stands for. */
  readonly entries: readonly string[];
}

export interface StrategyDefinition {
  readonly name: string;
  /**
   * Names of built-in passes, in order; a run stops as soon as it meets its target. `chitchat` leaves out small talk.
   * `supersededReads`, `toolOutputs` and `toolResults` (results only) shorten. `oldStages` and `recentStages` put the
   * decisions of finished stages in place of their messages. `foldOldest`, `foldOldestOfStage` and `foldTurns` put
   * messages into notes and summary. `evictOldest` and `keepNewest` leave messages out; recall still finds them.
   */
  readonly passes: readonly string[];
  /**
   * Share of the usable window, above 0 and at most 1, at which it runs. If absent, the thresholds of the settings
   * apply.
   */
  readonly trigger?: { readonly at: number; readonly target: number };
  /** Whether notes taken from the log replace the folded messages. Default: true. */
  readonly hasNotes?: boolean;
  /** The former name of `hasNotes`. */
  readonly hasLedger?: boolean;
  /** Whether a model's summary is added to the notes, where a model is connected. Default: true. */
  readonly hasSummary?: boolean;
}
