import type { KeptGrants } from '../../src/extension/approvals/keptGrants.ts';

type State = ConstructorParameters<typeof KeptGrants>[0];

/** The editor's key-value store for an extension, in memory. It keeps its values when a window is closed. */
export class MemoryState implements State {
  readonly stored = new Map<string, unknown>();

  readonly get: State['get'] = (key: string) => this.stored.get(key) as never;

  readonly update: State['update'] = (key, value) => {
    this.stored.set(key, value);
    return Promise.resolve();
  };
}
