/**
 * A cancellation signal with the shape of the web's AbortSignal, so every AbortSignal is a CancelSignal. The core can't
 * use AbortSignal itself, since the core is compiled without the types of the DOM and of Node.
 */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The controller of a CancelSignal. A second `cancel` has no effect. */
export class Cancellation {
  readonly #listeners = new Set<() => void>();
  #isCancelled = false;

  readonly signal: CancelSignal;

  constructor() {
    const isCancelled = (): boolean => this.#isCancelled;
    const listeners = this.#listeners;
    this.signal = {
      get aborted() {
        return isCancelled();
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    };
  }

  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }
}

/** A signal that never fires. */
export const neverCancelled: CancelSignal = {
  aborted: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
