import type { Disposable, Event } from 'vscode';

/**
 * The API for other extensions:
 *
 *     const longthread = vscode.extensions.getExtension<LongthreadApi>('longthread.longthread');
 *     const api = await longthread?.activate();
 *
 * Reads and compacts the session that Longthread's chat shows in this window, not the sessions of the editor's agent.
 * Strategies apply to all sessions. Secrets in texts are masked.
 *
 * Within one `version`, nothing is removed and nothing changes its meaning.
 */
export interface LongthreadApi {
  readonly version: 1;

  /**
   * Fires when a compaction was committed, whether it was automatic, was started by the person, or was started by
   * `compact`. Does not fire when a model's summary is added later.
   */
  readonly onDidCompact: Event<CompactionInfo>;

  /** Returns the tier of the automatic compaction that would start now, or why none would start. Starts nothing. */
  shouldCompact(): CompactionDecision;

  /**
   * Compacts now, regardless of the thresholds. Resolves when the run and its summary have ended. If nothing was
   * compacted, the result contains the reason.
   */
  compact(options?: CompactOptions): Promise<CompactResult>;

  /** Returns what the model sees next, in order; an empty list if no session is open. */
  getContext(): readonly ContextMessage[];

  /** Returns every compaction of the session, oldest first, including undone compactions. */
  getCompactionHistory(): readonly CompactionInfo[];

  /**
   * Adds a strategy that can be chosen by its name until the returned Disposable is disposed. Throws a RangeError that
   * says what is wrong with the definition, or that the name is taken.
   */
  registerStrategy(strategy: StrategyDefinition): Disposable;
}

export interface CompactionDecision {
  readonly shouldCompact: boolean;
  /**
   * How urgent the compaction is, if one would start: `background` (over a threshold), `aggressive` (far over it), or
   * `emergency` (no room is left).
   */
  readonly tier?: 'background' | 'aggressive' | 'emergency';
  /** The reason why no compaction would start, e.g. `below_threshold`, `already_in_flight`, `no_session`. */
  readonly reason?: string;
}

export interface CompactOptions {
  /** The name of a built-in or registered strategy, used for this run only. */
  readonly strategy?: string;
  /** Instructions for the summary. */
  readonly instructions?: string;
  /** The maximum number of tokens of the whole context after the run: a whole number of at least 1. */
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
  /** `superseded`: no longer applied, since a rewind removed messages that this or an earlier compaction covers. */
  readonly state: 'live' | 'undone' | 'superseded';
  /**
   * Why the compaction began. `manual`: the person or `compact` started it. `overflow`: a request was too long for the
   * model. `emergency`: no room was left. `threshold`: any other reason.
   */
  readonly reason: 'threshold' | 'manual' | 'overflow' | 'emergency';
  readonly strategy: string;
  readonly tier: 'background' | 'aggressive' | 'emergency' | 'manual';
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /**
   * The number of tokens of the model's summary. If there is no summary, the number of tokens of the notes that
   * Longthread wrote without a model. If there are no notes either, 0.
   */
  readonly summaryTokens: number;
  /** The newest message that the compaction removed from the context; absent if it removed no message. */
  readonly coveredThrough?: string;
  readonly durationMs: number;
  readonly passes: readonly {
    readonly name: string;
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    /**
     * The number of messages that the pass shortened or removed. For `record`, which writes the notes, the number of
     * messages that all passes removed.
     */
    readonly treated: number;
  }[];
}

export interface ContextMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The whole text: texts, reasoning, files, tool names and arguments, each on a new line. An image is only named. */
  readonly text: string;
  /** The form in which the model sees the message: `verbatim`, `stub`, `summary`… */
  readonly treatment: string;
  readonly tokens: number;
  /** The ids of the log entries that the message stands for. */
  readonly entries: readonly string[];
}

export interface StrategyDefinition {
  readonly name: string;
  /**
   * Names of built-in passes, in order. Once the target is met, no further pass begins. A pass marked with * changes
   * everything that it applies to. Any other pass stops at the target.
   *
   * - `chitchat`* leaves out small talk.
   * - `supersededReads`* shortens results of reads that were repeated later or whose file was changed later.
   * - `toolOutputs` shortens large tool results and long arguments of tool calls. In an automatic run, `toolOutputs`
   *   does not stop at the target.
   * - `toolResults`* shortens only large tool results.
   * - `oldStages` replaces the messages of finished stages, except the newest three, with the decisions of each stage.
   * - `recentStages` does the same for all finished stages, in fewer words than `oldStages`.
   * - `foldOldest` replaces the oldest messages with notes and a summary. Decisions leave after other messages. The
   *   original request, constraints and corrections leave last.
   * - `foldOldestOfStage` replaces the oldest messages of the current stage with notes and a summary.
   * - `foldTurns`* replaces whole batches of the oldest turns with notes and a summary.
   * - `evictOldest` leaves out the oldest messages, but keeps at least `rolling.keepMessages` messages.
   * - `keepNewest` leaves out the oldest messages, but keeps about `staged.keepMessages` messages.
   *
   * The tool `recall` still finds messages that were left out.
   */
  readonly passes: readonly string[];
  /**
   * The shares of the usable window at which the strategy runs (`at`) and to which it compacts (`target`):
   * 0 < `target` < `at` ≤ 1. If absent, the thresholds of the settings apply.
   */
  readonly trigger?: { readonly at: number; readonly target: number };
  /**
   * Whether notes replace the messages that leave the context. Longthread writes the notes without a model. Default:
   * true.
   */
  readonly hasNotes?: boolean;
  /** The former name of `hasNotes`. */
  readonly hasLedger?: boolean;
  /** Whether a summary by a connected model is added, except in an emergency. Default: true. */
  readonly hasSummary?: boolean;
}
