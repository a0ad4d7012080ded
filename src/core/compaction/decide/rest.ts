import type { CompactionView } from '../compactionView.ts';
import type { Tier } from '../../log/entry.ts';
import { personTextOf } from '../../log/message.ts';
import { shareOf, standingTier, tierOf, turnsUntilBatch } from './due.ts';

/** A rest: a pause of automatic compaction after the person chose _Postpone_ or undid a compaction. */
export interface Rest {
  /** The highest tier at which no automatic run starts; `none` is below all tiers. */
  readonly through: Tier | 'none';
  /** The share of the usable window when the rest began. */
  readonly share: number;
  /** The number of the person's messages when the rest began. */
  readonly turns: number;
  /**
   * For a strategy that is triggered by turns: the number of batches that had left the window when the rest began. One
   * more batch ends the rest.
   */
  readonly batches?: number;
  /** The number of finished stages when the rest began. Set only if the rest ends when another stage is finished. */
  readonly stages?: number;
}

/** The maximum number of turns of a rest if the strategy has no emergency tier. */
const LONGEST_TURNS = 10;
/**
 * If the strategy has no emergency tier, a rest that began below this share of the window ends at this share, because
 * there must be room for an answer.
 */
export const LAST_SHARE = 0.97;

/** Returns a rest that begins now. */
export function restFrom(view: CompactionView): Rest {
  const batches = fallenBatches(view);
  return {
    through: standingTier(view) ?? 'none',
    share: shareOf(view),
    turns: turnsOf(view),
    ...(batches === undefined ? {} : { batches }),
  };
}

/**
 * Returns how many whole batches of turns have left the window, including the turns that are assumed to come (`ahead`);
 * undefined for a strategy that is not triggered by turns.
 */
function fallenBatches(view: CompactionView): number | undefined {
  const left = turnsUntilBatch(view);
  const { batch } = view.settings.window;
  return left === undefined ? undefined : Math.floor((batch - left + (view.ahead?.turns ?? 0)) / batch);
}

/** Returns a rest that also ends with the next finished stage (_Postpone_). */
export function restUntilStage(view: CompactionView): Rest {
  return { ...restFrom(view), stages: view.session.stages.length };
}

/**
 * Returns the highest tier at which automatic runs are paused now; undefined if automatic runs are not paused. A rest
 * never prevents a run at the emergency tier. If the strategy has no emergency tier, the rest ends when the window is
 * nearly full or after some turns.
 */
export function restsThrough(rest: Rest | undefined, view: CompactionView): Rest['through'] | undefined {
  if (rest?.stages !== undefined && view.session.stages.length > rest.stages) return undefined;
  if (rest?.batches !== undefined && (fallenBatches(view) ?? 0) > rest.batches) return undefined;
  if (rest === undefined || tierOf(1, view.strategy, view.settings) === 'emergency') return rest?.through;
  const until = rest.share < LAST_SHARE ? LAST_SHARE : 1;
  const isOver = shareOf(view) >= until || turnsOf(view) - rest.turns >= LONGEST_TURNS;
  return isOver ? undefined : rest.through;
}

/** Returns the number of the person's messages on the live branch. */
function turnsOf({ session }: CompactionView): number {
  return session.messages.filter(({ message }) => personTextOf(message).trim() !== '').length;
}
