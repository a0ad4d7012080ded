import type { ReactiveControllerHost } from 'lit';

/** Beyond this a view says what it waits for. */
const LATE_MS = 300;
/** A person who types or chooses is waited for this long. */
const DEBOUNCE_MS = 120;
/** While an agent works the session changes all the time: previewing takes a fifth of the time at most. */
const REST_PER_WORK = 4;

/** One preview at a time; what changed while it was made is in the next one. A person's wish does not wait for the rest. */
export class Previewer {
  readonly #host: ReactiveControllerHost & { readonly isConnected: boolean };
  readonly #preview: () => Promise<void>;
  /** What was asked changed since the preview that is made now was begun. */
  isStale = false;
  /** It was the person who wanted another one since. */
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

  /** The person wants another preview. */
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
