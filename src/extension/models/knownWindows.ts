import * as v from 'valibot';
import type { ProfileFacts } from '../../adapters/models/profiles.ts';

const KEY = 'longthread.windows';
const windowsSchema = v.fallback(v.record(v.string(), v.number()), {});

/** The part of VS Code's `Memento` that is used here. */
interface State {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/**
 * Stores the context windows that endpoints reported, by address and model. A stored window is used if an endpoint
 * reports none, e.g. because it is down.
 */
export class KnownWindows {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** Returns an endpoint's facts about a model. Stores the window. If `facts` has no window, adds the stored window. */
  completed(baseUrl: string, id: string, facts: ProfileFacts): ProfileFacts {
    const known = v.parse(windowsSchema, this.#state.get(KEY) ?? {});
    const model = `${baseUrl} ${id}`;
    const last = known[model];
    if (facts.window === undefined) return last === undefined ? facts : { ...facts, window: last };
    if (facts.window !== last) void this.#state.update(KEY, { ...known, [model]: facts.window });
    return facts;
  }
}
