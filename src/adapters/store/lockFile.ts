import * as v from 'valibot';
import type { StoreError } from '../../core/ports.ts';
import { asStoreError } from './asStoreError.ts';
import { readIfThere, type FileSystem } from './fileSystem.ts';

/** A process on a machine. The process id is valid only on that machine. */
export interface ProcessId {
  readonly machine: string;
  readonly pid: number;
}

const holderSchema = v.object({
  token: v.string(),
  /**
   * Milliseconds since 1970. Only windows of an earlier version read this field. This version does not, since the
   * clocks of machines that share a disk may differ.
   */
  renewedAt: v.number(),
  renewals: v.exactOptional(v.number()),
  process: v.exactOptional(v.object({ machine: v.string(), pid: v.number() })),
});

/** The owner of a lock, with a counter that changes with each renewal. */
export type Holder = Readonly<v.InferOutput<typeof holderSchema>>;

/**
 * The contents of the lock file. `garbage` means that the text is not a valid lock. `unreadable` means that the file
 * could not be read, so its owner is unknown.
 */
export type LockContents =
  | { readonly type: 'gone' | 'garbage' }
  | { readonly type: 'holder'; readonly holder: Holder; readonly text: string }
  | { readonly type: 'unreadable'; readonly why: StoreError };

export const LOCK_UNREADABLE = 'The session’s lock could not be read';

export function readLock(fs: FileSystem, path: string): LockContents {
  let text: string | undefined;
  try {
    text = readIfThere(fs, path);
  } catch (error) {
    return { type: 'unreadable', why: asStoreError(error, LOCK_UNREADABLE) };
  }
  if (text === undefined) return { type: 'gone' };
  const holder = parseHolder(text);
  return holder === undefined ? { type: 'garbage' } : { type: 'holder', holder, text };
}

function parseHolder(text: string): Holder | undefined {
  try {
    const parsed = v.safeParse(holderSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
