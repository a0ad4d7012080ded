import type { Conversation, Conversations } from './conversations.ts';
import { readCrushSession } from './crush.ts';
import { fieldOf, isObject, numberOf, parseJson, stringOf, timeOf, type JsonObject } from './json.ts';
import { readOpenCodeExport } from './openCode.ts';
import { WHOLE_FILE, type Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import type { SqliteCopy } from './sqliteCopy.ts';

/** Reads Crush's database (`.crush/crush.db`). A subagent has its own session, which names its parent session. */
export const crushStore = {
  format: 'crush',
  detect: ({ database }: TranscriptHead): boolean =>
    database?.has('messages', ['session_id', 'role', 'parts']) === true &&
    database.has('sessions', ['title']),
  list: ({ head }: TranscriptSource): Promise<Conversations> => Promise.resolve(listed(head, CRUSH)),
  read: ({ head }: TranscriptSource, recording: Recording, only?: string): Promise<void> => {
    readOne(head, { recording, only, store: CRUSH }, (database, session) => {
      const rows = database.all('SELECT * FROM messages WHERE session_id = ? ORDER BY created_at, rowid', [
        textOf(session, 'id'),
      ]);
      const messages = rows.map((row) => ({ ...row, is_summary_message: row['is_summary_message'] === 1 }));
      readCrushSession({ session, messages }, recording);
    });
    return Promise.resolve();
  },
} as const;

/** Reads the database of opencode since 1.2 (`opencode.db`). Each message and each part is JSON in a column. */
export const openCodeStore = {
  format: 'opencode',
  detect: ({ database }: TranscriptHead): boolean =>
    database?.has('message', ['session_id', 'data']) === true && database.has('part', ['message_id', 'data']),
  list: ({ head }: TranscriptSource): Promise<Conversations> => Promise.resolve(listed(head, OPENCODE)),
  read: ({ head }: TranscriptSource, recording: Recording, only?: string): Promise<void> => {
    readOne(head, { recording, only, store: OPENCODE }, (database, session) =>
      readOpenCodeExport(exportOf(database, session), recording),
    );
    return Promise.resolve();
  },
} as const;

interface Store {
  /**
   * SQL for all sessions, the most recently used first. Besides the table's own columns, each row has the start time
   * (`began`), the parent session, the number of messages (`length`) and the number of the person's messages
   * (`prompts`).
   */
  readonly sessions: string;
  /** SQL for the number of messages outside of one session. The parameter is the session's id. */
  readonly others: string;
}

const CRUSH: Store = {
  sessions: `SELECT s.*, s.created_at AS began, s.parent_session_id AS parent,
    (SELECT count(*) FROM messages m WHERE m.session_id = s.id) AS length,
    (SELECT count(*) FROM messages m WHERE m.session_id = s.id AND m.role = 'user') AS prompts
    FROM sessions s ORDER BY s.updated_at DESC`,
  others: 'SELECT count(*) AS count FROM messages WHERE session_id <> ?',
};

const OPENCODE: Store = {
  sessions: `SELECT s.*, s.time_created AS began, s.parent_id AS parent,
    (SELECT count(*) FROM message m WHERE m.session_id = s.id) AS length,
    (SELECT count(*) FROM message m WHERE m.session_id = s.id AND json_extract(m.data, '$.role') = 'user') AS prompts
    FROM session s ORDER BY s.time_updated DESC`,
  others: 'SELECT count(*) AS count FROM message WHERE session_id <> ?',
};

/** Returns the sessions that contain messages of the person. Omits the sessions of subagents. */
function sessionsIn({ database }: TranscriptHead, store: Store): readonly JsonObject[] {
  const rows = database?.all(store.sessions) ?? [];
  return rows.filter((row) => stringOf(row, 'parent') === undefined && (numberOf(row, 'prompts') ?? 0) > 0);
}

function listed(head: TranscriptHead, store: Store): Conversations {
  const all = sessionsIn(head, store).map((row): Conversation => {
    const at = timeOf(fieldOf(row, 'began'));
    const title = textOf(row, 'title');
    const prompts = numberOf(row, 'prompts') ?? 0;
    return { id: textOf(row, 'id'), title, prompts, ...(at !== undefined && { at }) };
  });
  return { all, canBeOne: false };
}

/** Reads the requested session or, if none is requested, the longest session. */
function readOne(
  head: TranscriptHead,
  {
    recording,
    only,
    store,
  }: { readonly recording: Recording; readonly only: string | undefined; readonly store: Store },
  readSession: (database: SqliteCopy, session: JsonObject) => void,
): void {
  const sessions = sessionsIn(head, store);
  const [longest] = sessions.toSorted((a, b) => (numberOf(b, 'length') ?? 0) - (numberOf(a, 'length') ?? 0));
  const session = only === undefined ? longest : sessions.find((each) => stringOf(each, 'id') === only);
  const { database } = head;
  if (session === undefined || database === undefined) return;
  readSession(database, session);
  const [others] = database.all(store.others, [textOf(session, 'id')]);
  const count = numberOf(others ?? {}, 'count') ?? 0;
  if (count > 0) recording.skip('message of another session', WHOLE_FILE, count);
}

/** Returns the session in the form that opencode exports. */
function exportOf(database: SqliteCopy, session: JsonObject): JsonObject {
  const id = textOf(session, 'id');
  const rows = database.all('SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id', [id]);
  const parts = database.all(
    'SELECT p.* FROM part p JOIN message m ON m.id = p.message_id WHERE m.session_id = ? ORDER BY p.id',
    [id],
  );
  const partsOf = new Map<string, JsonObject[]>();
  for (const part of parts) {
    const message = textOf(part, 'message_id');
    const known = partsOf.get(message);
    if (known === undefined) partsOf.set(message, [dataOf(part)]);
    else known.push(dataOf(part));
  }
  const messages = rows.map((row) => ({
    info: dataOf(row),
    parts: partsOf.get(textOf(row, 'id')) ?? [],
  }));
  const revert = fieldOf(session, 'revert');
  return {
    info: { ...session, revert: typeof revert === 'string' ? parseJson(revert) : undefined },
    messages,
  };
}

/** Returns the text in a column; the empty text if the column has none. */
function textOf(row: JsonObject, column: string): string {
  return stringOf(row, column) ?? '';
}

function dataOf(row: JsonObject): JsonObject {
  const data = parseJson(textOf(row, 'data'));
  return { ...(isObject(data) ? data : {}), id: stringOf(row, 'id') };
}
