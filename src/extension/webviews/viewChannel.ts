import type * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Logger } from '../../core/ports.ts';
import { createHostChannel, type HostChannel } from '../../shared/hostChannel.ts';
import type { Handlers } from '../../shared/protocol.ts';
import { describeError } from './describeError.ts';

export interface ViewChannelOptions<Request extends { readonly type: string }, Replies, Snapshot> {
  readonly schema: v.GenericSchema<unknown, Request>;
  readonly handlers: Handlers<Request, Replies>;
  readonly snapshot: () => Snapshot;
  readonly sessionFor: (request: Request) => string | undefined;
  readonly logger: Logger;
}

/**
 * The number of milliseconds for which deltas are collected before they are sent together. The delay is too short for a
 * person to notice.
 */
const BATCH_MS = 40;

/** Returns the host's end of the channel to a webview. */
export function openChannel<Request extends { readonly type: string }, Replies, Snapshot, Delta>(
  webview: vscode.Webview,
  { logger, ...options }: ViewChannelOptions<Request, Replies, Snapshot>,
): HostChannel<Delta> {
  return createHostChannel<Request, Replies, Snapshot, Delta>({
    ...options,
    post: (message) => void webview.postMessage(message),
    schedule: (flush) => void setTimeout(flush, BATCH_MS),
    describeError: (error) => describeError(error, logger),
    onRejected: (problem) => logger.warn(`a view sent something other than a request: ${problem}`),
  });
}
