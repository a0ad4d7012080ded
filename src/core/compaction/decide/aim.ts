import type { CompactionReason, Tier } from '../../log/entry.ts';
import type { Asked, CompactionView } from '../compactionView.ts';
import type { CompactionSettings } from '../settings.ts';

/** How far a run goes, and what it may change. Unless stated otherwise, token counts are for the whole context. */
export interface Aim {
  readonly reason: CompactionReason;
  readonly tier: Tier | 'manual';
  /**
   * The person's request; empty in an automatic run. The run carries out the person's choices (`wishes`) before its own
   * passes.
   */
  readonly asked: Asked;
  /** The size at which the run stops; if undefined, the run compacts everything eligible. */
  readonly targetTokens?: number;
  /**
   * The size that the context must not exceed after the run. To reach this size, the run also folds or shortens
   * messages that usually stay (`squeeze`).
   */
  readonly mustFitTokens?: number;
  /** The size of the context up to which a model's summary gets extra room in the record. Limits nothing else. */
  readonly mostTokens: number;
  /**
   * The maximum number of tokens of everything except the record. Above this limit, the run shortens the system text of
   * an imported session and the texts that its client added. Set by `smallerBy`.
   */
  readonly besideRecordTokens?: number;
  /** The maximum number of tokens of the newest messages, which stay in the context. */
  readonly recentTokens: number;
  /** The share of the messages, oldest first, that the run may change. */
  readonly eligibleShare: number;
  /** Whether all large tool results are shortened in one batch, even beyond the target and the eligible share. */
  readonly isBatch?: boolean;
  /**
   * Whether the work does not fit the window (`OversizedWork`). In this case, tool results among the newest messages
   * are shortened as well.
   */
  readonly isOversized?: boolean;
  /** Whether a model will be asked for a summary. */
  readonly asksModel?: boolean;
  /** The room for the record, i.e. for the message with the notes, in tokens. */
  readonly record: {
    /** The planned room. */
    readonly reserve: number;
    /** The maximum room without a model's summary. With a summary, up to twice as much, if `mostTokens` allows it. */
    readonly most: number;
    /**
     * The usual room for a record (`recordTokens`) in a window or, in a run with a budget, in a budget of this size.
     */
    readonly usual: number;
    /** Whether the plan counts the whole reserve as used before the plan decides which messages stay. */
    readonly isReservedFirst?: boolean;
  };
}

/** The parts of a view that determine an aim. */
type AimView = Pick<CompactionView, 'strategy' | 'settings' | 'usableTokens'>;

/** The token count of a record that only says how many messages were removed. */
export const BARE_RECORD = 150;
/**
 * The share of a requested budget that is planned for the record. This share does not limit the newest messages. The
 * setting `recentShare` limits them.
 */
const RECORD_SHARE = 0.8;
/**
 * The largest share of the window for the record. This limit matters for small windows, in which the usual record would
 * take more.
 */
const MOST_RECORD_SHARE = 0.5;
/** The usual share of the window for the record, and the bounds of the record in tokens. */
const USUAL_RECORD = { share: 0.04, least: 2_000, most: 8_000 };

/**
 * Returns the aim of a run at a tier: the target share and, at the emergency tier, a size that must be reached. A
 * strategy that is triggered by turns has no target, because it always compacts whole batches.
 */
export function aimOfTier(tier: Tier, reason: CompactionReason, view: AimView): Aim {
  const { strategy, settings, usableTokens } = view;
  const trigger = strategy.trigger(settings);
  const target = trigger.by === 'share' ? trigger.target : settings.target;
  return {
    ...wholeWindow(view),
    ...{ reason, tier, asked: {} },
    ...(trigger.by === 'turns' ? {} : { targetTokens: Math.floor(usableTokens * target) }),
    // A strategy that is triggered by a single share would soon run again if a summary filled the context beyond the
    // target. So the room for the summary ends at the target.
    mostTokens: Math.floor(usableTokens * (trigger.by === 'share' ? target : settings.thresholds.emergency)),
    ...(tier === 'emergency'
      ? { mustFitTokens: Math.floor(usableTokens * settings.thresholds.aggressive) }
      : {}),
    eligibleShare: trigger.by === 'tiers' ? settings.eligibleShares[tier] : 1,
    isBatch: true,
  };
}

/**
 * Returns the aim of a requested run. For a request with a tier but no budget, `aimOfTier` is used instead. Without a
 * budget, all but the newest messages are compacted. With a budget, `RECORD_SHARE` of the budget is planned for the
 * record, but at most `settings.recordTokens`.
 */
export function aimOfRequest(view: AimView, asked: Asked): Aim {
  const { usableTokens, settings } = view;
  const { budgetTokens } = asked;
  const manual = { reason: 'manual', tier: 'manual', asked } as const;
  if (budgetTokens === undefined)
    return { ...wholeWindow(view), ...manual, mustFitTokens: usableTokens, mostTokens: usableTokens };
  const mostRecord = settings.recordTokens ?? budgetTokens;
  return {
    ...manual,
    targetTokens: budgetTokens,
    mustFitTokens: budgetTokens,
    mostTokens: budgetTokens,
    recentTokens: Math.floor(budgetTokens * settings.recentShare),
    eligibleShare: 1,
    record: {
      reserve: Math.min(Math.floor(budgetTokens * RECORD_SHARE), mostRecord),
      most: Math.min(budgetTokens, mostRecord),
      usual: recordTokens(settings, budgetTokens),
      isReservedFirst: view.strategy.hasNotes,
    },
  };
}

/**
 * Returns the aim of a run that keeps about half of the context. The target is half of the context or the share in the
 * setting `target`, whichever is smaller. More stays if the newest messages need more. A strategy that is triggered by
 * turns has no target here either, because it folds whole batches of turns.
 */
export function aimOfHalf(view: AimView, contextTokens: number, asked: Asked = {}): Aim {
  const aim = aimOfRequest(view, asked);
  const { strategy, settings, usableTokens } = view;
  if (strategy.trigger(settings).by === 'turns') return aim;
  const targetTokens = Math.floor(Math.min(contextTokens / 2, usableTokens * settings.target));
  return { ...aim, targetTokens };
}

/** Returns the aim to fall back to when this aim can't be met: only the newest messages stay. */
export function asSmallAsPossible(aim: Aim): Aim {
  const { reason, tier, asked, asksModel = false, recentTokens, mostTokens, record } = aim;
  const same = { reason, tier, asked, asksModel, recentTokens, mostTokens, record };
  return { ...same, targetTokens: 0, eligibleShare: 1 };
}

/** Returns the aim with smaller sizes: the context and the record are reduced by this number of tokens. */
export function smallerBy(aim: Aim, tokens: number): Aim {
  const less = (figure: number): number => Math.max(0, figure - tokens);
  return {
    ...aim,
    ...(aim.targetTokens === undefined ? {} : { targetTokens: less(aim.targetTokens) }),
    ...(aim.mustFitTokens === undefined
      ? {}
      : {
          mustFitTokens: less(aim.mustFitTokens),
          besideRecordTokens: besideRecord(aim, aim.mustFitTokens, tokens),
        }),
    mostTokens: less(aim.mostTokens),
    record: { ...aim.record, reserve: less(aim.record.reserve), most: less(aim.record.most) },
  };
}

/**
 * Returns the maximum number of tokens for everything except the record when the aim is reduced by `cut` tokens. Above
 * this limit, system text is shortened. The record is reduced first, so the limit falls only if `cut` is larger than
 * the whole reserve of the record.
 */
function besideRecord({ record }: Aim, mustFitTokens: number, cut: number): number {
  const most = Math.max(0, mustFitTokens - BARE_RECORD);
  const left = Math.max(0, mustFitTokens - cut) / Math.max(1, mustFitTokens - record.reserve);
  return Math.floor(most * Math.min(1, left));
}

function wholeWindow({
  settings,
  usableTokens,
}: AimView): Pick<Aim, 'recentTokens' | 'eligibleShare' | 'record'> {
  const most = windowRecordTokens(settings, usableTokens);
  const usual = recordTokens(settings, usableTokens);
  const recentTokens = Math.floor(usableTokens * settings.recentShare);
  return { recentTokens, eligibleShare: 1, record: { reserve: most, most, usual } };
}

/**
 * Returns the tokens planned for the record without a budget: at most half of the window, which matters for small
 * windows.
 */
export function windowRecordTokens(settings: CompactionSettings, usableTokens: number): number {
  return Math.min(recordTokens(settings, usableTokens), Math.floor(usableTokens * MOST_RECORD_SHARE));
}

/**
 * Returns the usual tokens for the record: the setting `recordTokens`, or `USUAL_RECORD` applied to `usableTokens`.
 * `usableTokens` is the usable window or a requested budget.
 */
export function recordTokens(settings: CompactionSettings, usableTokens: number): number {
  const { share, least, most } = USUAL_RECORD;
  return settings.recordTokens ?? Math.min(most, Math.max(least, Math.round(usableTokens * share)));
}
