import type { RunEntry } from '../log/entry.ts';
import type { SummaryError } from '../summary/summary.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import type { Prepared } from './draft.ts';

type Told = Omit<RunEntry, 'v' | 'id' | 'at' | 'kind' | 'tier' | 'strategy'>;

/** Writes what a run does into the session's log, and a line of it into the extension's. */
export async function reportRun(
  deps: Pick<CompactorDependencies, 'log' | 'append'>,
  { plan }: Prepared,
  run: Told,
): Promise<void> {
  const { goal, strategy } = plan.request;
  const line = `compaction ${run.state} (${strategy.name}, ${goal.tier}): ${run.reason}`;
  if (run.error === undefined) deps.log.info(line);
  else deps.log.warn(`${line} [${blameOf(run.error)}]`);
  await deps.append({ kind: 'run', tier: goal.tier, strategy: strategy.name, ...run });
}

/** Why there is no summary, as a run's entry tells it. */
export function failureOf({ model, reason, isRetryable, message }: SummaryError): Told {
  return { state: 'failed', reason: message, error: { model, class: reason, retryable: isRetryable } };
}

/** Whose fault, of what class, and whether asking again may help. */
function blameOf({ model, class: errorClass, retryable }: NonNullable<RunEntry['error']>): string {
  return `${model}, ${errorClass}, ${retryable ? 'retryable' : 'not retryable'}`;
}
