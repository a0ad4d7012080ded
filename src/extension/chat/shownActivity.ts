import { systemTimers, type Timers } from '../../adapters/models/watchdog.ts';
import type { ComposerView } from '../../shared/composerView.ts';
import type { Activity } from './activity.ts';

export interface ShownActivityOptions {
  readonly timers?: Timers;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
  /** Called when the activity line changes. */
  readonly changed: () => void;
}

const SECOND_MS = 1_000;
/** After this many seconds, the line shows the reason for the wait and the time so far. */
const LATE_SECONDS = 5;

/**
 * The composer's activity line. It first shows a few words. After 5 s, it shows the reason for the wait and the time so
 * far. If the duration is known, it shows the words and the remaining seconds instead.
 */
export class ShownActivity {
  readonly #options: Required<ShownActivityOptions>;
  #activity: Activity | undefined;
  #since = 0;
  #shown: Pick<ComposerView, 'activity' | 'waited'> = {};
  #timer: unknown;

  constructor(options: ShownActivityOptions) {
    this.#options = { timers: systemTimers, ...options };
  }

  get view(): Pick<ComposerView, 'activity' | 'waited'> {
    return this.#shown;
  }

  /** Shows an activity and counts its time from zero, even if it is the same activity. Undefined clears the line. */
  set(activity: Activity | undefined): void {
    this.#activity = activity;
    this.#since = this.#options.now();
    this.#show();
    if (activity === undefined) this.dispose();
    else this.#timer ??= this.#tickLater();
  }

  dispose(): void {
    if (this.#timer !== undefined) this.#options.timers.clear(this.#timer);
    this.#timer = undefined;
  }

  #tickLater(): unknown {
    return this.#options.timers.set(() => {
      this.#show();
      this.#timer = this.#tickLater();
    }, SECOND_MS);
  }

  #show(): void {
    const shown = viewOf(this.#activity, this.#options.now() - this.#since);
    const isSame = shown.activity === this.#shown.activity && shown.waited === this.#shown.waited;
    this.#shown = shown;
    if (!isSame) this.#options.changed();
  }
}

function viewOf(
  activity: Activity | undefined,
  elapsedMs: number,
): Pick<ComposerView, 'activity' | 'waited'> {
  if (activity === undefined) return {};
  const { text, late = text, totalMs } = activity;
  if (totalMs !== undefined) {
    const left = Math.max(0, Math.ceil((totalMs - elapsedMs) / SECOND_MS));
    return { activity: text, waited: `in ${left} s` };
  }
  const seconds = Math.floor(elapsedMs / SECOND_MS);
  return seconds < LATE_SECONDS ? { activity: text } : { activity: late, waited: `${seconds} s` };
}
