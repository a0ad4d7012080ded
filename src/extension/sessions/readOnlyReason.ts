import type { ReadOnlyCause, SessionLog } from '../../core/ports.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { OpenSession } from './openSession.ts';

const REASONS: Readonly<Record<ReadOnlyCause, string>> = {
  openElsewhere: 'This session is open in another window; close it there to go on here.',
  takenOver: 'Another window has taken this session over; what you typed here is kept.',
  released: 'The other window is gone; take this session over to go on here.',
  changed:
    'Another program changed this session’s file. Take the session over to go on with the changed file.',
  closed: 'This session was closed here; open it again to go on.',
  ledElsewhere:
    'Claude Code runs this session: go on there. This view shows the messages that Claude Code sends.',
  keptElsewhere:
    'This session belongs to another agent, so it is read-only here. “Continue Here” copies it into a new session of Longthread.',
  unwritable:
    'This session is read-only, because its file can’t be written; check the file’s permissions and the free disk space.',
};

const IN_AGENT = 'The editor’s agent has this session open in this window; go on in its chat.';

/**
 * Returns why the shown session can't be changed here, and what to do about it. Returns undefined if the session can be
 * changed or no session is shown.
 */
export function readOnlyReason(
  log: Pick<SessionLog, 'readOnlyCause' | 'sessionId'> | undefined,
  agent: { has(id: string): boolean },
): string | undefined {
  if (log?.readOnlyCause === undefined) return undefined;
  return log.readOnlyCause === 'openElsewhere' && agent.has(log.sessionId)
    ? IN_AGENT
    : REASONS[log.readOnlyCause];
}

/** The notice in the panel of a session that Claude Code runs. */
export const LED_BY_CLAUDE_CODE =
  'Claude Code runs this session; your choices here take effect with its next request. Secrets are not masked in Claude Code.';

/**
 * Returns whether pins, rules and compactions are refused here: the session is read-only, and no other agent carries
 * out such changes.
 */
export function refusesChanges({
  isReadOnly,
  takesWishes,
}: Pick<SessionLog, 'isReadOnly' | 'takesWishes'>): boolean {
  return isReadOnly && takesWishes !== true;
}

/**
 * Returns the label of the button that makes the session writable here. Returns undefined if that would be refused,
 * e.g. while another window writes to the session.
 */
export function takeOverLabel(cause: ReadOnlyCause | undefined): string | undefined {
  if (cause === 'released' || cause === 'changed') return 'Take over';
  return cause === 'unwritable' ? 'Try again' : undefined;
}

/** Throws ViewError with the sentence of `readOnlyReason` if it returns one. */
export function assertWritable(...of: Parameters<typeof readOnlyReason>): void {
  const reason = readOnlyReason(...of);
  if (reason !== undefined) throw new ViewError(reason);
}

/**
 * Returns the session if Longthread's own chat may send messages in it. Throws ViewError if the editor's agent runs
 * the session, since the agent's next request would remove messages that the agent does not know.
 */
export function assertOwnChatMaySend(session: OpenSession): OpenSession {
  if (session.live.session.agent === undefined) return session;
  throw new ViewError(
    'The editor’s agent runs this session: go on in its chat, or start a new session here.',
  );
}

/** The value of `importedFrom` in the log of the sample session. */
export const SAMPLE = 'sample';

/** Returns the notice on the origin of an imported session. */
export function originWords(importedFrom: string): string {
  return importedFrom === SAMPLE
    ? 'This is a recorded sample, not a session of your own. You can try everything on it.'
    : 'Opened from a transcript.';
}
