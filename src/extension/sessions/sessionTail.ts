import type { SessionLog } from '../../core/ports.ts';
import type { Entry, EntryId } from '../../core/log/entry.ts';
import { foldSession, type Session } from '../../core/log/session.ts';

/** The parts of a LiveSession from which the rows of the thread are made. */
export interface ThreadSession {
  readonly entries: readonly Entry[];
  readonly session: Session;
  readonly account: { readonly known: ReadonlyMap<EntryId, number> };
  readonly log: Pick<SessionLog, 'isReadOnly' | 'takesWishes' | 'report'>;
}

/**
 * The number of entries to read. They are enough for the first page of rows, even if there are many tool calls between
 * two messages.
 */
const TAIL_ENTRIES = 200;

/** The end of a session that is being opened. It is read-only. */
export interface SessionTail extends ThreadSession {
  readonly id: string;
}

/**
 * Reads the newest entries. Finds these entries by their offsets in the side-car (the log's index file), so that a long
 * log takes no longer than a short one. Rejects if the log can't be read.
 */
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
