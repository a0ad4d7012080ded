import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { MemoryStore } from '../../adapters/store/memoryStore.ts';
import { offersOf } from '../../core/memory/offerMemories.ts';
import { searchMemories } from '../../core/memory/searchMemories.ts';
import type { Clock, Memory, Redactor } from '../../core/ports.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { maskedTexts } from '../../core/session/markSecrets.ts';
import type { SummaryMemory } from '../../core/memory/savedMemories.ts';

const DISMISSED = 'longthread.dismissedMemories';
const MOST_DISMISSED = 500;
/** A list to look through, not to work through: what is answered makes room for the next. */
const MOST_OFFERS = 8;

export interface WorkspaceMemoriesOptions {
  readonly store: MemoryStore;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** Kept for each workspace. */
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  /** What memories of the workspace that is open are kept under. */
  readonly workspace: () => string;
}

/** The memories of the workspace that is open, without secrets. A change is told in the log of the session it happened in. */
export class WorkspaceMemories {
  readonly #options: WorkspaceMemoriesOptions;

  constructor(options: WorkspaceMemoriesOptions) {
    this.#options = options;
  }

  list(): readonly Memory[] {
    return this.#options.store.list(this.#options.workspace());
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
    await this.#options.state.update(DISMISSED, [...this.#dismissed(), text].slice(-MOST_DISMISSED));
  }

  /** Rejects where secrets can't be looked for: what can't be searched is not kept. */
  async #masked(text: string): Promise<string> {
    const [masked = ''] = await maskedTexts([text], this.#options.redactor);
    return masked;
  }

  #dismissed(): readonly string[] {
    return this.#options.state.get<readonly string[]>(DISMISSED, []);
  }

  /** Saves a memory unless one says the same already. Throws StoreError. */
  async save({ type, text: said, source }: SummaryMemory, live: LiveSession): Promise<void> {
    const id = randomUUID();
    const text = await this.#masked(said);
    const from = source === undefined ? {} : { source };
    const memory = { id, type, text, at: this.#options.clock.now(), sessionId: live.id, ...from };
    if (this.#options.store.save(this.#options.workspace(), memory).id !== id) return;
    await live.append({ kind: 'memory', op: 'save', memoryId: id, type, text, ...from });
  }

  /** The text of a message is to be forgotten: what was saved of it goes, too, and no log says what it was. */
  forgetFrom(source: MessageId, live: LiveSession): void {
    this.#options.store.deleteFrom(this.#options.workspace(), { sessionId: live.id, source });
  }

  async edit({ id, type }: Memory, said: string, live: LiveSession | undefined): Promise<void> {
    const text = await this.#masked(said);
    this.#options.store.edit(this.#options.workspace(), id, text);
    if (live?.log.isReadOnly === false)
      await live.append({ kind: 'memory', op: 'edit', memoryId: id, type, text });
  }

  async delete({ id, type, text }: Memory, live: LiveSession | undefined): Promise<void> {
    this.#options.store.delete(this.#options.workspace(), id);
    if (live?.log.isReadOnly === false)
      await live.append({ kind: 'memory', op: 'delete', memoryId: id, type, text });
  }
}
