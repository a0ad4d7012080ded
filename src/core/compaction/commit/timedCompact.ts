import { withPauses, type Steps } from '../../steps.ts';
import type { Compaction, Skip } from '../plan/compact.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import { roomInSteps } from '../plan/writeRecord.ts';

/**
 * Takes the steps of a plan, with pauses; its event says how many milliseconds that took, and the log hears what it could
 * not fit. The room for a summary is known then, too.
 */
export async function timedCompact(
  steps: Steps<Compaction | Skip>,
  { clock, log, pause }: Pick<CompactorDependencies, 'clock' | 'log' | 'pause'>,
): Promise<Compaction | Skip> {
  const started = clock.monotonic();
  const found = await withPauses(steps, pause);
  for (const sentence of found.shortfalls) log.warn(sentence);
  if (!found.run) return found;
  if (found.draft.prosePending) await withPauses(roomInSteps(found.plan), pause);
  const durationMs = clock.monotonic() - started;
  return { ...found, draft: { ...found.draft, event: { ...found.draft.event, durationMs } } };
}
