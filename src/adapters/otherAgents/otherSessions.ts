import { parse } from 'node:path';
import type { Redactor } from '../../core/ports.ts';
import { titleOf } from '../../core/text/titleOf.ts';
import { maskedTexts } from '../../core/session/markSecrets.ts';
import { isSameFolder } from '../isSameFolder.ts';
import { SqliteCopy } from '../transcripts/sqliteCopy.ts';
import { stringOf, numberOf } from '../transcripts/json.ts';
import { raise, type AgentFiles, type OnUnreadable } from './agentFiles.ts';
import { AGENTS, type AgentFolder, type AgentId, type MachinePlaces } from './agents.ts';
import { listedSession, openCodeTokens, type ListedSession } from './listedSession.ts';

export interface OtherPlaces {
  /** The path of the open folder, with links resolved. */
  readonly workspace: string;
  readonly places: MachinePlaces;
  readonly files: AgentFiles;
  /** If this is not given, a folder or file that can't be read causes an error. */
  readonly onUnreadable?: OnUnreadable;
}

/**
 * Returns how many sessions an agent has for this folder. Uses only the names of files. Returns undefined if the
 * agent's file names do not show to which folder a session belongs.
 */
export async function countByNames(
  agent: AgentId,
  { workspace, places, files }: OtherPlaces,
): Promise<number | undefined> {
  const folders = AGENTS[agent].folders(workspace, places).filter(({ isOfWorkspace }) => isOfWorkspace);
  if (folders.length === 0) return undefined;
  const paths = await Promise.all(folders.map((folder) => files.paths(folder)));
  return paths.flat().length;
}

/** A cache of listed sessions by agent, folder and file. `state` is the state of the file when it was read. */
export type ReadBefore = Map<string, { readonly state: string; readonly sessions: readonly ListedSession[] }>;

/**
 * Returns an agent's sessions of this folder, newest first. Reads the beginning and the end of each file, or opencode's
 * database. Does not read files that are in `before` with the same size and time.
 */
export async function listSessions(
  agent: AgentId,
  where: OtherPlaces,
  redactor: Redactor,
  before: ReadBefore = new Map(),
): Promise<readonly ListedSession[]> {
  const { workspace, places, files, onUnreadable = raise } = where;
  const found: ListedSession[] = [];
  for (const folder of AGENTS[agent].folders(workspace, places))
    for (const path of await files.paths(folder, onUnreadable)) {
      const sessions = sessionsIn(
        { agent, path, isOfWorkspace: folder.isOfWorkspace },
        where,
        redactor,
        before,
      );
      found.push(...((await sessions.catch(onUnreadable)) ?? []));
    }
  const newestFirst = found.toSorted((a, b) => b.changedAt - a.changedAt);
  return agent === 'geminiCli' ? withoutCopies(newestFirst) : newestFirst;
}

/** Returns the sessions in a file that belong to this folder, from the cache if the file has not changed. */
async function sessionsIn(
  file: Pick<AgentFolder, 'isOfWorkspace'> & { readonly agent: AgentId; readonly path: string },
  where: OtherPlaces,
  redactor: Redactor,
  before: ReadBefore,
): Promise<readonly ListedSession[]> {
  const { agent, path } = file;
  const { workspace, files } = where;
  const key = JSON.stringify([agent, workspace, path]);
  const stamp = await files.stamp(path);
  if (stamp === undefined) return [];
  // SQLite's newest changes may be only in the write-ahead log beside the database.
  const state = JSON.stringify([stamp, agent === 'openCode' && (await files.stamp(`${path}-wal`))]);
  const known = before.get(key);
  if (known?.state === state) return known.sessions;
  const read =
    agent === 'openCode'
      ? await openCodeSessions(path, { workspace, bytes: stamp.bytes })
      : [await listedSession({ ...file, stamp }, where)];
  const sessions = await withMaskedTitles(read, redactor);
  before.set(key, { state, sessions });
  return sessions;
}

/**
 * Keeps only the first of several sessions whose files have the same name without the extension. Gemini CLI leaves the
 * old file in place when it copies a session from a folder named by a hash into a folder with a readable name. It also
 * leaves the old file in place when it continues a session in a file of the newer format.
 */
function withoutCopies(sessions: readonly ListedSession[]): readonly ListedSession[] {
  const seen = new Set<string>();
  return sessions.filter(({ path }) => {
    const { name } = parse(path);
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

async function withMaskedTitles(
  sessions: readonly (ListedSession | undefined)[],
  redactor: Redactor,
): Promise<readonly ListedSession[]> {
  const found = sessions.filter((each) => each !== undefined);
  const titles = await maskedTexts(
    found.map(({ title }) => title),
    redactor,
  );
  return found.map((session, at) => ({ ...session, title: titleOf(titles[at] ?? '') }));
}

const OPENCODE_SESSIONS = `SELECT s.id, s.title, s.time_updated,
  (SELECT m.data FROM message m WHERE m.session_id = s.id AND json_extract(m.data, '$.role') = 'assistant'
   ORDER BY m.time_created DESC LIMIT 1) AS newest
  FROM session s WHERE s.directory IN (SELECT value FROM json_each(?)) AND s.parent_id IS NULL
  ORDER BY s.time_updated DESC`;

/** Returns the sessions of this folder from a database that contains the sessions of all folders. */
async function openCodeSessions(
  path: string,
  { workspace, bytes }: { readonly workspace: string; readonly bytes: number },
): Promise<readonly ListedSession[]> {
  const database = await SqliteCopy.open(path);
  try {
    const hasBoth =
      database.has('session', ['directory', 'parent_id', 'time_updated']) &&
      database.has('message', ['session_id', 'data', 'time_created']);
    if (!hasBoth) return [];
    const folders = database
      .all('SELECT DISTINCT directory FROM session')
      .map((row) => stringOf(row, 'directory') ?? '')
      .filter((folder) => folder !== '' && isSameFolder(folder, workspace));
    return database.all(OPENCODE_SESSIONS, [JSON.stringify(folders)]).map((row) => {
      const tokens = openCodeTokens(row['newest']);
      return {
        ...{
          agent: 'openCode' as const,
          path,
          chat: stringOf(row, 'id') ?? '',
          title: stringOf(row, 'title') ?? '',
        },
        ...{ changedAt: numberOf(row, 'time_updated') ?? 0, bytes },
        ...(tokens !== undefined && { tokens }),
      };
    });
  } finally {
    await database.close();
  }
}
