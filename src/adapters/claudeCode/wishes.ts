import type { ChosenFate } from '../../core/context/fate.ts';
import type { ExcludeEntry, MessageId } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import type { PinEntry } from '../../core/log/pinEntry.ts';
import type { NotesEditEntry } from '../../core/log/notesEdit.ts';
import type { RuleEntry } from '../../core/log/ruleEntry.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  numberOf,
  objectOf,
  objectsOf,
  parseJson,
  stringOf,
  type JsonObject,
} from '../transcripts/json.ts';
import { alignKeys, type KeyedMessage } from './alignHistory.ts';

/**
 * A log entry that the person adds in VS Code to a session of Claude Code. The entry takes effect in VS Code
 * immediately, and in Claude Code from the next request on.
 */
export type WishedEntry = PinEntry | ExcludeEntry | RuleEntry | NotesEditEntry;

/** The command to compact, with options from a preview or from a command of VS Code. */
export interface CompactCommand {
  readonly kind: 'compact';
  readonly strategy?: string;
  readonly instructions?: string;
  /** The maximum number of tokens in the context after the compaction. */
  readonly budgetTokens?: number;
  /** Keeps about half of the context if there is no budget. */
  readonly keepsHalf?: true;
  readonly byMessage?: readonly (readonly [MessageId, ChosenFate])[];
  readonly range?: { readonly first: MessageId; readonly last: MessageId };
}

/**
 * A command of the person, or a command that replaces an automatic compaction by Claude Code. The plugin carries out
 * the command before the session's next API request. In files, a command is called a wish.
 */
export type PluginCommand =
  | CompactCommand
  | { readonly kind: 'undo' | 'redo' }
  | { readonly kind: 'entry'; readonly entry: WishedEntry };

/**
 * A command from VS Code with its number. The plugin saves the number of the newest command that it carried out, so
 * that no command is carried out twice.
 */
export interface NumberedCommand {
  readonly number: number;
  readonly wish: PluginCommand;
  /**
   * The messages that the wish names, and neighbours that help the plugin to find these messages. The list is in the
   * order of the session, and its ids are those of VS Code.
   */
  readonly messages: readonly KeyedMessage[];
}

/**
 * Adds a wish. A wish to compact, undo or redo replaces the earlier wishes of these kinds. Wishes to add a log entry
 * are all kept.
 */
export function withWish(
  wishes: readonly NumberedCommand[],
  added: NumberedCommand,
): readonly NumberedCommand[] {
  const standing = wishes.filter(({ wish }) => wish.kind === 'entry' || added.wish.kind === 'entry');
  return [...standing, added];
}

/** Returns the messages that a wish names. */
function namedIn(wish: PluginCommand): readonly MessageId[] {
  if (wish.kind === 'compact') {
    const { byMessage = [], range } = wish;
    return [...byMessage.map(([id]) => id), ...(range === undefined ? [] : [range.first, range.last])];
  }
  if (wish.kind !== 'entry') return [];
  const { entry } = wish;
  if ('target' in entry) return [entry.target];
  return entry.source === undefined ? [] : [entry.source];
}

/**
 * Returns the messages that a wish names, with their neighbours. The neighbours of a message reach from the previous
 * tool result to the next tool result, since the plugin finds tool results with certainty by the ids of their calls. No
 * neighbours are returned after the last named message. So a wish stays small even if the session has 20,000 messages.
 */
export function identifyingMessages(
  wish: PluginCommand,
  known: readonly KeyedMessage[],
): readonly KeyedMessage[] {
  const named = new Set(namedIn(wish));
  const last = known.findLastIndex(([id]) => named.has(id));
  const results = known.slice(0, last).flatMap(([, key], at) => (key.startsWith('tool ') ? [at] : []));
  const runs = [0, ...results].map((from, at) => known.slice(from, (results[at] ?? last) + 1));
  return [...new Set(runs.filter((run) => run.some(([id]) => named.has(id))).flat())];
}

/**
 * Replaces the message ids in a wish by the ids that the same messages have in `known`. Returns undefined if `known`
 * lacks the target of an entry or an end of a range. Other messages that `known` lacks are dropped from the wish.
 */
export function withIdsOf(
  { wish, messages }: NumberedCommand,
  known: readonly KeyedMessage[],
): PluginCommand | undefined {
  if (namedIn(wish).length === 0) return wish;
  const places = alignKeys(
    messages,
    known.map(([, key]) => key),
  );
  const ids = new Map([...places].map(([place, id]) => [id, known[place]?.[0] ?? '']));
  if (wish.kind === 'compact') return compactWithIds(wish, ids);
  return wish.kind === 'entry' ? entryWithIds(wish.entry, ids) : wish;
}

function compactWithIds(
  wish: CompactCommand,
  ids: ReadonlyMap<MessageId, MessageId>,
): PluginCommand | undefined {
  const { byMessage, range, ...others } = wish;
  const [first, last] = [ids.get(range?.first ?? ''), ids.get(range?.last ?? '')];
  if (range !== undefined && (first === undefined || last === undefined)) return undefined;
  const chosen = byMessage?.flatMap(([id, fate]) => {
    const there = ids.get(id);
    return there === undefined ? [] : [[there, fate] as const];
  });
  return {
    ...others,
    ...(chosen && { byMessage: chosen }),
    ...(first !== undefined && last !== undefined && { range: { first, last } }),
  };
}

function entryWithIds(entry: WishedEntry, ids: ReadonlyMap<MessageId, MessageId>): PluginCommand | undefined {
  if ('target' in entry) {
    const target = ids.get(entry.target);
    return target === undefined ? undefined : { kind: 'entry', entry: { ...entry, target } };
  }
  const { source, ...others } = entry;
  const there = ids.get(source ?? '');
  return { kind: 'entry', entry: { ...others, ...(there !== undefined && { source: there }) } };
}

/** Parses wishes. Returns the oldest first. Drops invalid wishes. */
export function readWishes(text: string): readonly NumberedCommand[] {
  const value = parseJson(text);
  if (!isObject(value)) return [];
  return objectsOf(value, 'wishes').flatMap((each) => {
    const [number, wish] = [numberOf(each, 'number'), readWish(objectOf(each, 'wish'))];
    const messages = fieldOf(each, 'messages');
    if (number === undefined || wish === undefined) return [];
    return [{ number, wish, messages: Array.isArray(messages) ? messages.filter(isKeyed) : [] }];
  });
}

export function isKeyed(value: unknown): value is KeyedMessage {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
}

/** Parses a wish. Returns undefined if the wish is invalid. */
export function readWish(wish: JsonObject | undefined): PluginCommand | undefined {
  const kind = wish && stringOf(wish, 'kind');
  if (wish === undefined || kind === undefined) return undefined;
  if (kind === 'undo' || kind === 'redo') return { kind };
  if (kind === 'compact') return readCompact(wish);
  const entry = kind === 'entry' ? readEntry(objectOf(wish, 'entry')) : undefined;
  return entry && { kind: 'entry', entry };
}

const FATES: ReadonlySet<unknown> = new Set([
  'stays',
  'shortened',
  'notes',
  'leftOut',
] satisfies ChosenFate[]);

function readCompact(wish: JsonObject): CompactCommand {
  const [strategy, instructions] = [stringOf(wish, 'strategy'), stringOf(wish, 'instructions')];
  const budgetTokens = numberOf(wish, 'budgetTokens');
  const listed = fieldOf(wish, 'byMessage');
  const byMessage = Array.isArray(listed)
    ? listed.filter((each): each is readonly [MessageId, ChosenFate] => isKeyed(each) && FATES.has(each[1]))
    : undefined;
  const range = objectOf(wish, 'range');
  const [first, last] = [range && stringOf(range, 'first'), range && stringOf(range, 'last')];
  return {
    kind: 'compact',
    ...(strategy !== undefined && { strategy }),
    ...(instructions !== undefined && { instructions }),
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(isTrue(wish, 'keepsHalf') && { keepsHalf: true }),
    ...(byMessage && { byMessage }),
    ...(first !== undefined && last !== undefined && { range: { first, last } }),
  };
}

function readEntry(entry: JsonObject | undefined): WishedEntry | undefined {
  if (entry === undefined) return undefined;
  const [kind, id, at, on] = [
    stringOf(entry, 'kind'),
    stringOf(entry, 'id'),
    numberOf(entry, 'at'),
    entry['on'],
  ];
  if (id === undefined || at === undefined || typeof on !== 'boolean') return undefined;
  const base = { v: FORMAT_VERSION, id, at, on } as const;
  const [target, text] = [stringOf(entry, 'target'), stringOf(entry, 'text')];
  const said = strings(entry, ['line', 'text', 'rule', 'source']);
  switch (kind) {
    case 'pin':
    case 'exclude':
      return target === undefined ? undefined : { ...base, kind, target };
    case 'rule': {
      const { source } = said;
      return text === undefined ? undefined : { ...base, kind, text, ...(source && { source }) };
    }
    case 'notesEdited':
      return { ...base, kind, ...said };
    default:
      return undefined;
  }
}

/** Returns the fields that are named in `keys` and contain a string. */
function strings<Key extends string>(object: JsonObject, keys: readonly Key[]): Partial<Record<Key, string>> {
  const found = keys.flatMap((key) => {
    const text = stringOf(object, key);
    return text === undefined ? [] : [[key, text] as const];
  });
  return Object.fromEntries(found) as Partial<Record<Key, string>>;
}
