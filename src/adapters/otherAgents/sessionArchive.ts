import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import { maskMessage } from '../../core/log/mask.ts';
import type { Redactor } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import {
  hasCode,
  nodeFileSystem,
  OWN_FILE,
  OWN_FOLDER,
  readIfThere,
  replaceFile,
} from '../store/fileSystem.ts';
import { parseJson } from '../transcripts/json.ts';
import { leftOutSentence } from '../transcripts/leftOut.ts';
import { entriesWithSecrets } from '../transcripts/maskedSession.ts';
import { ownCompactions } from '../transcripts/ownCompactions.ts';
import { TranscriptError, type Transcript } from '../transcripts/formats.ts';
import { AGENT_IDS, type AgentId } from './agents.ts';
import { keyOfListed, type ListedSession } from './listedSession.ts';
import { transcriptOf } from './otherReader.ts';
import { listSessions, type OtherPlaces } from './otherSessions.ts';

/** The maximum size of the whole archive in bytes. The oldest sessions are removed first. */
export const ARCHIVE_BYTES = 1024 ** 3;

/**
 * The schema of a note: a JSON file with the facts about a session. If `copy` is missing, the session could not be
 * copied, or the copy was removed to save space. Such a session is copied again only after it has changed.
 */
const noteSchema = v.object({
  workspace: v.string(),
  session: v.object({
    agent: v.picklist(AGENT_IDS),
    path: v.string(),
    chat: v.exactOptional(v.string()),
    title: v.string(),
    changedAt: v.number(),
    bytes: v.number(),
    tokens: v.exactOptional(v.number()),
  }),
  copy: v.exactOptional(v.object({ format: v.string(), leftOut: v.exactOptional(v.string()) })),
});
type Note = v.InferOutput<typeof noteSchema>;

/** The number of archived sessions, and the total size of their copies in bytes. */
export interface Archived {
  readonly sessions: number;
  readonly bytes: number;
}

interface Copying {
  readonly redactor: Redactor;
  /** Returns whether copying is allowed. Called for each session, and again before the session's copy is stored. */
  readonly isAllowed: () => boolean;
  readonly mostBytes: number;
}

const UNFINISHED = '.new';
/** The age above which an unfinished file counts as left behind by a killed process. */
const LEFT_AFTER_MS = 24 * 60 * 60_000;

/**
 * Stores copies of other agents' sessions in a folder of the extension's storage. Each session has a note. If the
 * session was copied, it also has a log with masked secrets.
 */
export class SessionArchive {
  readonly #folder: string;

  constructor(storage: string) {
    this.#folder = join(storage, 'archivedSessions');
  }

  /**
   * Copies an agent's new or changed sessions, newest first. Returns one sentence for each folder or session that could
   * not be read. Throws if nothing can be written.
   */
  async copyNew(agent: AgentId, where: OtherPlaces, copying: Copying): Promise<readonly string[]> {
    const problems: string[] = [];
    await mkdir(this.#folder, { recursive: true, mode: OWN_FOLDER });
    await this.removeUnfinished();
    let { bytes } = await this.size();
    const { workspace } = where;
    const onUnreadable = (error: unknown): void => void problems.push(messageOf(error));
    for (const session of await listSessions(agent, { ...where, onUnreadable }, copying.redactor)) {
      if (!copying.isAllowed()) break;
      const known = parsedNote(readIfThere(nodeFileSystem, this.#pathOf(session, 'json')) ?? '');
      if (isSameState(session, known?.session)) continue;
      const read = await readMasked(session, copying.redactor).catch((error: unknown) => {
        problems.push(messageOf(error));
        return isLasting(error) ? 'none' : undefined;
      });
      if (read === undefined) continue;
      if (read === 'none') this.#writeNote({ ...known, workspace, session });
      else bytes += await this.#storeCopy({ ...known, workspace, session }, { ...copying, read });
      if (bytes > copying.mostBytes) bytes = await this.#trim(copying.mostBytes);
    }
    return problems;
  }

  /** Returns the copies of sessions that the agent has deleted. `listed` are the sessions that the agent still has. */
  async deletedByAgent(
    agent: AgentId,
    { workspace, listed }: { readonly workspace: string; readonly listed: readonly ListedSession[] },
  ): Promise<readonly ListedSession[]> {
    const there = new Set(listed.map(keyOfListed));
    return (await this.#readNotes()).flatMap(({ session, copy, workspace: folder }) =>
      copy === undefined || session.agent !== agent || folder !== workspace || there.has(keyOfListed(session))
        ? []
        : [{ ...session, copy: { ...copy, path: this.#logOf(session) } }],
    );
  }

  async size(): Promise<Archived> {
    const copied = (await this.#readNotes()).filter(({ copy }) => copy !== undefined);
    const sizes = await Promise.all(copied.map(({ session }) => this.#bytesOf(session)));
    return { sessions: copied.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
  }

  delete(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  /** Removes unfinished files of this process and of killed processes. Keeps files that another process may need. */
  async removeUnfinished(): Promise<void> {
    for (const name of (await this.#names()).filter((each) => each.endsWith(UNFINISHED))) {
      const path = join(this.#folder, name);
      const isAbandoned = async (): Promise<boolean> =>
        Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity) > LEFT_AFTER_MS;
      if (name.endsWith(`.${this.#unfinished}`) || (await isAbandoned())) await rm(path, { force: true });
    }
  }

  /** The suffix of the names of this process's unfinished files. It follows a dot. */
  get #unfinished(): string {
    return `${String(process.pid)}${UNFINISHED}`;
  }

  /**
   * Stores a copy and returns its size in bytes. Returns 0 and keeps an earlier copy if the person has withdrawn the
   * consent meanwhile, or if the copy is larger than the maximum size of the archive.
   */
  async #storeCopy(
    note: Note,
    { read, isAllowed, mostBytes }: Copying & { readonly read: ReadSession },
  ): Promise<number> {
    const log = this.#logOf(note.session);
    const unfinished = `${log}.${this.#unfinished}`;
    try {
      await writeFile(unfinished, read.lines, { mode: OWN_FILE });
      const { size } = await stat(unfinished);
      if (!isAllowed()) return 0;
      const isTooLarge = size > mostBytes;
      if (!isTooLarge) await rename(unfinished, log);
      this.#writeNote({ ...note, ...(!isTooLarge && { copy: read.copy }) });
      return isTooLarge ? 0 : size;
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  /**
   * Removes the oldest copies until the remaining copies fit. Returns the total size of the remaining copies in bytes.
   */
  async #trim(mostBytes: number): Promise<number> {
    let { bytes } = await this.size();
    const oldestFirst = (await this.#readNotes()).toSorted(
      (a, b) => a.session.changedAt - b.session.changedAt,
    );
    for (const { copy, ...note } of oldestFirst) {
      if (bytes <= mostBytes) break;
      if (copy === undefined) continue;
      bytes -= await this.#bytesOf(note.session);
      await rm(this.#logOf(note.session), { force: true });
      this.#writeNote(note);
    }
    return bytes;
  }

  #logOf(session: Note['session']): string {
    return this.#pathOf(session, 'jsonl');
  }

  #pathOf(session: Note['session'], ending: 'json' | 'jsonl'): string {
    return join(this.#folder, `${keyOfListed(session)}.${ending}`);
  }

  #writeNote(note: Note): void {
    const path = this.#pathOf(note.session, 'json');
    replaceFile(nodeFileSystem, path, JSON.stringify(note), this.#unfinished);
  }

  async #readNotes(): Promise<readonly Note[]> {
    const names = (await this.#names()).filter((name) => name.endsWith('.json'));
    const texts = await Promise.all(
      names.map((name) => readFile(join(this.#folder, name), 'utf8').catch(() => '')),
    );
    return texts.flatMap((text) => parsedNote(text) ?? []);
  }

  async #bytesOf(session: Note['session']): Promise<number> {
    return (await stat(this.#logOf(session)).catch(() => undefined))?.size ?? 0;
  }

  #names(): Promise<readonly string[]> {
    return readdir(this.#folder).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
  }
}

/** Parses a note. Returns undefined if the note is unreadable. Then its session is copied again. */
function parsedNote(text: string): Note | undefined {
  const parsed = v.safeParse(noteSchema, parseJson(text));
  return parsed.success ? parsed.output : undefined;
}

/** Returns whether a session is unchanged. If its file contains several sessions, ignores the size of the file. */
function isSameState({ chat, changedAt, bytes }: ListedSession, known: Note['session'] | undefined): boolean {
  return known?.changedAt === changedAt && (chat !== undefined || known.bytes === bytes);
}

/** Returns whether copying will fail again until the file changes. */
function isLasting(error: unknown): boolean {
  return error instanceof TranscriptError && error.reason !== 'unreadable';
}

interface ReadSession {
  readonly lines: Iterable<string>;
  readonly copy: NonNullable<Note['copy']>;
}

/** Reads a session and masks its secrets. Rejects if it can't be read or the search for secrets fails. */
async function readMasked(session: ListedSession, redactor: Redactor): Promise<ReadSession> {
  const transcript = await transcriptOf(session);
  const lines = await maskedLines(transcript, { title: session.title, redactor });
  const leftOut = leftOutSentence(transcript.skipped);
  return { lines, copy: { format: transcript.format, ...(leftOut !== undefined && { leftOut }) } };
}

/** Returns the lines of a session in the format of Longthread's own logs, with its secrets masked. */
async function maskedLines(
  transcript: Transcript,
  { title, redactor }: { readonly title: string; readonly redactor: Redactor },
): Promise<Iterable<string>> {
  const { messages } = transcript;
  const entries = await entriesWithSecrets(messages, redactor);
  const messageEntries = entries.filter((entry) => entry.kind === 'message');
  const keptIds = new Map(ownCompactions(transcript, messageEntries).map((each) => [each.id, each.keptIds]));
  const begin = { v: FORMAT_VERSION, id: 'e0', at: 0, kind: 'session', title };
  return (function* lines() {
    yield `${JSON.stringify(begin)}\n`;
    for (const [index, entry] of messageEntries.entries()) {
      const { v: version, id, kind } = entry;
      const { at, kept } = messages[index] ?? {};
      const message = maskMessage(entry, []);
      yield `${JSON.stringify({ v: version, id, at, kind, message, kept, keptIds: keptIds.get(id) })}\n`;
    }
  })();
}
