import type { Store } from '../hostConnection.ts';

/**
 * Converts a view's kept state to JSON and back when the window reloads. The editor may return anything, so it is
 * parsed.
 */
export interface KeptForm<State> {
  /** Reads the state from the kept fields; ignores unknown ones. */
  readonly load: (kept: Fields) => State;
  readonly saved: (state: State) => unknown;
}

export type Fields = Record<string, unknown>;

/** Holds the state of a view and keeps it over a reload of the page. */
export class ViewState<State extends object> {
  now: State;
  readonly #store: Store;
  readonly #form: KeptForm<State>;

  constructor(store: Store, form: KeptForm<State>) {
    this.now = form.load(fieldsOf(store.loadState()));
    this.#store = store;
    this.#form = form;
  }

  set(part: Partial<State>): void {
    this.now = { ...this.now, ...part };
    this.#store.saveState(this.#form.saved(this.now));
  }
}

/** Returns the fields of a kept value; none if it is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
