import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { MemoryStore } from '../../adapters/store/memoryStore.ts';
import { offersOf } from '../../core/memory/offerMemories.ts';
import { searchMemories } from '../../core/memory/searchMemories.ts';
import type { Clock, Memory } from '../../core/ports.ts';
import type { MessageId } from '../../core/session/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { SummaryMemory } from '../../core/summary/summary.ts';

const DISMISSED = 'longthread.dismissedMemories';
const MOST_DISMISSED = 500;
/** A list to look through, not to work through: what is answered makes room for the next. */
const MOST_OFFERS = 8;

/** The memories of the workspace that is open. A change is told in the log of the session it happened in. */
export class WorkspaceMemories {
  readonly #store: MemoryStore;
  readonly #clock: Clock;
  readonly #state: vscode.Memento;

  /** `state` is kept for each workspace. */
  constructor(store: MemoryStore, clock: Clock, state: vscode.Memento) {
    this.#store = store;
    this.#clock = clock;
    this.#state = state;
  }

  list(): readonly Memory[] {
    return this.#store.list(workspaceKey());
  }

  search(query: string, limit: number): readonly Memory[] {
    return searchMemories(this.list(), query, limit);
  }

  /** What might be worth saving, where no model was there to save it. */
  offers(live: LiveSession): readonly SummaryMemory[] {
    if (live.log.isReadOnly) return [];
    const known = [...this.list().map(({ text }) => text), ...this.#dismissed()];
    return offersOf(live.session, { facts: live.facts, known }).slice(0, MOST_OFFERS);
  }

  /** Does not offer it again in this workspace. */
  async dismiss(text: string): Promise<void> {
    await this.#state.update(DISMISSED, [...this.#dismissed(), text].slice(-MOST_DISMISSED));
  }

  #dismissed(): readonly string[] {
    return this.#state.get<readonly string[]>(DISMISSED, []);
  }

  /** Saves a memory unless one says the same already. Throws StoreError. */
  async save({ type, text, source }: SummaryMemory, live: LiveSession): Promise<void> {
    const id = randomUUID();
    const from = source === undefined ? {} : { source };
    const memory = { id, type, text, at: this.#clock.now(), sessionId: live.id, ...from };
    if (this.#store.save(workspaceKey(), memory).id !== id) return;
    await live.append({ kind: 'memory', op: 'save', memoryId: id, type, text, ...from });
  }

  /** The text of a message is to be forgotten: what was saved of it goes, too, and no log says what it was. */
  forgetFrom(source: MessageId, live: LiveSession): void {
    this.#store.deleteFrom(workspaceKey(), { sessionId: live.id, source });
  }

  async edit({ id, type }: Memory, text: string, live: LiveSession | undefined): Promise<void> {
    this.#store.edit(workspaceKey(), id, text);
    if (live?.log.isReadOnly === false)
      await live.append({ kind: 'memory', op: 'edit', memoryId: id, type, text });
  }

  async delete({ id, type, text }: Memory, live: LiveSession | undefined): Promise<void> {
    this.#store.delete(workspaceKey(), id);
    if (live?.log.isReadOnly === false)
      await live.append({ kind: 'memory', op: 'delete', memoryId: id, type, text });
  }
}

function workspaceKey(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.toString() ?? '';
}
