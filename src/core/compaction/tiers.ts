import type { Tier } from '../log/entry.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';

const RANK: Readonly<Record<Tier, number>> = { background: 0, aggressive: 1, emergency: 2 };

/**
 * The tier that a context of so many tokens is in; undefined below all. A strategy with one trigger has the
 * background tier from there on, and like all others the emergency tier.
 */
export function tierOf(share: number, strategy: Strategy, settings: CompactionSettings): Tier | undefined {
  const trigger = strategy.trigger(settings);
  const { background, aggressive, emergency } = settings.thresholds;
  if (share >= Math.max(emergency, trigger.by === 'share' ? trigger.at : 0)) {
    return trigger.by === 'share' && trigger.at >= emergency ? 'background' : 'emergency';
  }
  switch (trigger.by) {
    case 'share':
      return share >= trigger.at ? 'background' : undefined;
    case 'turns':
      return undefined;
    case 'tiers':
      if (share >= aggressive) return 'aggressive';
      return share >= background ? 'background' : undefined;
  }
}

export function isTierAbove(tier: Tier, other: Tier): boolean {
  return RANK[tier] > RANK[other];
}

/**
 * Whether a run is for its summary's sake alone: turns fell out of the window, and nothing else needs room. Without the
 * summary there is no reason to fold them.
 */
export function isForSummary(
  tier: Tier | 'manual',
  strategy: Strategy,
  settings: CompactionSettings,
): boolean {
  return tier === 'background' && strategy.trigger(settings).by === 'turns' && strategy.hasSummary;
}

/** Share of the messages, oldest first, that a run of this tier may touch. One-trigger strategies may touch all. */
export function eligibleShare(
  tier: Tier | 'manual',
  strategy: Strategy,
  settings: CompactionSettings,
): number {
  if (strategy.trigger(settings).by !== 'tiers') return 1;
  return tier === 'manual' ? 1 : settings.eligibleShares[tier];
}

/** Share of the usable window at which a run stops by itself. */
export function targetShare(strategy: Strategy, settings: CompactionSettings): number {
  const trigger = strategy.trigger(settings);
  return trigger.by === 'share' ? trigger.target : settings.target;
}
