import { roomInSteps } from '../plan/writeRecord.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import { type Steps, withPauses } from '../../steps.ts';
import type { Compaction, Skip } from '../plan/compact.ts';

/**
 * Holds the plan that is being made, so that callers can wait until the run of the plan has begun. Only one plan may be
 * made at a time.
 */
export class Planning {
  #current: Promise<unknown> | undefined;

  get isOn(): boolean {
    return this.#current !== undefined;
  }

  /**
   * Resolves when the plan is made and its run, if any, has begun. Another plan may have been started by then, so the
   * caller must check again.
   */
  async over(): Promise<void> {
    await this.#current;
  }

  /** Waits for a plan and immediately starts its run, or returns the reason why there is no run. */
  begin<Begun>(
    plan: Promise<Compaction | Skip>,
    start: (compaction: Compaction) => Begun,
  ): Promise<Begun | Skip> {
    const begun = this.#startPlanned(plan, start);
    this.#current = begun.catch(() => undefined);
    return begun;
  }

  async #startPlanned<Begun>(
    plan: Promise<Compaction | Skip>,
    start: (compaction: Compaction) => Begun,
  ): Promise<Begun | Skip> {
    try {
      const found = await plan;
      return found.run ? start(found) : found;
    } finally {
      this.#current = undefined;
    }
  }
}

/**
 * Runs the steps of planning with pauses. Adds the duration in milliseconds to the event of the plan. Logs a warning
 * for each limit of the context's size (`mustFitTokens`) that could not be met. If a summary is pending, also computes
 * and caches the room for the summary.
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
