import type { LargeMessage } from '../../../src/shared/chatView.ts';
import type { GaugeView } from '../../../src/shared/gaugeView.ts';

/** The gauge of the made-up day, and the largest messages in the context. */

export const gauge: GaugeView = {
  usedTokens: 112_400,
  usableTokens: 181_000,
  windowTokens: 200_000,
  isEstimated: false,
  isAssumedWindow: false,
  tier: 'calm',
  ticks: [
    { fraction: 0.75, label: 'compacts automatically in the background' },
    { fraction: 0.85, label: 'compacts a larger part automatically' },
    { fraction: 0.95, label: 'urgent: compacts at once, without a model' },
  ],
  categories: [
    { name: 'system', tokens: 9_100 },
    { name: 'notes', tokens: 6_300 },
    { name: 'user', tokens: 4_800 },
    { name: 'assistant', tokens: 22_600 },
    { name: 'tool results', tokens: 66_400 },
    { name: 'observations', tokens: 2_600 },
    { name: 'not sent yet', tokens: 600 },
  ],
  nextCompactionAt: 135_750,
  turnsLeft: 6,
  cost: { spent: 1.24, isPartial: false, next: 0.031 },
  cachedShare: 0.82,
  isCompacting: false,
};

/** The gauge half a day after the newest answer, when the provider's cache has expired. */
export const gaugeAfterExpiry: GaugeView = {
  ...gauge,
  expiredCache: { ageMs: 43_200_000, asItIs: 1.1, compacted: 0.09 },
};

export const largest: readonly LargeMessage[] = [
  ['t1', 'read_file src/tides/harmonics/constituents/interpolate.ts', 'tool', 18_900],
  ['t2', 'search_text interpolate(', 'tool', 12_100],
  ['m2', 'The jump comes from interpolate(): it walks the station’s table by index', 'assistant', 4_300],
  ['m1', 'Never touch stations.json, it is generated.', 'you', 1_240],
  ['m3', 'Now send the log to the harbour office.', 'you', 412],
].map(([id, label, speaker, tokens]) => ({
  id: String(id),
  label: String(label),
  speaker: String(speaker),
  tokens: Number(tokens),
  isPinned: id === 'm1',
  isLeftOut: false,
  canLeaveOut: id !== 'm1' && id !== 'm3',
  canShorten: id !== 'm1' && id !== 'm3',
}));
