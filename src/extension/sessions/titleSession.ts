import type { Logger } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { personTextOf } from '../../core/log/message.ts';
import { messageOf } from '../../core/text/messageOf.ts';

const LONGEST = 60;

/** Names a session after the first thing that the person says in it. Another title, given later, takes its place. */
export function titleSession(live: LiveSession, logger: Logger): void {
  const stop = live.onAppend((entry) => {
    if (live.session.title !== undefined) {
      stop();
      return;
    }
    // The window that writes the session names it.
    if (entry.kind !== 'message' || live.log.isReadOnly) return;
    const said = live.message(entry.id);
    const title = said === undefined ? '' : titleOf(personTextOf(said.message));
    if (title === '') return;
    stop();
    live.append({ kind: 'session', title }).catch((error: unknown) => {
      logger.warn(`the session could not be named: ${messageOf(error)}`);
    });
  });
}

/** The first line, cut between words. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? '';
  if (line.length <= LONGEST) return line;
  const end = line.lastIndexOf(' ', LONGEST);
  return `${line.slice(0, end > LONGEST / 2 ? end : LONGEST).toWellFormed()}…`;
}
