import type { Store } from '../hostConnection.ts';

/** Converts a view's state to a JSON value and back. The editor stores the JSON value while the window reloads. */
export interface StateFormat<State> {
  /**
   * Reads the state from the stored fields. The fields may have any values, so each field is checked. Unknown fields
   * are ignored.
   */
  readonly load: (kept: Fields) => State;
  readonly saved: (state: State) => unknown;
}

export type Fields = Record<string, unknown>;

/** Holds the state of a view. Stores the state at each change, so that it survives a reload of the page. */
export class ViewState<State extends object> {
  now: State;
  readonly #store: Store;
  readonly #format: StateFormat<State>;

  constructor(store: Store, format: StateFormat<State>) {
    this.now = format.load(fieldsOf(store.loadState()));
    this.#store = store;
    this.#format = format;
  }

  set(part: Partial<State>): void {
    this.now = { ...this.now, ...part };
    this.#store.saveState(this.#format.saved(this.now));
  }
}

/** Returns the fields of a stored value; no fields if the value is not an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
