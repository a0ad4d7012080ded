import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface StandInEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible endpoint on this machine, for packages that send their own requests to a model. */
export async function startStandInEndpoint(answer: (messages: unknown) => string): Promise<StandInEndpoint> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { messages } = JSON.parse(body) as { readonly messages: unknown };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end([chunk({ content: answer(messages) }), chunk({}, 'stop'), 'data: [DONE]\n\n'].join(''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: finish }];
  const body = { id: 'none', object: 'chat.completion.chunk', created: 0, model: 'none', choices };
  return `data: ${JSON.stringify(body)}\n\n`;
}
