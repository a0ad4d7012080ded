import { StoreError } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** Descriptions of the cause, by the error code of Node.js. */
const CAUSES: Readonly<Record<string, string>> = {
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
  ENOENT: 'a file no longer exists',
};

/**
 * Converts a disk error to a StoreError. The message says what failed and why, and for some causes what a person can
 * do. The reason is `notFound` if a file is missing, else `unwritable`. Returns a StoreError unchanged.
 *
 * @param doing The beginning of the message, which says what failed, e.g. "The message could not be saved"
 */
export function asStoreError(error: unknown, doing: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const cause = CAUSES[code] ?? messageOf(error);
  return new StoreError(code === 'ENOENT' ? 'notFound' : 'unwritable', `${doing}: ${cause}.`);
}
