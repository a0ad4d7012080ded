import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { Handlers } from '../../shared/protocol.ts';
import { editorFiles } from '../hands/editorFiles.ts';
import { openDiff } from '../hands/openDiff.ts';
import { stepsOfRow } from '../hands/rowSteps.ts';
import type { FileChanges } from '../hands/sessionFiles.ts';
import { undoOrRedoFiles } from '../hands/undoFiles.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { assertWritable, assertOwnChatMaySend } from '../sessions/readOnlyReason.ts';
import type { ViewParts } from '../parts.ts';
import { rowChangesOf, type RowChanges } from './changeRows.ts';

/** Returns the handlers of requests about a row's file changes: to compare, keep, undo or redo them. */
export function fileHandlers(
  current: () => OpenSession,
  { files, observations, agentSessions }: Pick<ViewParts, 'files' | 'observations' | 'agentSessions'>,
): Pick<Handlers<ChatRequest, ChatReplies>, 'openDiff' | 'undoFiles' | 'keepFiles'> {
  return {
    openDiff: async ({ row }) => {
      const { id, live } = current();
      const own = files.of(id);
      await openDiff(id, stepsOfRow(row, await own.changed.steps(), live), own);
    },
    undoFiles: async ({ row }) => {
      const session = assertOwnChatMaySend(current());
      assertWritable(session.live.log, agentSessions);
      const own = files.of(session.id);
      const steps = stepsOfRow(row, await own.changed.steps(), session.live);
      await undoOrRedoFiles(session, steps, { files: own, observations });
    },
    keepFiles: async ({ row }) => {
      const session = assertOwnChatMaySend(current());
      assertWritable(session.live.log, agentSessions);
      const { changed } = files.of(session.id);
      await changed.accept(stepsOfRow(row, await changed.steps(), session.live));
    },
  };
}

/** Returns the file changes for a session's rows. With `isClosed`, no change can be undone. */
export function changesIn({ steps }: FileChanges, isClosed: boolean): RowChanges {
  return rowChangesOf(steps, { nameOf: (file) => editorFiles.nameOf(file), isClosed });
}
