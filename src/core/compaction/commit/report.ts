import type { PlanUnit } from '../units.ts';
import type { RunEntry } from '../../log/entry.ts';
import type { SummaryError } from '../../summary/summary.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import type { Prepared } from '../plan/draft.ts';
import type { CompactionSettings } from '../settings.ts';
import { pendingObservations } from '../plan/standing.ts';
import type { Strategy } from '../strategies.ts';
import type { WorkingPlan } from '../plan/workingPlan.ts';

type RunFields = Omit<RunEntry, 'v' | 'id' | 'at' | 'kind' | 'tier' | 'strategy'>;

/** Appends a run's state to the session's log, and writes one line to the extension's log. */
export async function report(
  deps: Pick<CompactorDependencies, 'log' | 'append'>,
  { plan: { request } }: Prepared,
  fields: RunFields,
): Promise<void> {
  const { aim, strategy } = request;
  const line = `compaction ${fields.state} (${strategy.name}, ${aim.tier}): ${fields.reason}`;
  if (fields.error === undefined) deps.log.info(line);
  else deps.log.warn(`${line} [${blameOf(fields.error)}]`);
  await deps.append({ kind: 'run', tier: aim.tier, strategy: strategy.name, ...fields });
}

/**
 * Returns the fields that describe the start of a run: how many messages at the beginning of the conversation were
 * already compacted, how many messages the run folds or shortens, which message is the first of the newest messages,
 * and the number of `pendingObservations`.
 */
export function seenAtStart({ plan: { working, request }, draft }: Prepared): Partial<RunFields> {
  const { session, settings } = request;
  const first = firstWindowTurn(working, request.strategy, settings);
  const isNewest = (unit: PlanUnit): boolean => (first === undefined ? unit.isRecent : unit.turn >= first);
  const firstRecent = working.units.find(isNewest)?.group.head.id;
  return {
    cursor: draft.event.cursorBefore,
    batchMessages: working.treatedCount,
    ...(firstRecent === undefined ? {} : { firstRecent }),
    pendingNotes: pendingObservations(session, settings.liveObservations).length,
  };
}

/**
 * Returns the first turn of the window if the strategy keeps the newest turns; undefined if the strategy keeps the
 * newest messages.
 */
function firstWindowTurn(
  { units }: WorkingPlan,
  strategy: Strategy,
  settings: CompactionSettings,
): number | undefined {
  if (strategy.trigger(settings).by !== 'turns') return undefined;
  return (units.at(-1)?.turn ?? 0) - settings.window.turns;
}

/** Returns a failed summary as the fields of a run entry. */
export function failureOf({ model, reason, isRetryable, message }: SummaryError): RunFields {
  return { state: 'failed', reason: message, error: { model, class: reason, retryable: isRetryable } };
}

/** Describes a failure: the model, the class of the error, and whether a retry may help. */
function blameOf({ model, class: errorClass, retryable }: NonNullable<RunEntry['error']>): string {
  return `${model}, ${errorClass}, ${retryable ? 'retryable' : 'not retryable'}`;
}
