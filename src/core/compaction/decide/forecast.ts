import type { CompactionView, Held } from '../compactionView.ts';
import { clearingTokensAhead, dueTier, turnsUntilBatch } from './due.ts';
import { LAST_SHARE } from './rest.ts';

/** The next run that starts by itself or asks whether it may. */
export interface Forecast {
  /** Used tokens at which it starts. */
  readonly usedTokens: number;
  /** The number of turns, if they grow as the newest did; 0 where it is due, absent where nothing grows. */
  readonly turns?: number;
  /** Old tool results alone are shortened. */
  readonly isClearing: boolean;
}

/** How many tokens and turns a session is assumed to grow. */
interface Ahead {
  readonly tokens: number;
  readonly turns: number;
}

/**
 * Finds the next run as the context grows, by asking `dueTier` at every point where its answer may change. `heldOf`
 * returns what may keep a run from starting there. Undefined where none starts by itself.
 */
export function forecast(
  view: CompactionView,
  heldOf: (then: CompactionView) => Held,
  growthTokens = 0,
): Forecast | undefined {
  for (const { tokens, turns } of pointsAhead(view, growthTokens)) {
    const then: CompactionView = { ...view, usedTokens: view.usedTokens + tokens, ahead: { tokens, turns } };
    const due = dueTier(then, { ...heldOf(then), isAmidTurn: false, runningTier: undefined });
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

/** Returns the moments at which the answer may change: now, at a threshold, when tool results age, when a batch of turns falls out of the window. */
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
  // The second one, where a rest goes on until then.
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

/** Returns the turns until one more batch than the next, or than those that already left, is outside. */
function nextBatch(turns: number, batch: number): number {
  return turns > 0 ? turns + batch : batch + (turns % batch);
}
