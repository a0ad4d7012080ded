import { compact, type Compaction, type CompactionView, type Goal, type Skip } from './compact.ts';
import type { CompactorDependencies } from './compactorPorts.ts';

/** Plans a compaction; its event says how many milliseconds that took, and the log hears what it could not fit. */
export function timedCompact(
  view: CompactionView,
  goal: Goal,
  { clock, log }: Pick<CompactorDependencies, 'clock' | 'log'>,
): Compaction | Skip {
  const started = clock.monotonic();
  const found = compact(view, goal);
  for (const sentence of found.shortfalls) log.warn(sentence);
  if (!found.run) return found;
  const durationMs = clock.monotonic() - started;
  return { ...found, draft: { ...found.draft, event: { ...found.draft.event, durationMs } } };
}
