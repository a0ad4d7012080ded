import type { Context, ContextItem } from '../context/context.ts';
import { projectSession, treatmentsOf } from '../context/project.ts';
import { isRecord } from '../context/record.ts';
import type { Draft, Entry, EntryId, MessageId } from '../log/entry.ts';
import { FORMAT_VERSION } from '../log/formatVersion.ts';
import { EntryNumbers } from '../log/ids.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import { liveCompactions, SessionFold, type Session, type SessionMessage } from '../log/session.ts';
import { digestOf } from '../text/digest.ts';
import type { HostFormat, Piece, PieceNow } from './hostFormat.ts';
import { messagesOf, standingEntries } from './standingEntries.ts';

/** The part of a history that is stored beside the host's own file. The host sends the messages themselves again. */
export interface SavedHistory {
  /**
   * The live messages up to the newest one that an entry refers to, and at least up to the first answer, oldest first.
   * Without an answer, another conversation could begin with the same messages. For keys, see `KnownMessage`.
   */
  readonly messages: readonly (readonly [id: MessageId, key: string])[];
  readonly entries: readonly Entry[];
}

/** A message in the log. `key` consists of the piece's role and a digest of the piece's own key. */
interface KnownMessage {
  readonly id: MessageId;
  readonly key: string;
}

interface KeyedPiece {
  readonly piece: Piece;
  /** The key, and the former key if there is one. */
  readonly keys: readonly [string, ...string[]];
}

/** A message of the newest request, and the ids of its pieces in the log. */
interface ReceivedMessage<M> {
  readonly message: M;
  readonly ids: readonly MessageId[];
}

/** What a request changed in the session. */
interface Taken {
  readonly added: readonly SessionMessage[];
  /** Whether the request lacks messages of the session or of the saved history. */
  readonly isCut: boolean;
}

/**
 * The session of one conversation of a host: the messages that the host sends, and Longthread's own entries. A caller
 * gives it each request with `take`, adds entries with `append`, and sends what `project` returns. After
 * `take([question, answer, question2])` and a compaction that moves the first two messages into the notes, `project`
 * returns `[notes, question2]`. Before the compaction, it returns the three received objects themselves.
 */
export class HostHistory<M extends object> {
  readonly #format: HostFormat<M>;
  readonly #fold = new SessionFold();
  readonly #numbers: EntryNumbers;
  /** The messages of the live branch. */
  #known: KnownMessage[] = [];
  #received: readonly ReceivedMessage<M>[] = [];
  readonly #toolNames = new Map<string, string>();
  /** Caches pieces, as each request is read more than once. */
  readonly #pieces = new WeakMap<M, readonly KeyedPiece[]>();
  /** The saved history, until the first request comes in. */
  #saved: SavedHistory | undefined;
  /** All entries of the log except messages. */
  readonly #ownEntries: Entry[] = [];

  constructor(format: HostFormat<M>, saved?: SavedHistory) {
    this.#format = format;
    this.#saved = saved;
    this.#numbers = new EntryNumbers(saved === undefined ? [] : idsIn(saved));
  }

  get session(): Session {
    return this.#fold.session;
  }

  /** The messages of the live branch: their ids and keys. */
  get known(): SavedHistory['messages'] {
    return this.#known.map(({ id, key }) => [id, key]);
  }

  /**
   * Returns the number of a request's first pieces that this history also has, or undefined if the request belongs to
   * another conversation.
   */
  prefixOf(messages: readonly M[]): number | undefined {
    const known = this.#saved === undefined ? this.#known : knownOf(this.#saved);
    const prefix = commonPrefix(this.#piecesIn(messages), known);
    // Two conversations can begin with the same user messages. So a common beginning counts only if it contains an
    // assistant's answer, or if it is the whole known history.
    const isOwn =
      prefix === known.length || known.slice(0, prefix).some(({ key }) => key.startsWith('assistant'));
    return isOwn ? prefix : undefined;
  }

  /**
   * Adds the new messages of a request to the session. Before that, rewinds to the end of the common beginning unless
   * the request begins with all known messages. The first request also restores the saved history.
   */
  take(messages: readonly M[], now: number): Taken {
    const pieces = messages.map((message, at) => this.#piecesOf(message, at));
    const all = pieces.flat();
    const saved = this.#saved;
    this.#saved = undefined;
    const isRestored = saved === undefined || this.#restore(saved, all, now);
    const prefix = this.#prefixToKeep(all);
    const next = this.#known[prefix];
    if (next !== undefined) this.append({ kind: 'rewind', before: next.id }, now);
    this.#known.length = prefix;
    const added = all.slice(prefix).map((each) => this.#addMessage(each, now));
    let end = 0;
    this.#received = messages.map((message, index) => {
      const start = end;
      end += pieces[index]?.length ?? 0;
      return { message, ids: this.#known.slice(start, end).map(({ id }) => id) };
    });
    return { added, isCut: next !== undefined || !isRestored };
  }

  /**
   * Returns the length of the common beginning. If the request lacks known messages and the common beginning ends with
   * results, it stops before the first of these results that has changed. A host can send a side question while calls
   * run. The request of this question has placeholders in place of results, and the next request of the conversation
   * has the results.
   */
  #prefixToKeep(pieces: readonly KeyedPiece[]): number {
    const prefix = commonPrefix(pieces, this.#known);
    if (prefix === this.#known.length) return prefix;
    const { messages } = this.session;
    const common = pieces.slice(0, prefix);
    const first = common.findLastIndex(({ piece }) => piece.role !== 'tool') + 1;
    const changed = common.slice(first).findIndex(({ piece }, at) => {
      const logged = messages[first + at]?.message.parts;
      return JSON.stringify(piece.message().parts) !== JSON.stringify(logged);
    });
    return changed < 0 ? prefix : first + changed;
  }

  append(draft: Draft, now: number): Entry {
    const entry = this.#numbers.finish(draft, now);
    this.#fold.add(entry);
    this.#ownEntries.push(entry);
    return entry;
  }

  /** Returns the messages to send. Without compactions and exclusions, they are the received objects themselves. */
  project(): readonly M[] {
    if (liveCompactions(this.session).length === 0 && this.session.excludedIds.size === 0)
      return this.#received.map(({ message }) => message);
    return this.#written(projectSession(this.session));
  }

  /** The history to keep, or undefined if there is nothing to keep. */
  get saved(): SavedHistory | undefined {
    if (this.#saved !== undefined) return this.#saved;
    const superseded = new Set(
      this.session.compactions.flatMap(({ entry, state }) => (state === 'superseded' ? [entry.id] : [])),
    );
    const own = this.#ownEntries.filter(({ kind, id }) => kind !== 'rewind' && !superseded.has(id));
    const entries = standingEntries(own, new Set(this.#known.map(({ id }) => id)));
    if (entries.length === 0) return undefined;
    const referred = new Set(entries.flatMap(messagesOf));
    const newest = this.#known.findLastIndex(({ id }) => referred.has(id));
    const answer = this.#known.findIndex(({ key }) => key.startsWith('assistant'));
    const last = Math.max(newest, answer < 0 ? this.#known.length - 1 : answer);
    return { messages: this.#known.slice(0, last + 1).map(({ id, key }) => [id, key]), entries };
  }

  /** Yields the pieces of a request. Reads a message only when its pieces are needed. */
  *#piecesIn(messages: readonly M[]): Generator<KeyedPiece> {
    for (const [at, message] of messages.entries()) yield* this.#piecesOf(message, at);
  }

  #piecesOf(message: M, at: number): readonly KeyedPiece[] {
    const cached = this.#pieces.get(message);
    if (cached !== undefined) return cached;
    const pieces = this.#format.read(message, at).map((piece) => ({ piece, keys: keysOf(piece) }));
    this.#pieces.set(message, pieces);
    return pieces;
  }

  /**
   * Restores a saved history. Drops the entries that can't stay without a missing message. Returns whether no message
   * is missing.
   */
  #restore(saved: SavedHistory, pieces: readonly KeyedPiece[], now: number): boolean {
    const prefix = commonPrefix(pieces, knownOf(saved));
    const standing = saved.messages.slice(0, prefix);
    for (const [at, [id]] of standing.entries()) this.#addMessage(pieces[at] as KeyedPiece, now, id);
    const ids = new Set(standing.map(([id]) => id));
    for (const entry of standingEntries(saved.entries, ids)) {
      this.#fold.add(entry);
      this.#ownEntries.push(entry);
    }
    return standing.length === saved.messages.length;
  }

  #addMessage({ piece, keys: [key] }: KeyedPiece, now: number, known?: MessageId): SessionMessage {
    const message = this.#withToolName(piece.message());
    const entry: Entry =
      known === undefined
        ? this.#numbers.finish({ kind: 'message', message }, now)
        : { v: FORMAT_VERSION, id: known, at: now, kind: 'message', message };
    this.#known.push({ id: entry.id, key });
    return this.#fold.add(entry) as SessionMessage;
  }

  /** Returns a result with its tool's name, which hosts give only with the call. */
  #withToolName(message: Message): Message {
    for (const { callId, name } of toolCallsOf(message)) this.#toolNames.set(callId, name);
    return message.role === 'tool' && message.toolName === ''
      ? { ...message, toolName: this.#toolNames.get(message.callId) ?? '' }
      : message;
  }

  /** Writes a context in the host's format. */
  #written(context: Context): readonly M[] {
    const stateOf = stateIn(context, this.session);
    const written = this.#received.flatMap(({ message: received, ids }, at) => {
      const states = ids.map(stateOf);
      const isSame = states.every(({ kind }) => kind === 'same');
      const message = isSame ? received : this.#format.write(received, states, at);
      return message === undefined
        ? []
        : [{ message, hasPieces: states.some(({ kind }) => kind !== 'gone') }];
    });
    const messages = written.map(({ message }) => message);
    const notes = context.find(({ message }) => isRecord(message))?.message;
    // The notes come before the first message that still has pieces. But if the host does not let a history
    // begin with the first remaining message, the notes come before that message.
    const place = written.findIndex(
      ({ message, hasPieces }, index) => hasPieces || (index === 0 && !this.#format.mayOpen(message)),
    );
    if (notes !== undefined && place >= 0) messages.splice(place, 0, this.#format.notes(notes));
    return this.#joined(messages);
  }

  /** Merges adjacent messages if the host requires it. */
  #joined(messages: readonly M[]): readonly M[] {
    const out: M[] = [];
    for (const message of messages) {
      const last = out.at(-1);
      const joined = last === undefined ? undefined : this.#format.join(last, message);
      if (joined === undefined) out.push(message);
      else out[out.length - 1] = joined;
    }
    return out;
  }
}

/**
 * Returns the ids that no new message or entry may get: those of the saved messages and entries, and those that the
 * entries name. A compaction can name messages that are no longer saved, since the person went back to an earlier one.
 */
export function idsIn({ messages, entries }: SavedHistory): readonly EntryId[] {
  return [...messages.map(([id]) => id), ...entries.flatMap((entry) => [entry.id, ...messagesOf(entry)])];
}

function keysOf({ role, key, formerKey }: Piece): KeyedPiece['keys'] {
  const former = formerKey === undefined ? [] : [`${role} ${digestOf(formerKey)}`];
  return [`${role} ${digestOf(key)}`, ...former];
}

function knownOf({ messages }: SavedHistory): readonly KnownMessage[] {
  return messages.map(([id, key]) => ({ id, key }));
}

/** Returns the length of the common beginning. Stops reading at the first difference. */
function commonPrefix(pieces: Iterable<KeyedPiece>, known: readonly KnownMessage[]): number {
  let prefix = 0;
  for (const { keys } of pieces) {
    if (!keys.includes(known[prefix]?.key ?? '')) break;
    prefix += 1;
  }
  return prefix;
}

const SAME: PieceNow = { kind: 'same' };
const GONE: PieceNow = { kind: 'gone' };

/**
 * Returns a function that says what became of a message in the context: the same, changed or gone. A message with only
 * reasoning is not in the context, but counts as the same.
 */
function stateIn(context: Context, session: Session): (id: MessageId) => PieceNow {
  const { replaced, folded } = treatmentsOf(session);
  const standing = new Map<MessageId, ContextItem>();
  for (const item of context)
    for (const id of item.entries) if (!isRecord(item.message) && !standing.has(id)) standing.set(id, item);
  return (id) => {
    const item = standing.get(id);
    if (item === undefined) return folded.has(id) || session.excludedIds.has(id) ? GONE : SAME;
    const isChanged =
      item.treatment === 'excluded' ||
      (replaced.has(id) && item.treatment !== 'verbatim' && item.treatment !== 'pinned');
    return isChanged ? { kind: 'changed', message: item.message } : SAME;
  };
}
