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
 * Finds the next run by asking `dueTier` at every point of growth where its answer may change; undefined if there is
 * none. With 70,000 of 100,000 tokens used, a threshold of 80 % and turns of 5,000 tokens, among the points are
 * now (0 tokens, 0 turns) and the threshold (10,000 tokens, 2 turns), and the forecast is a run at 80,000 tokens in 2
 * turns. `conditionsAt` returns the conditions that may keep a run from starting at a point. A `growthTokens` of 0 means
 * that the growth per turn is unknown.
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

/** Returns the points where the answer may change, in order of growth, beginning with now. */
function pointsAhead(view: CompactionView, growthTokens: number): readonly Ahead[] {
  const turnsFor = (tokens: number): number => (growthTokens > 0 ? Math.ceil(tokens / growthTokens) : 0);
  return [
    { tokens: 0, turns: 0 },
    ...tokensAhead(view).map((tokens) => ({ tokens, turns: turnsFor(tokens) })),
    ...turnsAhead(view).map((turns) => ({ tokens: Math.round(turns * growthTokens), turns })),
  ].sort((a, b) => a.tokens - b.tokens || a.turns - b.turns);
}

/** Returns after how many more tokens the context reaches a threshold, or a large tool result counts as old. */
function tokensAhead(view: CompactionView): readonly number[] {
  const { settings, strategy, usableTokens, usedTokens } = view;
  const trigger = strategy.trigger(settings);
  const shares = [...Object.values(settings.thresholds), settings.target, LAST_SHARE];
  if (trigger.by === 'share') shares.push(trigger.at);
  const toShares = shares.map((share) => Math.ceil(share * usableTokens) - usedTokens);
  return [...toShares, ...clearingTokensAhead(view)].filter((tokens) => tokens > 0);
}

/**
 * Returns after how many turns the next two batches of turns leave the window; empty for a strategy that does not go by
 * turns. Two, because automatic runs may still rest at the first; the second ends the rest. With batches of 10 turns,
 * the first of which leaves in 3 turns: 3 and 13. If it left 3 turns ago: 0 and 7.
 */
function turnsAhead(view: CompactionView): readonly number[] {
  const first = turnsUntilBatch(view);
  if (first === undefined) return [];
  const { batch } = view.settings.window;
  return [Math.max(0, first), batch + (first > 0 ? first : first % batch)];
}
