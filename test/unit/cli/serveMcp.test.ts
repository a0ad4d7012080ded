import assert from 'node:assert/strict';
import { serveMcp } from '../../../src/cli/serveMcp.ts';
import { until } from '../../support/until.ts';
import { temporaryStore } from '../../support/temporaryStore.ts';

describe('longthread mcp', () => {
  it('answers each line until the input ends, without words of another workspace’s session', async () => {
    const temporary = temporaryStore();
    const log = await temporary.store.create();
    // This session's workspace is not a valid URI. The served workspace is not a folder. Neither may cause an error.
    await log.append({ v: 1, id: 'e1', at: 0, kind: 'session', title: 'Elsewhere', workspace: 'file:%zz' });
    await log.append({
      ...{ v: 1, id: 'm1', at: 1, kind: 'message' },
      message: { role: 'user', parts: [{ type: 'text', text: 'Use a lock file.' }] },
    });
    await log.close();
    const requests = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
      { id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'lock' } } },
    ].map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
    const written: string[] = [];
    async function* input(): AsyncGenerator<string> {
      for (const request of requests) yield await Promise.resolve(request);
      await until('all is answered', () => written.length === requests.length);
    }
    const workspace = `${temporary.root}/is-not-there`;
    await serveMcp(
      { storage: temporary.root, workspace },
      { input: input(), write: (text) => void written.push(text) },
    );
    temporary.remove();
    const answers = written.map((line) => JSON.parse(line) as { id: number; result?: object });
    assert.deepEqual(
      answers.map(({ id }) => id).sort((a, b) => a - b),
      [1, 2],
    );
    assert.ok(answers.every(({ result }) => result !== undefined));
    assert.ok(!written.join('').includes('lock file'), 'the answers contain another workspace’s words');
  });
});
