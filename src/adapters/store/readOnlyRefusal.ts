import type { LogDamage } from './indexedLog.ts';
import { StoreError, type ReadOnlyCause } from '../../core/ports.ts';

export const READ_ONLY = 'The session is open for reading only';

/** Returns the error for a write to a read-only log. */
export function readOnlyRefusal(cause: ReadOnlyCause): StoreError {
  switch (cause) {
    case 'takenOver':
      return new StoreError('lockLost', 'The session was taken over by another window; nothing was written.');
    case 'unwritable':
      return new StoreError(
        'unwritable',
        `${READ_ONLY}: its file can’t be written; check the file’s permissions and the free disk space.`,
      );
    case 'changed':
      return new StoreError(
        'corrupt',
        `${READ_ONLY}: another program changed its file. Take the session over to continue with the changed file.`,
      );
    case 'closed':
      return new StoreError('locked', 'The session was closed here; nothing was written. Open it again.');
    case 'ledElsewhere':
      return new StoreError('locked', `${READ_ONLY}: another agent runs it.`);
    case 'keptElsewhere':
      return new StoreError('locked', `${READ_ONLY}: it belongs to another agent.`);
    case 'openElsewhere':
      return new StoreError('locked', `${READ_ONLY}: it is open in another window.`);
    case 'released':
      return new StoreError('locked', `${READ_ONLY}: take the session over to write here.`);
  }
}

/** Returns the error for a write after another program changed the log's file. */
export function damageRefusal(damage: LogDamage): StoreError {
  const next =
    damage === 'deleted'
      ? 'Start a new session to continue.'
      : 'Take the session over to continue with the changed file.';
  return new StoreError(
    'corrupt',
    `The session’s file was ${damage} by another program while it was open, so Longthread no longer writes to it. ${next}`,
  );
}
