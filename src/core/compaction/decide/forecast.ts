import type { CompactionView, RunConditions } from '../compactionView.ts';
import { clearingTokensAhead, dueTier, turnsUntilBatch } from './due.ts';
import { LAST_SHARE } from './rest.ts';

/** The next run that starts automatically or asks whether it may. */
export interface Forecast {
  /** The used tokens at which it starts. */
  readonly usedTokens: number;
  /** The number of turns until then if each adds `growthTokens`; 0 if the run is due now, absent if it is unknown. */
  readonly turns?: number;
  /** Whether only old tool results are shortened. */
  readonly isClearing: boolean;
}

/** An assumed growth of a session, in tokens and turns. */
interface Ahead {
  readonly tokens: number;
  readonly turns: number;
}

/**
 * Finds the next run by calling `dueTier` at every point of growth where its answer may change. `conditionsAt` returns
 * the conditions that may keep a run from starting at a point. Returns undefined if there is no next run.
 */
export function forecast(
  view: CompactionView,
  conditionsAt: (then: CompactionView) => RunConditions,
  growthTokens = 0,
): Forecast | undefined {
  for (const { tokens, turns } of pointsAhead(view, growthTokens)) {
    const then: CompactionView = { ...view, usedTokens: view.usedTokens + tokens, ahead: { tokens, turns } };
    const due = dueTier(then, { ...conditionsAt(then), isAmidTurn: false, runningTier: undefined });
    if (!due.run && due.reason !== 'asks_first') continue;
    const isKnown = growthTokens > 0 || tokens === 0;
    return {
      usedTokens: then.usedTokens,
      isClearing: due.run && due.isClearing === true,
      ...(isKnown || turns > 0 ? { turns } : {}),
    };
  }
  return undefined;
}

/**
 * Returns the points where the answer may change: now, at a threshold, when tool results age, when a batch of turns
 * leaves the window.
 */
function pointsAhead(view: CompactionView, growthTokens: number): readonly Ahead[] {
  const { settings, strategy, usableTokens, usedTokens } = view;
  const trigger = strategy.trigger(settings);
  const shares = [...Object.values(settings.thresholds), settings.target, LAST_SHARE];
  if (trigger.by === 'share') shares.push(trigger.at);
  const tokens = [
    ...shares.map((share) => Math.ceil(share * usableTokens) - usedTokens),
    ...clearingTokensAhead(view),
  ];
  const byTokens = tokens
    .filter((ahead) => ahead > 0)
    .map((ahead) => ({ tokens: ahead, turns: growthTokens > 0 ? Math.ceil(ahead / growthTokens) : 0 }));
  const batch = turnsUntilBatch(view);
  // Automatic runs may still rest when the first batch leaves the window; the second one ends the rest.
  const byTurns =
    batch === undefined
      ? []
      : [batch, nextBatch(batch, settings.window.batch)].map((turns) => ({
          tokens: Math.round(Math.max(0, turns) * growthTokens),
          turns: Math.max(0, turns),
        }));
  return [{ tokens: 0, turns: 0 }, ...byTokens, ...byTurns].sort(
    (a, b) => a.tokens - b.tokens || a.turns - b.turns,
  );
}

/**
 * Returns in how many turns a second batch leaves the window, if the next one leaves it in `turns` turns. If `turns` is
 * not positive, batches have left it already; then returns in how many turns one more does.
 */
function nextBatch(turns: number, batch: number): number {
  return turns > 0 ? turns + batch : batch + (turns % batch);
}
