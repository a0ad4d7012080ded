import { createHash, randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { MemoryStore } from '../../adapters/store/memoryStore.ts';
import { offersOf, memoryKey, type SummaryMemory } from '../../core/memory/savedMemories.ts';
import { searchMemories } from '../../core/memory/searchMemories.ts';
import type { Clock, Memory, Redactor } from '../../core/ports.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { maskedTexts } from '../../core/session/markSecrets.ts';

const DISMISSED = 'longthread.dismissedMemories';
const MOST_DISMISSED = 500;
const HASH = /^[\da-f]{64}$/;
/** The maximum number of offers that are shown together. Answering an offer makes room for the next offer. */
const MOST_OFFERS = 8;

export interface WorkspaceMemoriesOptions {
  readonly store: MemoryStore;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** The workspace state. */
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  /** Returns the key of the open workspace's memories. */
  readonly workspace: () => string;
}

/**
 * Keeps the workspace's memories, with secrets masked. A memory is an offer until the person accepts it, and no model
 * gets an offer. When the person saves, edits or deletes a memory, the change is logged in the open session, unless
 * this window can't write to the session.
 */
export class WorkspaceMemories {
  readonly #options: WorkspaceMemoriesOptions;
  readonly #offerListeners = new Set<() => void>();

  constructor(options: WorkspaceMemoriesOptions) {
    this.#options = options;
  }

  /** Returns the memories that the person agreed to. */
  list(): readonly Memory[] {
    return this.#all().filter(({ isAgreed }) => isAgreed === true);
  }

  #all(): readonly Memory[] {
    return this.#options.store.list(this.#options.workspace());
  }

  #waiting(): readonly Memory[] {
    return this.#all().filter(({ isAgreed }) => isAgreed !== true);
  }

  search(query: string, limit: number): readonly Memory[] {
    return searchMemories(this.list(), query, limit);
  }

  /**
   * Returns the memories to ask the person about. Memories that models want to save come before memories that were
   * found without a model. Returns an empty list if this window can't write to the session.
   */
  offers(live: LiveSession): readonly SummaryMemory[] {
    if (live.log.isReadOnly) return [];
    const waiting = this.#waiting().toReversed();
    const known = new Set([...this.#all().map(({ text }) => hashOf(text)), ...this.#dismissed()]);
    return [...waiting, ...offersOf(live.session, { isKnown: (text) => known.has(hashOf(text)) })]
      .slice(0, MOST_OFFERS)
      .map(({ type, text, source }) => ({ type, text, ...(source === undefined ? {} : { source }) }));
  }

  /**
   * Keeps a memory that a model wants to save, until the person accepts or dismisses it. Ignores a memory that was
   * dismissed before.
   */
  async offer(memory: SummaryMemory, live: LiveSession): Promise<void> {
    const made = await this.#memoryOf(memory, live);
    if (this.#dismissed().includes(hashOf(made.text))) return;
    await this.#options.store.save(this.#options.workspace(), made);
    for (const listener of this.#offerListeners) listener();
  }

  /** Adds a listener, which is called when a model offers a memory. */
  onOffered(listener: () => void): { dispose(): void } {
    this.#offerListeners.add(listener);
    return { dispose: () => void this.#offerListeners.delete(listener) };
  }

  /** Dismisses an offer, so that it is not made again in this workspace. */
  async dismiss(text: string): Promise<void> {
    for (const { id } of this.#waiting().filter((memory) => memory.text === text))
      await this.#options.store.delete(this.#options.workspace(), id);
    await this.#options.state.update(DISMISSED, [...this.#dismissed(), hashOf(text)].slice(-MOST_DISMISSED));
  }

  /** Masks secrets. Rejects if the search for them fails: a text that can't be searched is not kept. */
  async #masked(text: string): Promise<string> {
    const [masked = ''] = await maskedTexts([text], this.#options.redactor);
    return masked;
  }

  /** Returns the hashes of the dismissed texts. Earlier versions of Longthread stored the texts themselves. */
  #dismissed(): readonly string[] {
    const stored = this.#options.state.get<readonly string[]>(DISMISSED, []);
    return stored.map((text) => (HASH.test(text) ? text : hashOf(text)));
  }

  /**
   * Saves a memory that the person agrees to, and logs it in the session. Does nothing if an accepted memory has the
   * same text. Rejects with StoreError if the memory can't be saved.
   */
  async save(memory: SummaryMemory, live: LiveSession): Promise<void> {
    const waiting = this.#waiting().find(({ text }) => text === memory.text);
    const agreed = { ...(waiting ?? (await this.#memoryOf(memory, live))), isAgreed: true };
    const { id, type, text, source, sessionId } = agreed;
    const kept = await this.#options.store.save(this.#options.workspace(), agreed);
    if (kept.id !== id) return;
    const from = source === undefined || sessionId !== live.id ? {} : { source };
    await live.append({ kind: 'memory', op: 'save', memoryId: id, type, text, ...from });
  }

  /** Creates a memory from a session. Masks the secrets in the memory's text. */
  async #memoryOf({ type, text, source }: SummaryMemory, live: LiveSession): Promise<Memory> {
    const from = source === undefined ? {} : { source };
    const made = { id: randomUUID(), type, text: await this.#masked(text), ...from };
    return { ...made, at: this.#options.clock.now(), sessionId: live.id };
  }

  /**
   * Deletes the memories that came from a message, and the texts of dismissed offers. Appends no entry to the log.
   */
  async forgetFrom(source: MessageId, live: LiveSession): Promise<void> {
    await this.#options.store.deleteFrom(this.#options.workspace(), { sessionId: live.id, source });
    const hasTexts = this.#options.state
      .get<readonly string[]>(DISMISSED, [])
      .some((text) => !HASH.test(text));
    if (hasTexts) await this.#options.state.update(DISMISSED, this.#dismissed());
  }

  async edit({ id, type }: Memory, said: string, live: LiveSession | undefined): Promise<void> {
    const text = await this.#masked(said);
    await this.#options.store.edit(this.#options.workspace(), id, text);
    if (live?.log.isReadOnly === false)
      await live.append({ kind: 'memory', op: 'edit', memoryId: id, type, text });
  }

  async delete({ id, type, text }: Memory, live: LiveSession | undefined): Promise<void> {
    await this.#options.store.delete(this.#options.workspace(), id);
    if (live?.log.isReadOnly === false)
      await live.append({ kind: 'memory', op: 'delete', memoryId: id, type, text });
  }
}

/**
 * Returns a hash of a memory's text, so that a dismissed text is recognised but not stored: “Forget This Text…” must
 * leave no copy of it.
 */
function hashOf(text: string): string {
  return createHash('sha256').update(memoryKey(text)).digest('hex');
}
