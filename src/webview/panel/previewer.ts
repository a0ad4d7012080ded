import type { ReactiveControllerHost } from 'lit';

/** Milliseconds after which the view says what it waits for. */
const LATE_MS = 300;
/** Milliseconds without typing or choosing before a preview is made. */
const DEBOUNCE_MS = 120;
/**
 * The pause after a preview, as a multiple of its duration: while an agent works, the session changes all the time, and
 * previews take at most a fifth of the time.
 */
const REST_PER_WORK = 4;

/**
 * Makes one preview at a time. Changes in the meantime lead to another one. A person's choice shortens the pause
 * between two.
 */
export class Previewer {
  readonly #host: ReactiveControllerHost & { readonly isConnected: boolean };
  readonly #preview: () => Promise<void>;
  /** Whether something changed since the running preview began. */
  isStale = false;
  /** Whether the person chose something else since the running preview began. */
  isOverruled = false;
  isBusy = false;
  isLate = false;
  #isRunning = false;
  #hurry: (() => void) | undefined;
  #debounce: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: ReactiveControllerHost & { readonly isConnected: boolean },
    preview: () => Promise<void>,
  ) {
    this.#host = host;
    this.#preview = preview;
  }

  /** Notes that the person wants another preview. */
  asked(): void {
    this.isStale = true;
    this.isOverruled = true;
    this.#set({ isBusy: true });
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => {
      this.#hurry?.();
      void this.#run();
    }, DEBOUNCE_MS);
  }

  sessionChanged(): void {
    this.isStale = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.isStale && this.#host.isConnected) {
      this.isStale = false;
      this.isOverruled = false;
      const startedAt = performance.now();
      const late = setTimeout(() => this.#set({ isLate: true }), LATE_MS);
      this.#set({ isBusy: true });
      await this.#preview();
      clearTimeout(late);
      this.#set({ isBusy: this.isStale, isLate: false });
      await this.#rest((performance.now() - startedAt) * REST_PER_WORK);
    }
    this.#isRunning = false;
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#hurry = resolve;
      setTimeout(resolve, ms);
    });
  }

  #set(to: { readonly isBusy?: boolean; readonly isLate?: boolean }): void {
    Object.assign(this, to);
    this.#host.requestUpdate();
  }
}
