import { Cancellation, type CancelSignal } from '../../cancellation.ts';
import type { Tier } from '../../log/entry.ts';
import type { Clock } from '../../ports.ts';
import type { Due } from './due.ts';
import type { SkipReason } from './skip.ts';

/** The milliseconds until an announced run begins if nobody answers. */
export const COUNTDOWN_MS = 30_000;

/** An automatic run that waits for the person's answer. */
export interface Question {
  readonly tier: Tier;
  /** The milliseconds until the run begins; absent without a countdown. */
  readonly leftMs?: number;
}

interface AskingParts {
  readonly clock: Clock;
  /** Resolves after `ms` milliseconds, or earlier when cancelled; absent without a countdown. */
  readonly sleep?: ((ms: number, signal: CancelSignal) => Promise<void>) | undefined;
  onChange(): void;
  /** Called when the person agreed or the countdown ran out. */
  onAgreed(): void;
}

/** If a run is skipped for one of these reasons, an open question stays open. */
const KEPT: ReadonlySet<SkipReason> = new Set(['waits_for_turn', 'already_in_flight']);

/** Asks whether a compaction may begin, one question at a time, with a countdown that can be stopped. */
export class Asking {
  readonly #parts: AskingParts;
  #open: { readonly tier: Tier; endsAt?: number; readonly countdown: Cancellation } | undefined;
  #isAgreed = false;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** Whether the waiting run may begin: the person agreed, or the countdown ran out. */
  get isAgreed(): boolean {
    return this.#isAgreed;
  }

  get question(): Question | undefined {
    if (this.#open === undefined || this.#isAgreed) return undefined;
    const { tier, endsAt } = this.#open;
    if (endsAt === undefined) return { tier };
    return { tier, leftMs: Math.max(0, endsAt - this.#parts.clock.monotonic()) };
  }

  /** Acts on a check's decision: asks the person, closes the open question, or leaves the question open. */
  follow(due: Due): void {
    if (!due.run && KEPT.has(due.reason)) return;
    if (due.run || due.reason !== 'asks_first') this.close();
    else if (this.#open?.tier !== due.tier) this.#ask(due.tier ?? 'background');
  }

  /** Lets the waiting run begin. Called when the person agreed or the countdown ran out. */
  agree(): void {
    if (this.#open === undefined || this.#isAgreed) return;
    this.#isAgreed = true;
    this.stopCountdown();
    this.#parts.onAgreed();
  }

  stopCountdown(): void {
    if (this.#open === undefined) return;
    this.#open.countdown.cancel();
    delete this.#open.endsAt;
    this.#parts.onChange();
  }

  close(): void {
    this.#isAgreed = false;
    if (this.#open === undefined) return;
    this.#open.countdown.cancel();
    this.#open = undefined;
    this.#parts.onChange();
  }

  #ask(tier: Tier): void {
    this.close();
    const { clock, sleep } = this.#parts;
    const countdown = new Cancellation();
    this.#open = { tier, countdown, ...(sleep && { endsAt: clock.monotonic() + COUNTDOWN_MS }) };
    this.#parts.onChange();
    void sleep?.(COUNTDOWN_MS, countdown.signal).then(() => {
      if (!countdown.signal.aborted) this.agree();
    });
  }
}
