import type { Logger } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { personTextOf } from '../../core/log/message.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { titleOf } from '../../core/text/titleOf.ts';

/** Names a session after the first message of the person. A title that is given later replaces it. */
export function titleSession(live: LiveSession, logger: Logger): void {
  const stop = live.onAppend((entry) => {
    if (live.session.title !== undefined) {
      stop();
      return;
    }
    // Only the window that writes the session names it.
    if (entry.kind !== 'message' || live.log.isReadOnly) return;
    const said = live.message(entry.id);
    const title = said === undefined ? '' : titleOf(personTextOf(said.message));
    if (title === '') return;
    stop();
    live
      .append({ kind: 'session', title })
      .catch((error: unknown) => logger.warn(`the session could not be named: ${messageOf(error)}`, error));
  });
}
