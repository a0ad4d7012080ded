import type { Logger } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { WorkspaceRecalls } from './workspaceRecalls.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** What is recalled in a session counts for the whole workspace. What another window writes, that window counts. */
export function noteRecalls(live: LiveSession, recalls: WorkspaceRecalls, logger: Logger): void {
  live.onAppend((entry) => {
    if (entry.kind !== 'recall' || live.log.isReadOnly) return;
    recalls.note(entry.facts).catch((error: unknown) => {
      logger.warn(`a recall was not counted: ${messageOf(error)}`);
    });
  });
}
