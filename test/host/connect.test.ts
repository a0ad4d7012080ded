import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { longthreadApi, run, set } from './support/longthread.ts';

/** An endpoint that keeps the keys it was shown and answers one sentence. */
function listen(keys: (string | undefined)[]): Promise<Server> {
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    if (request.url?.endsWith('/chat/completions') !== true) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ id: 'tiny', context_length: 50_000 }] }));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const chunk = (delta: object, finish: string | null): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    response.end(`${chunk({ content: 'Hello.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('connecting a model', () => {
  const keys: (string | undefined)[] = [];
  let server: Server;
  const address = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

  before(async () => {
    await longthreadApi();
    server = await listen(keys);
  });

  after(async () => {
    await run('removeApiKey');
    await set({ 'endpoint.url': undefined, model: undefined });
    await new Promise((resolve) => server.close(resolve));
  });

  it('writes the address and the model into the settings of the machine, and the key into neither', async () => {
    await run('connect', { url: address(), key: 'sk-host-test', model: 'tiny' });
    const configuration = vscode.workspace.getConfiguration('longthread');
    assert.equal(configuration.get('endpoint.url'), `http://${address()}/v1`);
    assert.equal(configuration.get('model'), 'tiny');
    assert.equal(JSON.stringify(configuration).includes('sk-host-test'), false);
  });

  it('shows the endpoint the key from the secret storage', async () => {
    keys.length = 0;
    const api = await longthreadApi();
    await run('newSession');
    await run('ask', 'Hello?');
    assert.equal(api.getContext().at(-1)?.text, 'Hello.');
    assert.ok(keys.length > 0);
    assert.deepEqual([...new Set(keys)], ['Bearer sk-host-test']);
  });

  it('shows none after the key was removed', async () => {
    await run('removeApiKey');
    keys.length = 0;
    await run('ask', 'And now?');
    assert.equal(keys.includes('Bearer sk-host-test'), false);
  });

  it('keeps the address out of reach of a workspace’s settings', () => {
    const inspected = vscode.workspace.getConfiguration('longthread').inspect('endpoint.url');
    assert.equal(inspected?.workspaceValue, undefined);
    const { contributes } = vscode.extensions.getExtension('longthread.longthread')?.packageJSON as {
      contributes: { configuration: readonly { properties: Record<string, { scope?: string }> }[] };
    };
    const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties));
    assert.equal(properties['longthread.endpoint.url'].scope, 'machine');
  });
});
