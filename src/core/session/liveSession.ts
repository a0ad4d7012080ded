import { Cancellation } from '../cancellation.ts';
import type { TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import { factsOf } from '../context/facts.ts';
import { namesOf } from '../tools/namesOf.ts';
import type { Draft, Entry, EntryId, MessageId } from '../log/entry.ts';
import { forgottenInSteps, withoutText } from '../log/forget.ts';
import { EntryNumbers } from '../log/ids.ts';
import { maskMessage } from '../log/mask.ts';
import { unmaskedBy } from '../log/maskedValues.ts';
import { lengthOf, textOf } from '../log/message.ts';
import type { SecretValues } from '../log/secretNumbers.ts';
import type { Session, SessionMessage } from '../log/session.ts';
import type {
  Clock,
  Logger,
  RecallIndex,
  Redactor,
  RefreshedLog,
  SessionLog,
  TokenCounter,
} from '../ports.ts';
import { withPauses } from '../steps.ts';
import { DerivedState } from './derivedState.ts';
import { markSecrets, maskedTexts } from './markSecrets.ts';
import { messageOf } from '../text/messageOf.ts';
import { notifyListeners } from './notifyListeners.ts';

export interface LiveSessionPorts {
  readonly log: SessionLog;
  readonly counter: TokenCounter;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Lets other code run during long work, e.g. while a long log is read. If absent, long work has no pauses. */
  readonly pause?: () => Promise<void>;
}

/** If the texts to count have more UTF-16 units than this, the session opens with estimates and counts later. */
const COUNTED_FIRST = 2_000_000;
/** If another window wrote more entries than this, views reread the whole session instead of getting each entry. */
const SHOWN_ONE_BY_ONE = 50;

/**
 * An open session: its log and everything derived from the log. Changes of the log run one after another, so that ids
 * are in the log's order. An entry becomes visible only after it was written.
 */
export class LiveSession {
  readonly #ports: LiveSessionPorts;
  #state: DerivedState;
  #numbers: EntryNumbers;
  readonly #listeners = new Set<(entry: Entry) => void>();
  readonly #reloadListeners = new Set<() => void>();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #closing = new Cancellation();
  index: RecallIndex | undefined;

  private constructor(ports: LiveSessionPorts, state: DerivedState) {
    this.#ports = ports;
    this.#state = state;
    this.#numbers = numbersOf(ports.log, state.entries);
  }

  /**
   * Opens a session: reads the whole log, and counts the tokens of messages without a stored count. If these messages
   * contain much text, the session opens with estimates, and changes of the log wait until the count is done.
   */
  static async open(ports: LiveSessionPorts): Promise<LiveSession> {
    const live = new LiveSession(ports, await stateOf(ports, ports.log.tokens()));
    const { uncounted } = live.#state;
    if (uncounted.reduce((sum, { message }) => sum + lengthOf(message), 0) <= COUNTED_FIRST) {
      await live.#countUncounted();
      await withPauses(live.#state.prepare(), ports.pause);
      return live;
    }
    await withPauses(live.#state.estimate(uncounted), ports.pause);
    await withPauses(live.#state.prepare(), ports.pause);
    const counted = live.#enqueue(() => live.#count(uncounted));
    counted.catch((error: unknown) =>
      ports.logger.error(`a session's tokens could not be counted: ${messageOf(error)}`, error),
    );
    return live;
  }

  get id(): string {
    return this.#ports.log.sessionId;
  }

  get log(): SessionLog {
    return this.#ports.log;
  }

  get entries(): readonly Entry[] {
    return this.#state.entries;
  }

  get session(): Session {
    return this.#state.session;
  }

  get context(): Context {
    return this.#state.context;
  }

  get account(): TokenAccount {
    return this.#state.account;
  }

  /** This session's secret values. Messages contain marks such as `[secret: password #1]` instead of these values. */
  get secrets(): SecretValues {
    return this.#state.secrets;
  }

  entry(id: EntryId): Entry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Returns any message of the log, including rewound ones, with its secrets masked. */
  message(id: MessageId): SessionMessage | undefined {
    return this.session.allMessages.findLast((message) => message.id === id);
  }

  onAppend(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Registers a listener for changes after which views must reread the whole session: many new entries, many new
   * counts, or a forgotten text.
   */
  onReload(listener: () => void): () => void {
    this.#reloadListeners.add(listener);
    return () => this.#reloadListeners.delete(listener);
  }

  /**
   * Masks the secrets in an entry and appends it. If `draft` is a function, calls it after all earlier changes.
   * Resolves after the entry was written. A message or a compaction is also flushed to disk by then. If this rejects
   * with a StoreError, either nothing has changed, or the entry was written but may get lost in a power cut.
   */
  append(draft: Draft | (() => Draft)): Promise<Entry> {
    return this.#enqueue(() => this.#append(typeof draft === 'function' ? draft() : draft));
  }

  /** Appends many entries with one flush and one count, e.g. for an import. */
  appendAll(drafts: readonly Draft[]): Promise<void> {
    return this.#enqueue(async () => {
      try {
        await this.#appendEach(await this.#marked(drafts));
      } finally {
        await this.#countUncounted();
      }
    });
  }

  /** Removes a message's text from the log ("Forget This Text…"). No undo restores the text. */
  forget(id: MessageId): Promise<void> {
    return this.#enqueue(async () => {
      const forgotten = await withPauses(forgottenInSteps(this.entries, id), this.#ports.pause);
      await this.#ports.log.rewrite((entry) => withoutText(entry, forgotten));
      await this.#reread();
    });
  }

  /** Returns the entries that another window has appended. If that window rewrote the log, returns all entries. */
  refresh(): Promise<readonly Entry[]> {
    return this.#enqueue(async () => this.#addRefreshed(await this.#ports.log.refresh()));
  }

  /**
   * Takes over writing from another window. Returns the same entries as `refresh`. Throws StoreError `locked` while the
   * other window is alive.
   */
  takeOver(): Promise<readonly Entry[]> {
    return this.#enqueue(async () => this.#addRefreshed(await this.#ports.log.takeOver()));
  }

  /** Masks the secrets in a text. Rejects if the search for secrets fails. */
  async masked(text: string): Promise<string> {
    const [masked = ''] = await maskedTexts([text], this.#ports.redactor);
    return masked;
  }

  async close(): Promise<void> {
    this.#closing.cancel();
    await this.#queue;
    try {
      await this.index?.close();
    } finally {
      await this.#ports.log.close();
    }
  }

  /** Runs changes of the log one after another. A failed change does not stop the next one. */
  #enqueue<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#queue.then(change);
    this.#queue = changed.catch(() => undefined);
    return changed;
  }

  async #appendEach(drafts: readonly Draft[]): Promise<void> {
    const { log, clock } = this.#ports;
    for (const draft of drafts) {
      const entry = this.#numbers.finish(draft, clock.now());
      await log.append(entry);
      this.#add(entry);
    }
    await log.flush();
  }

  async #append(draft: Draft): Promise<Entry> {
    const [marked = draft] = await this.#marked([draft]);
    const entry = this.#numbers.finish(marked, this.#ports.clock.now());
    await this.#ports.log.append(entry);
    try {
      if (entry.kind === 'message' || entry.kind === 'compaction') await this.#ports.log.flush();
    } finally {
      // Even if the flush failed, the entry is in the log, so the session must contain it.
      await this.#show(entry);
    }
    return entry;
  }

  async #show(entry: Entry): Promise<void> {
    const message = this.#add(entry);
    if (message !== undefined) {
      // Caches the facts and names of the message, so that planning a compaction is quick later.
      factsOf(message.message);
      namesOf(message.message);
      await this.#state.count([message]);
      this.#state.prepareNewest();
    }
    if (entry.kind === 'reveal') {
      const unmasked = unmaskedBy(entry, this.entries);
      await this.#state.count(this.session.messages.filter(({ id }) => unmasked.has(id)));
    }
    // After a compaction, an undo or a pin, the whole context must be computed again. This is done with pauses here,
    // because the listeners would do it without pauses.
    const { pause } = this.#ports;
    if (message === undefined && pause !== undefined) await withPauses(this.#state.prepare(), pause);
    notifyListeners(this.#listeners, this.#ports.logger, entry);
  }

  #marked(drafts: readonly Draft[]): Promise<readonly Draft[]> {
    return markSecrets(drafts, this.#state.secrets, this.#ports);
  }

  async #addRefreshed({ appended, isRewritten }: RefreshedLog): Promise<readonly Entry[]> {
    if (isRewritten) await this.#reread();
    else if (appended.length > SHOWN_ONE_BY_ONE) await this.#showMany(appended);
    else for (const entry of appended) await this.#show(entry);
    if (appended.length > 0) this.#numbers = numbersOf(this.#ports.log, this.entries);
    return appended;
  }

  async #showMany(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) this.#add(entry);
    const unmasked = new Set(
      entries.flatMap((entry) => (entry.kind === 'reveal' ? [...unmaskedBy(entry, this.entries)] : [])),
    );
    const recounted = this.session.messages.filter(({ id }) => unmasked.has(id));
    await this.#count([...new Set([...this.#state.uncounted, ...recounted])]);
  }

  #add(entry: Entry): SessionMessage | undefined {
    if (entry.kind === 'message') this.index?.add(entry.id, textOf(maskMessage(entry, [])));
    return this.#state.add(entry);
  }

  /** Rereads the log after a text was removed, so that no derived data contains this text. */
  async #reread(): Promise<void> {
    this.#state = await stateOf(this.#ports);
    await this.#countUncounted();
    await withPauses(this.#state.prepare(), this.#ports.pause);
    await this.index?.rebuild();
  }

  #countUncounted(): Promise<void> {
    return this.#count(this.#state.uncounted);
  }

  async #count(messages: readonly SessionMessage[]): Promise<void> {
    await this.#state.count(messages, this.#closing.signal);
    notifyListeners(this.#reloadListeners, this.#ports.logger);
  }
}

async function stateOf(
  ports: LiveSessionPorts,
  tokens?: ReadonlyMap<EntryId, number>,
): Promise<DerivedState> {
  const state = new DerivedState(ports, tokens);
  await withPauses(state.addAll(await ports.log.readAll()), ports.pause);
  return state;
}

function numbersOf(log: SessionLog, entries: readonly Entry[]): EntryNumbers {
  return new EntryNumbers([...log.heads().map(({ id }) => id), ...entries.map(({ id }) => id)]);
}
