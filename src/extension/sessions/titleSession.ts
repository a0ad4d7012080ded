import type { Logger } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { personTextOf } from '../../core/log/message.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { titleOf } from '../../core/text/titleOf.ts';

/** Sets the title of a session from the person's first message. A title that is given later replaces this title. */
export function titleSession(live: LiveSession, logger: Logger): void {
  const stop = live.onAppend((entry) => {
    if (live.session.title !== undefined) {
      stop();
      return;
    }
    // Only the window that writes to the session sets the title.
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
