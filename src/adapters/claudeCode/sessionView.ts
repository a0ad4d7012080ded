import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { idsIn } from '../../core/agent/hostHistory.ts';
import { standingEntries } from '../../core/agent/standingEntries.ts';
import type { Draft, Entry, MessageEntry, MessageId } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import { EntryNumbers } from '../../core/log/ids.ts';
import { maskSpans } from '../../core/log/mask.ts';
import { SecretNumbers } from '../../core/log/secretNumbers.ts';
import type { Logger, Redactor } from '../../core/ports.ts';
import { withPauses } from '../../core/steps.ts';
import { personTextOf } from '../../core/log/message.ts';
import { titleOf } from '../../core/text/titleOf.ts';
import { markSecrets, maskedTexts } from '../../core/session/markSecrets.ts';
import { hasCode } from '../store/fileSystem.ts';
import type { ImportedMessage } from '../transcripts/recording.ts';
import { readTranscript } from '../transcripts/formats.ts';
import { alignKeys, formerKeysOf, keysOf, type KeyedMessage } from './alignHistory.ts';
import { stateFile } from './homeFiles.ts';
import { readState, type SavedThread } from './savedState.ts';
import { withIdsOf, type NumberedCommand, type WishedEntry } from './wishes.ts';

/**
 * A session of Claude Code as log entries: the messages of the transcript, the plugin's entries, and the entries that
 * the plugin has not added yet (waiting wishes).
 */
export interface SessionView {
  readonly entries: readonly Entry[];
  /**
   * The number of the plugin's entries that are not shown, because they depend on messages that the transcript lacks
   * (see `standingEntries`).
   */
  readonly hiddenEntries: number;
  /** The ids and keys of all messages. A wish identifies its messages by these ids and keys. */
  readonly known: readonly KeyedMessage[];
}

/** The number of messages to search for secrets before a pause. */
const MASKED_AT_ONCE = 100;

interface NamedMessages {
  /** The messages, unmasked. */
  readonly named: readonly MessageEntry[];
  readonly known: readonly KeyedMessage[];
  /**
   * The main conversation in the plugin's state. If the state has several, this is the one that shares the most
   * messages with the transcript.
   */
  readonly thread: SavedThread | undefined;
  /** The ids of those messages that are also in `thread`. */
  readonly ids: ReadonlySet<MessageId>;
  readonly title: string | undefined;
}

/** Reads a transcript and the plugin's state beside it, and assigns ids to the messages. Throws TranscriptError. */
export async function readNamedMessages(transcript: string): Promise<NamedMessages> {
  const { messages: lines, title } = await readTranscript(transcript);
  const messages = joinedAsSent(lines);
  const unnamed = messages.map(({ message }) => message);
  const text = await readFile(stateFile(transcript), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  });
  const keys = await withPauses(keysOf(unnamed), nextTurn);
  const formerKeys = await withPauses(formerKeysOf(unnamed), nextTurn);
  const threads = (readState(text)?.threads ?? []).filter(({ isSubagent }) => !isSubagent);
  const found = threads
    .map((thread) => ({ thread, ids: alignKeys(thread.history.messages, keys, formerKeys) }))
    .toSorted((a, b) => b.ids.size - a.ids.size)[0];
  const named = namedMessages(messages, found?.thread, found?.ids ?? new Map());
  return {
    named,
    known: named.map(({ id }, at): KeyedMessage => [id, keys[at] ?? '']),
    thread: found?.thread,
    ids: new Set(found?.ids.values()),
    title,
  };
}

/**
 * Joins adjacent user messages, as Claude Code does in its requests. For example, a request contains a command such as
 * `/model` and the next prompt in one message, but the transcript has separate lines for them.
 */
function joinedAsSent(messages: readonly ImportedMessage[]): readonly ImportedMessage[] {
  const joined: ImportedMessage[] = [];
  for (const next of messages) {
    const last = joined.at(-1)?.message;
    if (last?.role !== 'user' || next.message.role !== 'user') joined.push(next);
    else {
      const message = { ...last, parts: [...last.parts, ...next.message.parts] };
      joined.splice(-1, 1, { ...joined.at(-1), ...next, message });
    }
  }
  return joined;
}

/**
 * Reads a transcript and the plugin's state as entries, with secrets masked. `waiting` are the wishes that the plugin
 * has not carried out yet. Throws TranscriptError.
 */
export async function readSessionView(
  transcript: string,
  waiting: readonly NumberedCommand[],
  ports: { readonly redactor: Redactor; readonly logger: Logger },
): Promise<SessionView> {
  const { named, known, thread, ids, title } = await readNamedMessages(transcript);
  const secrets = new SecretNumbers();
  const masked: MessageEntry[] = [];
  for (let at = 0; at < named.length; at += MASKED_AT_ONCE) {
    const drafts: readonly Draft[] = named.slice(at, at + MASKED_AT_ONCE);
    masked.push(...((await markSecrets(drafts, secrets, ports)) as readonly MessageEntry[]));
  }
  const saved = thread?.history.entries ?? [];
  const own = standingEntries(saved, ids);
  const wished = waiting.flatMap((wish) => {
    const asked = withIdsOf(wish, known);
    return asked?.kind === 'entry' ? [asked.entry] : [];
  });
  const standing = [...own.map((entry) => withoutSecrets(entry, secrets)), ...numberedAfter(wished, own)];
  const first = named.find(({ message }) => message.role === 'user')?.message;
  const words = title ?? (first === undefined ? '' : personTextOf(first));
  const [maskedWords = ''] = await maskedTexts([words], ports.redactor);
  const shownTitle = title === undefined ? titleOf(maskedWords) : maskedWords;
  const begin: Entry = {
    ...{ v: FORMAT_VERSION, id: 'e0', at: masked[0]?.at ?? 0, kind: 'session', strategy: 'hybrid' },
    ...(shownTitle !== '' && { title: shownTitle }),
  };
  return {
    entries: [begin, ...inOrder(masked, standing)],
    hiddenEntries: saved.length - own.length,
    known,
  };
}

/** Assigns new ids to wished entries if the plugin has used their ids for other entries. */
function numberedAfter(wished: readonly WishedEntry[], own: readonly Entry[]): readonly WishedEntry[] {
  const taken = new Set(own.map(({ id }) => id));
  const numbers = new EntryNumbers([...taken, ...wished.map(({ id }) => id)]);
  return wished.map((entry) => (taken.has(entry.id) ? { ...entry, id: numbers.next(entry.kind) } : entry));
}

/** Assigns ids to messages: the plugin's id if the plugin knows the message, else a new id. */
function namedMessages(
  messages: readonly ImportedMessage[],
  thread: SavedThread | undefined,
  ids: ReadonlyMap<number, MessageId>,
): readonly MessageEntry[] {
  const numbers = new EntryNumbers(thread === undefined ? [] : idsIn(thread.history));
  return messages.map(({ message, at = 0 }, place) => {
    const id = ids.get(place) ?? numbers.next('message');
    return { v: FORMAT_VERSION, id, at, kind: 'message', message };
  });
}

/** Inserts the entries in `own` between the messages, by time. An entry comes after all messages that it refers to. */
function inOrder(messages: readonly MessageEntry[], own: readonly Entry[]): readonly Entry[] {
  const ordered: Entry[] = [];
  let next = 0;
  for (const entry of own) {
    const named = new Set(
      JSON.stringify(entry)
        .match(/"m\d+"/g)
        ?.map((id) => id.slice(1, -1)),
    );
    const last = messages.findLastIndex(({ id, at }) => at <= entry.at || named.has(id));
    while (next <= last) ordered.push(messages[next++] as Entry);
    ordered.push(entry);
  }
  return [...ordered, ...messages.slice(next)];
}

/** Masks, in an entry of the plugin, the secrets that were found in the messages. The plugin itself masks nothing. */
function withoutSecrets(entry: Entry, secrets: SecretNumbers): Entry {
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return maskSpans(value, secrets.knownIn(value));
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each)]));
  };
  return masked(entry) as Entry;
}
