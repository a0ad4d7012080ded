import type { SessionLog } from '../../core/ports.ts';
import { foldSession } from '../../core/log/session.ts';
import type { ThreadSession } from '../chat/threadFeed.ts';

/** Enough entries for the first page of rows, however many calls there are between two messages. */
const TAIL_ENTRIES = 200;

/** The end of a session that is being opened: to be read, not to be written to. */
export interface SessionTail extends ThreadSession {
  readonly id: string;
}

/** Reads the newest entries by the side-car, whatever the log's length. Throws StoreError. */
export async function sessionTail(
  log: Pick<SessionLog, 'sessionId' | 'tail' | 'tokens' | 'report'>,
): Promise<SessionTail> {
  const entries = await log.tail(TAIL_ENTRIES);
  return {
    id: log.sessionId,
    entries,
    session: foldSession(entries),
    account: { known: log.tokens() },
    log: { isReadOnly: true, report: log.report },
  };
}
