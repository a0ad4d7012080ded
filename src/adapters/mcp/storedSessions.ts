import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldSession } from '../../core/log/session.ts';
import type { SessionStore, SessionSummary } from '../store/sessionStore.ts';
import type { WorkspaceSessions } from './sessionTools.ts';

/**
 * Returns a reader for Longthread's own sessions of one workspace. The store also lists sessions of other workspaces,
 * but the reader does not search or return them.
 */
export function storedSessions(store: SessionStore, workspace: string): WorkspaceSessions {
  const folder = realFolder(workspace);
  const isHere = (session: SessionSummary): boolean => folderOf(session.workspace) === folder;
  return {
    async *find(query, signal) {
      for await (const { session, messages } of store.findMessages(query, signal, isHere)) {
        const { id, title = '' } = session;
        yield { id, title: title === '' ? 'Untitled session' : title, messages };
      }
    },
    async messages(id) {
      if (!(await store.list()).some((session) => session.id === id && isHere(session))) return undefined;
      const log = await store.open(id, { readOnly: true });
      try {
        // Secrets that the person unmasked stay masked for other agents.
        const entries = (await log.readAll()).filter(({ kind }) => kind !== 'reveal');
        return foldSession(entries).allMessages;
      } finally {
        await log.close();
      }
    },
  };
}

/** Returns the real path of a session's workspace folder. Returns undefined if its URI is not a valid `file:` URI. */
function folderOf(uri: string | undefined): string | undefined {
  if (uri?.startsWith('file:') !== true) return undefined;
  try {
    return realFolder(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

/** Resolves symbolic links in the path of a folder, if it exists, so that all paths to the same folder become equal. */
function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
