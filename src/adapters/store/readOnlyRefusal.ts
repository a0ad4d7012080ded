import { StoreError, type ReadOnlyCause } from '../../core/ports.ts';

export const READ_ONLY = 'The session is open for reading only';

/** What a write is answered where the log can only be read. */
export function readOnlyRefusal(cause: ReadOnlyCause): StoreError {
  switch (cause) {
    case 'takenOver':
      return new StoreError('lockLost', 'The session was taken over by another window; nothing was written.');
    case 'unwritable':
      return new StoreError('unwritable', `${READ_ONLY}: the disk refuses to write it.`);
    case 'openElsewhere':
      return new StoreError('locked', `${READ_ONLY}: another window has it.`);
    case 'released':
      return new StoreError('locked', `${READ_ONLY}: take it over to write here.`);
  }
}
