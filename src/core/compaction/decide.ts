import type { Tier } from '../log/entry.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';
import { isForSummary, isTierAbove, tierOf } from './tiers.ts';

export type SkipReason =
  | 'below_threshold'
  | 'already_in_flight'
  | 'no_eligible_batch'
  | 'not_worth_it'
  | 'deferred_by_user'
  | 'summarizer_resting'
  | 'session_closing'
  | 'read_only';

export type Decision =
  { readonly run: false; readonly reason: SkipReason } | { readonly run: true; readonly tier: Tier };

export interface Situation {
  /** Used tokens as a share of the usable window. */
  readonly share: number;
  readonly strategy: Strategy;
  readonly settings: CompactionSettings;
  /** A batch of turns fell out of the window (the `window` strategy's own trigger). */
  readonly hasBatch: boolean;
  /** The model that summarizes failed too often to be asked again. */
  readonly isSummarizerResting?: boolean;
  readonly runningTier: Tier | 'manual' | undefined;
  /** Automatic runs rest up to and with this tier: the person said "later", or undid one. `none` is below all tiers. */
  readonly restsThrough: Tier | 'none' | undefined;
  readonly isClosing: boolean;
  readonly isReadOnly: boolean;
}

/** Whether a run starts by itself now, and if not, why not. */
export function decide(situation: Situation): Decision {
  const skip = (reason: SkipReason): Decision => ({ run: false, reason });
  if (situation.isClosing) return skip('session_closing');
  if (situation.isReadOnly) return skip('read_only');
  const byShare = tierOf(situation.share, situation.strategy, situation.settings);
  const tier = byShare ?? (situation.hasBatch ? 'background' : undefined);
  if (tier === undefined) return skip('below_threshold');
  if (
    situation.runningTier !== undefined &&
    !(tier === 'emergency' && situation.runningTier !== 'emergency')
  ) {
    return skip('already_in_flight');
  }
  if (tier !== 'emergency' && isResting(tier, situation.restsThrough)) return skip('deferred_by_user');
  if (situation.isSummarizerResting === true && isForSummary(tier, situation.strategy, situation.settings))
    return skip('summarizer_resting');
  return { run: true, tier };
}

function isResting(tier: Tier, through: Situation['restsThrough']): boolean {
  return through !== undefined && through !== 'none' && !isTierAbove(tier, through);
}
