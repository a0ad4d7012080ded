import { DEFAULT_SETTINGS, type CompactionSettings } from '../../../src/core/compaction/settings.ts';

/**
 * A setting and the values to try for it. All settings that do not depend on this setting have their default values.
 */
export interface Trial {
  readonly setting: string;
  readonly values: readonly { readonly label: string; readonly settings: CompactionSettings }[];
}

/** The settings that change the cost of the default strategy or what this strategy leaves out. */
export const TRIALS: readonly Trial[] = [
  trial('thresholds.background', [0.65, 0.7, 0.75, 0.8], (background) => ({
    thresholds: { ...DEFAULT_SETTINGS.thresholds, background },
  })),
  trial('thresholds.aggressive', [0.8, 0.85, 0.9], (aggressive) => ({
    thresholds: { ...DEFAULT_SETTINGS.thresholds, aggressive },
  })),
  trial('target', [0.3, 0.4, 0.5, 0.6, 0.7], (target) => ({ target })),
  trial('eligibleShares.background', [0.3, 0.5, 0.7, 1], (background) => ({
    eligibleShares: {
      ...DEFAULT_SETTINGS.eligibleShares,
      background,
      aggressive: Math.max(background, DEFAULT_SETTINGS.eligibleShares.aggressive),
    },
  })),
  trial('recentShare', [0.15, 0.25, 0.4], (recentShare) => ({ recentShare })),
  trial('keepRecentMessages', [10, 20, 40], (keepRecentMessages) => ({ keepRecentMessages })),
  trial('minSavingTokens', [0, 1_000, 4_000, 10_000], (minSavingTokens) => ({ minSavingTokens })),
  trial('stubs.minTokens', [100, 200, 500, 1_000], (minTokens) => stubs({ minTokens })),
  trial('stubs.minTotalSaving', [0, 2_000, 8_000, 20_000], (minTotalSaving) => stubs({ minTotalSaving })),
  trial('stubs.protectedTokens', [0, 8_000, 16_000, 32_000], (protectedTokens) => stubs({ protectedTokens })),
  trial('recordTokens', [2_000, 4_000, 8_000, 12_000, 16_000], (recordTokens) => ({ recordTokens })),
];

function trial(
  setting: string,
  values: readonly number[],
  change: (value: number) => Partial<CompactionSettings>,
): Trial {
  return {
    setting,
    values: values.map((value) => ({
      label: value.toLocaleString('en'),
      settings: { ...DEFAULT_SETTINGS, ...change(value) },
    })),
  };
}

function stubs(change: Partial<CompactionSettings['stubs']>): Partial<CompactionSettings> {
  return { stubs: { ...DEFAULT_SETTINGS.stubs, ...change } };
}
