import type { CompactionReason, Tier } from '../log/entry.ts';
import type { Goal } from './plan.ts';
import { recordBudget, type CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';
import { eligibleShare, targetShare } from './tiers.ts';

/** Of an asked budget: what the record is planned to have. The newest messages take at most `recentShare`. */
const RECORD_SHARE = 0.8;
/** The record's least share of a window so small that the usual record would fill it. */
const MOST_RECORD_SHARE = 0.5;

/** A run that starts by itself: it stops at the target share (one by turns folds its batch whatever it frees), and at the emergency tier goes on until it fits. */
export function goalOfTier(
  tier: Tier,
  reason: CompactionReason,
  {
    strategy,
    settings,
    usableTokens,
  }: { strategy: Strategy; settings: CompactionSettings; usableTokens: number },
): Goal {
  const record = Math.min(recordBudget(settings, usableTokens), Math.floor(usableTokens * MOST_RECORD_SHARE));
  const byTurns = strategy.trigger(settings).by === 'turns';
  return {
    reason,
    tier,
    ...(byTurns ? {} : { targetTokens: Math.floor(usableTokens * targetShare(strategy, settings)) }),
    ...(tier === 'emergency'
      ? { mustFitTokens: Math.floor(usableTokens * settings.thresholds.aggressive) }
      : {}),
    budgetTokens: usableTokens,
    eligibleShare: eligibleShare(tier, strategy, settings),
    record: { reserve: record, most: record },
  };
}

/**
 * A run that was asked for. Without a budget everything older than the newest is compacted; of a budget the record takes
 * most, but never more than is set for it.
 */
export function goalOfRequest({
  strategy,
  settings,
  usableTokens,
  budgetTokens,
}: {
  strategy: Strategy;
  settings: CompactionSettings;
  usableTokens: number;
  budgetTokens?: number;
}): Goal {
  if (budgetTokens === undefined) {
    const record = Math.min(
      recordBudget(settings, usableTokens),
      Math.floor(usableTokens * MOST_RECORD_SHARE),
    );
    return {
      reason: 'manual',
      tier: 'manual',
      mustFitTokens: usableTokens,
      budgetTokens: usableTokens,
      eligibleShare: 1,
      record: { reserve: record, most: record },
    };
  }
  const mostRecord = settings.recordTokens ?? budgetTokens;
  return {
    reason: 'manual',
    tier: 'manual',
    targetTokens: budgetTokens,
    mustFitTokens: budgetTokens,
    budgetTokens,
    eligibleShare: 1,
    record: {
      reserve: Math.min(Math.floor(budgetTokens * RECORD_SHARE), mostRecord),
      most: Math.min(budgetTokens, mostRecord),
      isFirst: strategy.hasLedger,
    },
  };
}

/** What is left to do when a goal can't be met: the newest messages stay, all else goes. */
export function asSmallAsPossible(goal: Goal): Goal {
  const { reason, tier, budgetTokens, record } = goal;
  return { reason, tier, budgetTokens, record, targetTokens: 0, eligibleShare: 1 };
}
