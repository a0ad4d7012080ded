import type { ReactiveControllerHost } from 'lit';

/** Milliseconds of planning after which the view says that it is waiting. */
const LATE_MS = 300;
/** Milliseconds to wait after a change of the choices, so that several quick changes lead to only one preview. */
const DEBOUNCE_MS = 120;
/**
 * The pause after a preview, as a multiple of the time that the preview took. A working agent changes the session all
 * the time. With these pauses, previews take at most a fifth of the time.
 */
const PAUSE_FACTOR = 4;

/**
 * Makes one preview at a time. After each preview comes a pause. If something changes during the preview or the pause,
 * makes another preview after the pause. A change of the person's choices ends the pause, or prevents it if the change
 * happens during the preview.
 */
export class Previewer {
  readonly #host: ReactiveControllerHost & { readonly isConnected: boolean };
  readonly #preview: () => Promise<void>;
  /** Whether the session or the choices changed since the running preview began. */
  isStale = false;
  /** Whether the choices changed since the running preview began, so that its result must not be shown. */
  isOutdated = false;
  isBusy = false;
  isLate = false;
  #isRunning = false;
  #endPause: (() => void) | undefined;
  #debounce: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: ReactiveControllerHost & { readonly isConnected: boolean },
    preview: () => Promise<void>,
  ) {
    this.#host = host;
    this.#preview = preview;
  }

  choicesChanged(): void {
    this.isStale = true;
    this.isOutdated = true;
    this.#set({ isBusy: true });
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => {
      this.#debounce = undefined;
      this.#endPause?.();
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
      this.isOutdated = false;
      const startedAt = performance.now();
      const late = setTimeout(() => this.#set({ isLate: true }), LATE_MS);
      this.#set({ isBusy: true });
      await this.#preview();
      clearTimeout(late);
      this.#set({ isBusy: this.isStale, isLate: false });
      if (this.#mustPause()) await this.#pause((performance.now() - startedAt) * PAUSE_FACTOR);
    }
    this.#isRunning = false;
  }

  /** Returns false if the next preview is due already: the choices changed, and the wait after the change is over. */
  #mustPause(): boolean {
    return !this.isOutdated || this.#debounce !== undefined;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#endPause = resolve;
      setTimeout(resolve, ms);
    });
  }

  #set(to: { readonly isBusy?: boolean; readonly isLate?: boolean }): void {
    Object.assign(this, to);
    this.#host.requestUpdate();
  }
}
