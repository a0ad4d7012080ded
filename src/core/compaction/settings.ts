export type StrategyName = 'truncate' | 'summarize' | 'hybrid' | 'rolling' | 'staged' | 'window';

export const COMPACTION_WHEN = ['automatic', 'ask', 'manual'] as const;
export type CompactionWhen = (typeof COMPACTION_WHEN)[number];

/** The settings for compaction. Unless stated otherwise, shares are shares of the usable window. */
export interface CompactionSettings {
  readonly strategy: StrategyName;
  /** How a run below the emergency tier starts: automatically, after a question to the person, or only on request. */
  readonly when: CompactionWhen;
  /** The share of the usable window at which each tier begins. */
  readonly thresholds: {
    readonly background: number;
    readonly aggressive: number;
    readonly emergency: number;
  };
  /** The share of the usable window at which a run stops. */
  readonly target: number;
  /**
   * For each tier, the share of the messages, oldest first, that a run may fold. An automatic run shortens tool outputs
   * beyond this share, too. A context that still does not fit is compacted further.
   */
  readonly eligibleShares: {
    readonly background: number;
    readonly aggressive: number;
    readonly emergency: number;
  };
  readonly rolling: { readonly trigger: number; readonly target: number; readonly keepMessages: number };
  readonly staged: {
    readonly trigger: number;
    readonly target: number;
    /** The number of oldest messages of the current stage that are folded at a time. */
    readonly batch: number;
    /** The number of newest messages that the pass `keepNewest` keeps when the passes before it freed too little. */
    readonly keepMessages: number;
  };
  /** For the strategy `window`: the number of newest turns that stay, and the number of turns folded at a time. */
  readonly window: { readonly turns: number; readonly batch: number };
  /** The maximum number of tokens of a context, however large the window is; absent for no limit. */
  readonly maxContextTokens?: number;
  readonly keepRecentMessages: number;
  /**
   * The share of the window, or of a requested budget, that the newest messages may take. Of this limit and
   * `keepRecentMessages`, the smaller limit applies.
   */
  readonly recentShare: number;
  /**
   * The minimum number of tokens that an automatic run must free. If absent, the minimum is 1,000 or 5 % of the usable
   * window, whichever is smaller.
   */
  readonly minSavingTokens?: number;
  readonly stubs: {
    /**
     * Tool outputs with fewer tokens are replaced by stubs only if a later read or change superseded them, or if the
     * person chose so.
     */
    readonly minTokens: number;
    /**
     * The minimum number of tokens that a batch of stubs must save, because each batch invalidates the provider's
     * prompt cache. If absent, the minimum is 2,000 or 5 % of the usable window, whichever is smaller.
     */
    readonly minTotalSaving?: number;
    /** The number of tokens at the end of the context in which tool outputs stay whole. */
    readonly protectedTokens: number;
  };
  /**
   * The planned number of tokens of the notes. A model's summary is not included. If absent, the number is 4 % of the
   * usable window, but at least 2,000 and at most 8,000.
   */
  readonly recordTokens?: number;
  /**
   * Whether a new summary always replaces the earlier summaries (`merge`), or is added to them until they fill the room
   * for a summary (`stack`).
   */
  readonly summaries: 'merge' | 'stack';
  readonly evictionNote: boolean;
  /** The number of newest observations that no compaction folds. */
  readonly liveObservations: number;
  /** The maximum number of characters of the list of folded observations in the context. */
  readonly observationCharacters: number;
}

const AGGRESSIVE = 0.85;

/** Returns 0.85 if 0.85 is between the person's two thresholds; otherwise the mean of the two thresholds. */
export function aggressiveThreshold(background: number, emergency: number): number {
  const isBetween = background < AGGRESSIVE && AGGRESSIVE < emergency;
  return isBetween ? AGGRESSIVE : (background + emergency) / 2;
}

/**
 * Returns the minimum number of tokens that must be freed to make up for an invalidated prompt cache: 5 % of the usable
 * window. In replays, the cost and the facts in the context were nearly the same with 10 %.
 */
export function savingWorthCacheLoss(usableTokens: number): number {
  return Math.floor(usableTokens * 0.05);
}

/** Returns the minimum number of tokens that an automatic run must free. */
export function leastRunSaving({ minSavingTokens }: CompactionSettings, usableTokens: number): number {
  return minSavingTokens ?? Math.min(1_000, savingWorthCacheLoss(usableTokens));
}

/** Returns the minimum number of tokens that a batch of shortened tool outputs must save. */
export function leastStubSaving({ stubs }: CompactionSettings, usableTokens: number): number {
  return stubs.minTotalSaving ?? Math.min(2_000, savingWorthCacheLoss(usableTokens));
}

/** docs/DEFAULTS.md explains each default. */
export const DEFAULT_SETTINGS: CompactionSettings = {
  strategy: 'hybrid',
  when: 'automatic',
  thresholds: { background: 0.75, aggressive: AGGRESSIVE, emergency: 0.95 },
  target: 0.4,
  eligibleShares: { background: 0.5, aggressive: 0.5, emergency: 1 },
  rolling: { trigger: 0.95, target: 0.8, keepMessages: 10 },
  staged: { trigger: 0.85, target: 0.84, batch: 20, keepMessages: 50 },
  window: { turns: 50, batch: 10 },
  keepRecentMessages: 20,
  recentShare: 0.25,
  stubs: { minTokens: 200, protectedTokens: 8_000 },
  summaries: 'merge',
  evictionNote: true,
  liveObservations: 12,
  observationCharacters: 400,
};

export interface SettingsConflict {
  readonly sentence: string;
  /** The names of the settings that contradict each other, in the order in which a reset to the default is tried. */
  readonly names: readonly string[];
}

/** Returns the pairs of settings that contradict each other; empty if there are none. */
export function settingsConflicts({
  thresholds,
  target,
  rolling,
  staged,
}: CompactionSettings): readonly SettingsConflict[] {
  const background = 'compaction.backgroundThreshold';
  return [
    ...(thresholds.background < thresholds.aggressive && thresholds.aggressive < thresholds.emergency
      ? []
      : [
          {
            sentence: 'The background threshold must be below the emergency threshold.',
            names: [background, 'compaction.emergencyThreshold'],
          },
        ]),
    ...below(['compaction.target', background], target, thresholds.background),
    ...below(['rolling.target', 'rolling.trigger'], rolling.target, rolling.trigger),
    ...below(['staged.target', 'staged.trigger'], staged.target, staged.trigger),
  ];
}

function below(
  names: readonly [lower: string, upper: string],
  value: number,
  limit: number,
): readonly SettingsConflict[] {
  if (value < limit) return [];
  const [lower, upper] = names;
  return [
    {
      sentence: `${lower} (${String(value)}) must be below ${upper} (${String(limit)}).`,
      names,
    },
  ];
}
