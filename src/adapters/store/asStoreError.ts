import { StoreError } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room and try again',
  EDQUOT: 'the disk quota is used up; make room and try again',
  EACCES: 'permission was refused; check who owns the folder',
  EPERM: 'permission was refused; check who owns the folder',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open; close some and try again',
  ENFILE: 'too many files are open; close some and try again',
  EBUSY: 'another program uses the file; try again in a moment',
  EAGAIN: 'another program uses the file; try again in a moment',
  ENOENT: 'it is no longer there',
};

/**
 * Returns a failure of the disk as a sentence a person can act on: `notFound` where a file is missing, else
 * `unwritable`. What already is a StoreError stays as it is. @param doing what failed, as it begins the sentence, e.g.
 * "The message could not be saved"
 */
export function asStoreError(error: unknown, doing: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const cause = causes[code] ?? messageOf(error);
  return new StoreError(code === 'ENOENT' ? 'notFound' : 'unwritable', `${doing}: ${cause}.`);
}
