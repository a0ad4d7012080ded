import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { longthreadApi, run, set } from './support/longthread.ts';

describe('headers for an endpoint', () => {
  const seen: IncomingHttpHeaders[] = [];
  const value = ['harbour', 'pass', '77'].join('-');
  const { showInputBox } = vscode.window;
  let server: Server;
  const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

  /** Types these answers one after another. */
  function typing(...texts: readonly string[]): void {
    const left = [...texts];
    Object.assign(vscode.window, { showInputBox: () => Promise.resolve(left.shift()) });
  }

  before(async () => {
    await longthreadApi();
    server = createServer((request, response) => {
      seen.push(request.headers);
      const isChat = request.url?.endsWith('/chat/completions') === true;
      if (!isChat)
        return void response.end(JSON.stringify({ data: [{ id: 'tiny', context_length: 50_000 }] }));
      response.setHeader('content-type', 'text/event-stream');
      const choice = { index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' };
      response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  after(async () => {
    Object.assign(vscode.window, { showInputBox });
    await set({ 'endpoint.url': undefined, 'endpoint.headers': undefined, model: undefined });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('are sent from the first request on, and a secret value is not in the settings', async () => {
    await set({ 'endpoint.headers': { [baseUrl()]: { 'X-Purpose': 'coding' } } });
    await run('connect', { url: baseUrl(), model: 'tiny' });
    assert.equal(seen[0]?.['x-purpose'], 'coding');
    typing('X-API-Key', value);
    await run('setSecretHeader');
    seen.length = 0;
    const api = await longthreadApi();
    await run('newSession');
    await run('ask', 'Hello?');
    assert.equal(api.getContext().at(-1)?.text, 'Hello.');
    const { 'x-api-key': key, 'x-purpose': purpose } = seen.at(-1) ?? {};
    assert.deepEqual([key, purpose], [value, 'coding']);
    const settings = JSON.stringify(
      vscode.workspace.getConfiguration('longthread').inspect('endpoint.headers'),
    );
    assert.ok(settings.includes('${secret}') && !settings.includes(value));
  });

  it('do not include a secret header after the person removes its value', async () => {
    typing('X-API-Key', '');
    await run('setSecretHeader');
    seen.length = 0;
    await run('newSession');
    await run('ask', 'Once more?');
    const last = seen.at(-1) ?? {};
    assert.deepEqual([last['x-api-key'], last['x-purpose']], [undefined, 'coding']);
  });
});
