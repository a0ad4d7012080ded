import { parentPort } from 'node:worker_threads';
import type { CallMessage, ReplyMessage } from './workerCalls.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** Handles a request as sent by WorkerCalls; both ends must agree on its type. */
type CallHandler = (request: never) => unknown;

/** Serves WorkerCalls in the worker: answers each call with what `handle` returns or throws. */
export function serveCalls(handle: CallHandler): void {
  const port = parentPort;
  if (port === null) throw new Error('serveCalls runs in a worker thread only.');
  port.on('message', (message: CallMessage<never>) => {
    void answer(message, handle).then((reply) => port.postMessage(reply));
  });
}

async function answer(
  { id, request }: CallMessage<never>,
  handle: CallHandler,
): Promise<ReplyMessage<unknown>> {
  try {
    return { id, reply: await handle(request) };
  } catch (error) {
    return { id, error: messageOf(error) };
  }
}
