import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../../core/log/entry.ts';
import type { Logger, Redactor, RefreshedLog, StoreReport } from '../../core/ports.ts';
import { OthersLog } from '../store/othersLog.ts';
import { readOnlyRefusal } from '../store/readOnlyRefusal.ts';
import { stateFile, type Figures, type Heartbeat } from './homeFiles.ts';
import { wishFile, type PluginHome } from './pluginHome.ts';
import { readSessionView, type SessionView } from './sessionView.ts';
import { identifyingMessages, type PluginCommand, type WishedEntry } from './wishes.ts';

export interface SessionViewPorts {
  readonly home: PluginHome;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

/** Returns the id that a session of Claude Code has in the extension. */
export function viewIdOf({ sessionId }: Pick<Heartbeat, 'sessionId'>): string {
  return `claude-code-${sessionId}`;
}

/**
 * A log of a session of Claude Code. The log is read again when the session's files change. If the person changes the
 * session in VS Code, the log sends the change to the plugin as a wish. The plugin carries out the wish with the next
 * request. This log shows a pin, an exclusion, a rule or an edit of the notes immediately.
 */
export class SessionViewLog extends OthersLog {
  readonly sessionId: string;
  readonly takesWishes = true;
  readonly #ports: SessionViewPorts;
  #heartbeat: Heartbeat;
  #view: SessionView = { entries: [], hiddenEntries: 0, known: [] };
  #stamp = '';

  constructor(heartbeat: Heartbeat, ports: SessionViewPorts) {
    super('ledElsewhere');
    this.sessionId = viewIdOf(heartbeat);
    this.#heartbeat = heartbeat;
    this.#ports = ports;
  }

  protected get entries(): readonly Entry[] {
    return this.#view.entries;
  }

  get report(): StoreReport {
    const { hiddenEntries } = this.#view;
    if (hiddenEntries === 0) return { problems: [] };
    return {
      problems: [
        'A compaction, or a choice of yours such as a pin, refers to messages that Claude Code’s transcript lacks. It is not shown, and neither are compactions that were built on it.',
      ],
    };
  }

  /** The token counts of the newest request, as the plugin reported them. */
  get figures(): Figures | undefined {
    return this.#heartbeat.figures;
  }

  /** Reads all entries. Throws TranscriptError. */
  async readAll(): Promise<readonly Entry[]> {
    await this.#read();
    return this.#view.entries;
  }

  async append(entry: Entry): Promise<void> {
    if (this.readOnlyCause === 'closed' || !isWished(entry)) throw readOnlyRefusal(this.readOnlyCause);
    await this.wish({ kind: 'entry', entry }, entry.at);
    this.#view = { ...this.#view, entries: [...this.#view.entries, entry] };
  }

  /** Sends a wish to the plugin. */
  async wish(wish: PluginCommand, now: number): Promise<void> {
    const messages = identifyingMessages(wish, this.#view.known);
    await this.#ports.home.wish(this.#heartbeat.sessionId, { number: now, wish, messages });
  }

  async refresh(): Promise<RefreshedLog> {
    const before = this.#view.entries;
    if (!(await this.#read())) return { appended: [], isRewritten: false };
    const { entries } = this.#view;
    const isLonger = before.every((entry, at) => isSame(entry, entries[at]));
    if (isLonger) return { appended: entries.slice(before.length), isRewritten: false };
    return this.rewritten();
  }

  /** Reads the files again. Returns false if no file changed. */
  async #read(): Promise<boolean> {
    const { home } = this.#ports;
    const { transcript, sessionId } = this.#heartbeat;
    const files = [transcript, stateFile(transcript), join(home.folder, wishFile(sessionId))];
    const stamp = (await Promise.all(files.map(stampOf))).join(' ');
    if (stamp === this.#stamp) return false;
    this.#view = await readSessionView(transcript, await home.wishes(sessionId), this.#ports);
    this.#heartbeat = (await home.heartbeat(sessionId)) ?? this.#heartbeat;
    this.#stamp = stamp;
    return true;
  }
}

function isWished(entry: Entry): entry is WishedEntry {
  const { kind } = entry;
  return kind === 'pin' || kind === 'exclude' || kind === 'rule' || kind === 'notesEdited';
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? '' : `${String(found.size)} ${String(found.mtimeMs)}`;
}

/** Returns whether an entry is unchanged. Compares id and kind and, for a message, role and number of parts. */
function isSame(before: Entry, now: Entry | undefined): boolean {
  if (now === undefined || before.id !== now.id || before.kind !== now.kind) return false;
  if (before.kind !== 'message' || now.kind !== 'message') return true;
  return before.message.role === now.message.role && before.message.parts.length === now.message.parts.length;
}
