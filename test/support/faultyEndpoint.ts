import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request: its path, parsed body and headers. */
export interface SeenRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

/** Answers one request. The answer may be wrong in any way. */
export type Fault = (response: ServerResponse, request: SeenRequest) => void;

export interface FaultyEndpoint {
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  /** Resolves when a client, or a fault, has closed a connection in the middle of an answer. */
  readonly clientLeft: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a server that can answer with any fault, which mock servers from npm packages cannot do. Request n gets fault
 * n. When there are no more faults, each further request gets the last fault.
 */
export async function startFaultyEndpoint(...faults: readonly Fault[]): Promise<FaultyEndpoint> {
  const seen: SeenRequest[] = [];
  let left: () => void = () => undefined;
  const clientLeft = new Promise<void>((resolve) => (left = resolve));
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) left();
    });
    void readBody(request).then((body) => {
      const asked = { path: request.url ?? '', body, headers: request.headers };
      const fault = faults[Math.min(seen.push(asked) - 1, faults.length - 1)];
      fault?.(response, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    seen,
    clientLeft,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns a stream event with this data. */
export function event(data: object | string): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export function chunk(delta: object, finish: string | null = null): string {
  return event({
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

export const DONE = event('[DONE]');

/** Sends a stream of these events with a normal end. */
export function streams(...events: readonly string[]): Fault {
  return (response) => {
    openStream(response);
    response.end(events.join(''));
  };
}

/** Sends the beginning of a stream and then hangs. */
export function hangsAfter(...events: readonly string[]): Fault {
  return (response) => {
    openStream(response);
    response.write(events.join('') || ': waiting\n\n');
  };
}

/** Sends the beginning of a stream and then resets the connection. */
export function breaksAfter(...events: readonly string[]): Fault {
  return (response) => {
    openStream(response);
    response.write(events.join(''), () => {
      setImmediate(() => response.socket?.resetAndDestroy());
    });
  };
}

/** Sends a complete answer that is not a stream. */
export function answers(status: number, body: string | object, headers: Record<string, string> = {}): Fault {
  return (response) => {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}
