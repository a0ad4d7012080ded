import { parentPort } from 'node:worker_threads';
import type { CallMessage, ReadyMessage, ReplyMessage } from './workerCalls.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** Handles a request that WorkerCalls sent. The caller and the worker must agree on the type of the request. */
type CallHandler = (request: never) => unknown;

/**
 * Answers the calls of WorkerCalls in the worker. Replies with the value that `handle` returns or resolves to. If
 * `handle` fails, replies with the error's message.
 */
export function serveCalls(handle: CallHandler): void {
  const port = parentPort;
  if (port === null) throw new Error('serveCalls runs in a worker thread only.');
  port.on('message', (message: CallMessage<never>) => {
    void answer(message, handle).then((reply) => port.postMessage(reply));
  });
  port.postMessage({ isReady: true } satisfies ReadyMessage);
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
