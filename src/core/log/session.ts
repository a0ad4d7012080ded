import type { CompactionEntry, Entry, EntryId, MessageEntry, MessageId } from './entry.ts';
import {
  emptyState,
  readEntry,
  stagesOf,
  stateOf,
  type CompactionState,
  type FoldState,
  type DirectState,
  type Stage,
} from './foldState.ts';
import { maskMessage } from './mask.ts';
import type { Message } from './message.ts';

/** A message of the log, with its secrets masked. */
export interface SessionMessage {
  readonly id: MessageId;
  readonly at: number;
  readonly message: Message;
}

export interface Compaction {
  readonly entry: CompactionEntry;
  readonly state: CompactionState;
  /**
   * The number of messages in the log when the compaction was made, or when a model's summary completed it. Absent for
   * a planned compaction, which comes after all messages of the log.
   */
  readonly madeAfter?: number | undefined;
}

/** The state of a session: a pure function of the entries in its log. */
export interface Session extends DirectState {
  /** The messages of the live branch. */
  readonly messages: readonly SessionMessage[];
  /** Every message of the log, including rewound ones. Recall searches all these messages. */
  readonly allMessages: readonly SessionMessage[];
  /** All compactions, oldest first. */
  readonly compactions: readonly Compaction[];
  /** The compactions that a redo would restore: those of the newest undo. Empty if there is nothing to redo. */
  readonly redoable: readonly EntryId[];
  readonly stages: readonly Stage[];
}

/**
 * Folds a log into a session. The entries must be in log order, oldest first. A rewind whose message is not in the log
 * changes nothing. An undo or redo of compactions that are not in the log changes no compaction. A stage is listed only
 * if its first and its last message are in the log.
 */
export function foldSession(entries: readonly Entry[]): Session {
  const fold = new SessionFold();
  for (const entry of entries) fold.add(entry);
  return fold.session;
}

/**
 * Folds a log, one entry at a time. A returned session never changes. Adding a message does not reread earlier
 * messages.
 */
export class SessionFold {
  readonly #state = emptyState();
  /** All messages of the log with secrets masked. Undefined after a reveal, until the session is read again. */
  #shown: SessionMessage[] | undefined = [];
  #session: Session | undefined;
  /** The kinds of the entries, except messages, that were added since the session was last returned. */
  readonly #changedKinds = new Set<Entry['kind']>();
  /** Messages added since the session was last returned. */
  #pending: SessionMessage[] = [];

  /** Adds an entry. If the entry is a message, returns the message with its secrets masked. */
  add(entry: Entry): SessionMessage | undefined {
    readEntry(this.#state, entry);
    if (entry.kind === 'reveal') this.#shown = undefined;
    if (entry.kind !== 'message') {
      this.#changedKinds.add(entry.kind);
      return undefined;
    }
    const message = shownMessage(entry, this.#state);
    this.#shown?.push(message);
    if (this.#session !== undefined) this.#pending.push(message);
    return message;
  }

  get session(): Session {
    const state = this.#state;
    this.#shown ??= state.messages.map((entry) => shownMessage(entry, state));
    if (this.#session === undefined || CHANGING_MESSAGES.some((kind) => this.#changedKinds.has(kind)))
      this.#session = this.#folded(this.#shown, undefined);
    else {
      if (this.#pending.length > 0) this.#session = withMessages(this.#session, this.#pending);
      if (this.#changedKinds.size > 0) this.#session = this.#folded(this.#shown, this.#session);
    }
    this.#pending = [];
    this.#changedKinds.clear();
    return this.#session;
  }

  /**
   * Makes a session. If `before` is given, takes its messages, because they already include the new messages. Also
   * takes its compactions, stages, pins, exclusions and kept-out excerpts, each only if no new entry changes them. So
   * results that are cached for an unchanged collection stay valid.
   */
  #folded(shown: readonly SessionMessage[], before: Session | undefined): Session {
    const state = this.#state;
    const direct = copyOf(state.direct);
    const isSame = (...kinds: readonly Entry['kind'][]): boolean =>
      !kinds.some((kind) => this.#changedKinds.has(kind));
    return {
      ...direct,
      messages: before?.messages ?? shown.filter(({ id }) => !state.rewoundIds.has(id)),
      allMessages: before?.allMessages ?? [...shown],
      compactions:
        before !== undefined && isSame('compaction', 'undo', 'redo')
          ? before.compactions
          : state.compactions.map((entry) => ({
              entry,
              state: stateOf(entry.id, state),
              madeAfter: state.madeAfter.get(entry.id),
            })),
      redoable: state.undos.at(-1) ?? [],
      // A stage is not listed before its messages are in the log, so the list may grow without a new stage entry.
      stages:
        before?.stages.length === state.stages.length && isSame('stage') ? before.stages : stagesOf(state),
      ...(before !== undefined && {
        pinnedIds: isSame('pin') ? before.pinnedIds : direct.pinnedIds,
        excludedIds: isSame('exclude') ? before.excludedIds : direct.excludedIds,
        keptOut: isSame('keptOut') ? before.keptOut : direct.keptOut,
      }),
    };
  }
}

/** Kinds of entries that change messages or remove messages from the live branch. */
const CHANGING_MESSAGES: readonly Entry['kind'][] = ['rewind', 'reveal'];

function shownMessage(entry: MessageEntry, { revealed, noSecrets }: FoldState): SessionMessage {
  const { id, at } = entry;
  return { id, at, message: maskMessage(entry, revealed.get(id) ?? [], noSecrets) };
}

function withMessages(session: Session, added: readonly SessionMessage[]): Session {
  const { messages, allMessages } = session;
  return { ...session, messages: messages.concat(added), allMessages: allMessages.concat(added) };
}

function copyOf(direct: DirectState): DirectState {
  return {
    ...direct,
    pinnedIds: new Set(direct.pinnedIds),
    excludedIds: new Set(direct.excludedIds),
    keptOut: new Map(direct.keptOut),
    ruleWords: new Map(direct.ruleWords),
    notesEdits: { byKey: new Map(direct.notesEdits.byKey), retired: new Set(direct.notesEdits.retired) },
    observations: [...direct.observations],
    runs: [...direct.runs],
    recalls: [...direct.recalls],
  };
}

/** Returns the compactions that shape the context, oldest first. */
export function liveCompactions(session: Pick<Session, 'compactions'>): readonly CompactionEntry[] {
  return session.compactions.flatMap(({ entry, state }) => (state === 'live' ? [entry] : []));
}

/**
 * Returns the live compactions that an undo of the compaction `id` takes back: this compaction and all later ones.
 * Returns an empty list if this compaction is not live.
 */
export function undoScope(session: Session, id: EntryId): readonly EntryId[] {
  const ids = liveCompactions(session).map((entry) => entry.id);
  const at = ids.indexOf(id);
  return at < 0 ? [] : ids.slice(at);
}
