import type { CompactionView, RunConditions } from '../compactionView.ts';
import { clearingTokensAhead, dueTier, turnsUntilBatch } from './due.ts';
import { LAST_SHARE } from './rest.ts';

/** The next run that starts automatically or after a question to the person. */
export interface Forecast {
  /** The number of used tokens at which the run starts. */
  readonly usedTokens: number;
  /**
   * The number of turns until the run if each turn adds `growthTokens`; 0 if the run is due now, absent if the number
   * is unknown.
   */
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
 * Finds the next run; undefined if there is no next run. Calls `dueTier` for every point of growth at which its answer
 * may change. `conditionsAt` returns the conditions that may keep a run from starting at a point. The forecast assumes
 * that no turn and no run is in progress. A `growthTokens` of 0 means that the growth per turn is unknown.
 *
 * Example: 70,000 of 100,000 tokens are used, the threshold is 80 %, and each turn adds 5,000 tokens. The first point
 * is now (0 tokens, 0 turns). A later point is the threshold (10,000 tokens, 2 turns). If a run is due only at the
 * threshold, the forecast is a run at 80,000 tokens in 2 turns.
 */
export function forecast(
  view: CompactionView,
  conditionsAt: (then: CompactionView) => RunConditions,
  growthTokens = 0,
): Forecast | undefined {
  for (const ahead of pointsAhead(view, growthTokens)) {
    const then: CompactionView = { ...view, usedTokens: view.usedTokens + ahead.tokens, ahead };
    const due = dueTier(then, { ...conditionsAt(then), isAmidTurn: false, runningTier: undefined });
    if (!due.run && due.reason !== 'asks_first') continue;
    const isTurnKnown = growthTokens > 0 || ahead.tokens === 0;
    return {
      usedTokens: then.usedTokens,
      isClearing: due.run && due.isClearing === true,
      ...(isTurnKnown && { turns: ahead.turns }),
    };
  }
  return undefined;
}

/** Returns the points at which the answer of `dueTier` may change, in order of growth. The first point is now. */
function pointsAhead(view: CompactionView, growthTokens: number): readonly Ahead[] {
  const turnsFor = (tokens: number): number => (growthTokens > 0 ? Math.ceil(tokens / growthTokens) : 0);
  return [
    { tokens: 0, turns: 0 },
    ...tokensAhead(view).map((tokens) => ({ tokens, turns: turnsFor(tokens) })),
    ...turnsAhead(view).map((turns) => ({ tokens: Math.round(turns * growthTokens), turns })),
  ].sort((a, b) => a.tokens - b.tokens || a.turns - b.turns);
}

/**
 * Returns the numbers of further tokens after which the context reaches a threshold or a large tool result counts as
 * old.
 */
function tokensAhead(view: CompactionView): readonly number[] {
  const { settings, strategy, usableTokens, usedTokens } = view;
  const trigger = strategy.trigger(settings);
  const shares = [...Object.values(settings.thresholds), settings.target, LAST_SHARE];
  if (trigger.by === 'share') shares.push(trigger.at);
  const toShares = shares.map((share) => Math.ceil(share * usableTokens) - usedTokens);
  return [...toShares, ...clearingTokensAhead(view)].filter((tokens) => tokens > 0);
}

/**
 * Returns after how many turns the next two batches of turns leave the window; empty for a strategy that is not
 * triggered by turns. Returns two numbers, because automatic runs may still be paused at the first batch, and the
 * second batch ends the pause. Example with batches of 10 turns: if the first batch leaves in 3 turns, returns 3 and
 * 13. If it left 3 turns ago, returns 0 and 7.
 */
function turnsAhead(view: CompactionView): readonly number[] {
  const first = turnsUntilBatch(view);
  if (first === undefined) return [];
  const { batch } = view.settings.window;
  return [Math.max(0, first), batch + (first > 0 ? first : first % batch)];
}
