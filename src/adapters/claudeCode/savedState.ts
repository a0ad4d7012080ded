import {
  isObject,
  numberOf,
  objectsOf,
  objectOf,
  parseJson,
  stringOf,
  type JsonObject,
} from '../transcripts/json.ts';
import type { SavedHistory } from '../../core/agent/hostHistory.ts';
import type { Rest } from '../../core/compaction/decide/rest.ts';
import type { CompactionEntry, Entry } from '../../core/log/entry.ts';
import { asWritten, withLines, type WrittenCompaction } from '../../core/log/notesLine.ts';
import { isKeyed, readWish, type PluginCommand } from './wishes.ts';

/** A conversation of a session: the main conversation or the conversation of a subagent. */
export interface SavedThread {
  readonly isSubagent: boolean;
  readonly history: SavedHistory;
  readonly rest?: Rest;
}

/** The state that the plugin stores in a file beside a session's transcript. Only the plugin writes the file. */
export interface SavedState {
  readonly threads: readonly SavedThread[];
  /**
   * A command that waits for the first API request of the main conversation. The person typed the command, or the
   * command replaces an automatic compaction by Claude Code.
   */
  readonly wish?: PluginCommand;
  /** The number of the newest wish from VS Code that the plugin carried out. */
  readonly wishNumber?: number;
}

const VERSION = 1;

/**
 * Returns the state as JSON. Escapes all characters that are not ASCII: the plugin reads the file in pieces of bytes,
 * and a piece must not end within a character.
 */
export function writeState(state: SavedState): string {
  const threads = state.threads.map(({ history, ...thread }) => ({
    ...thread,
    history: { ...history, entries: history.entries.map(asWritten) },
  }));
  return JSON.stringify({ v: VERSION, ...state, threads }).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Parses a saved state. Returns undefined if the text is invalid or has another format version. In these cases, the
 * plugin starts without a state.
 */
export function readState(text: string): SavedState | undefined {
  const value = parseJson(text);
  if (!isObject(value) || value['v'] !== VERSION) return undefined;
  const threads = objectsOf(value, 'threads').flatMap(readThread);
  const wish = readWish(objectOf(value, 'wish'));
  const wishNumber = numberOf(value, 'wishNumber');
  return { threads, ...(wish && { wish }), ...(wishNumber !== undefined && { wishNumber }) };
}

function readThread(thread: JsonObject): readonly SavedThread[] {
  const { isSubagent } = thread;
  const history = objectOf(thread, 'history') ?? {};
  const messages = Array.isArray(history['messages']) ? history['messages'].filter(isKeyed) : [];
  const saved = objectsOf(history, 'entries').filter(isEntry) as unknown as readonly (
    | Exclude<Entry, CompactionEntry>
    | WrittenCompaction
  )[];
  const entries = saved.map((entry) => (entry.kind === 'compaction' ? withLines(entry) : entry));
  const rest = objectOf(thread, 'rest') as Rest | undefined;
  return [{ isSubagent: isSubagent === true, history: { messages, entries }, ...(rest && { rest }) }];
}

const KINDS: ReadonlySet<string> = new Set([
  'compaction',
  'undo',
  'redo',
  'pin',
  'exclude',
  'rule',
  'notesEdited',
]);

function isEntry(entry: JsonObject): boolean {
  return /^e\d+$/.test(stringOf(entry, 'id') ?? '') && KINDS.has(stringOf(entry, 'kind') ?? '');
}
