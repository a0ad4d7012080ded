import type { Tier } from '../log/entry.ts';
import type { CompactionView } from './compact.ts';
import { foldableTurns } from './passes/foldTurns.ts';
import { aimOfTier } from './aim.ts';
import { startPlan } from './plan.ts';
import type { CompactionSettings } from './settings.ts';
import type { SkipReason } from './skip.ts';
import type { Strategy } from './strategies.ts';

/** What keeps a run that would start by itself from starting. */
export interface Held {
  /** The tier of the run in flight: only an emergency takes its place. */
  readonly runningTier?: Tier | 'manual' | undefined;
  /** Automatic runs rest up to and with this tier: the person said "later", or undid one. `none` is below all tiers. */
  readonly restsThrough?: Tier | 'none' | undefined;
}

export type Due =
  { readonly run: true; readonly tier: Tier } | { readonly run: false; readonly reason: SkipReason };

const RANK: Readonly<Record<Tier, number>> = { background: 0, aggressive: 1, emergency: 2 };

/** Whether a run starts by itself now, and at which tier; if not, why not. */
export function dueTier(view: CompactionView, { runningTier, restsThrough }: Held): Due {
  const skip = (reason: SkipReason): Due => ({ run: false, reason });
  const tier = standingTier(view);
  if (tier === undefined) return skip('below_threshold');
  const isEmergency = tier === 'emergency';
  if (runningTier !== undefined && (!isEmergency || runningTier === 'emergency'))
    return skip('already_in_flight');
  if (
    !isEmergency &&
    restsThrough !== undefined &&
    restsThrough !== 'none' &&
    !isTierAbove(tier, restsThrough)
  )
    return skip('deferred_by_user');
  if (view.summarizer === 'resting' && isForSummary(tier, view.strategy, view.settings))
    return skip('summarizer_resting');
  return { run: true, tier };
}

/** The tier that the context is in as it stands, or the background one where a batch of turns fell out of the window. */
export function standingTier(view: CompactionView): Tier | undefined {
  return tierOf(shareOf(view), view.strategy, view.settings) ?? (hasBatch(view) ? 'background' : undefined);
}

/** Used tokens of the usable window. */
export function shareOf({
  usedTokens,
  usableTokens,
}: Pick<CompactionView, 'usedTokens' | 'usableTokens'>): number {
  return usedTokens / Math.max(1, usableTokens);
}

/**
 * The tier that a context of so many tokens is in; undefined below all. A strategy with one trigger has the
 * background tier from there on, and like all others the emergency tier.
 */
export function tierOf(share: number, strategy: Strategy, settings: CompactionSettings): Tier | undefined {
  const trigger = strategy.trigger(settings);
  const { background, aggressive, emergency } = settings.thresholds;
  if (trigger.by === 'share' && trigger.at >= emergency)
    return share >= trigger.at ? 'background' : undefined;
  if (share >= emergency) return 'emergency';
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

/** Turns fell out of the window of a strategy that goes by turns. */
function hasBatch(view: CompactionView): boolean {
  const { strategy, settings, turns = Infinity } = view;
  if (strategy.trigger(settings).by !== 'turns' || turns <= settings.window.turns) return false;
  const { working } = startPlan({ ...view, aim: aimOfTier('background', 'threshold', view) });
  return foldableTurns(working, view.settings).count > 0;
}
