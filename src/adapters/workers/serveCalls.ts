import { parentPort } from 'node:worker_threads';
import type { CallMessage, ReplyMessage } from './workerCalls.ts';

/** The worker's end of WorkerCalls: answers each call with what `handle` gives or throws. */
export function serveCalls<Request, Reply>(handle: (request: Request) => Reply | Promise<Reply>): void {
  const port = parentPort;
  if (port === null) throw new Error('serveCalls runs in a worker thread only.');
  port.on('message', ({ id, request }: CallMessage<Request>) => {
    void answer(id, request, handle).then((reply) => {
      port.postMessage(reply);
    });
  });
}

async function answer<Request, Reply>(
  id: number,
  request: Request,
  handle: (request: Request) => Reply | Promise<Reply>,
): Promise<ReplyMessage<Reply>> {
  try {
    return { id, reply: await handle(request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
