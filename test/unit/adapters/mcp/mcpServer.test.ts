import assert from 'node:assert/strict';
import { inputLines, McpServer, type McpTool } from '../../../../src/adapters/mcp/mcpServer.ts';

interface Answer {
  readonly id: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

const echo: McpTool = {
  ...{ name: 'echo', title: 'Echo', description: 'Says it again.', inputSchema: { type: 'object' } },
  run: (args) => Promise.resolve(JSON.stringify(args)),
};
const failing: McpTool = {
  ...{ ...echo, name: 'fail' },
  run: () => Promise.reject(new Error('That is not there.')),
};

describe('The MCP server', () => {
  let sent: Answer[];
  let server: McpServer;

  const serving = (...tools: readonly McpTool[]): McpServer =>
    new McpServer({
      ...{ version: '1.2.3', instructions: 'Ask it.', tools },
      send: (line) => void sent.push(JSON.parse(line) as Answer),
    });
  const ask = async (message: object | string): Promise<Answer | undefined> => {
    await server.receive(typeof message === 'string' ? message : JSON.stringify(message));
    return sent.at(-1);
  };

  beforeEach(() => {
    sent = [];
    server = serving(echo, failing);
  });

  it('uses the requested protocol version, or else the newest version', async () => {
    for (const [asked, given] of [
      ['2025-06-18', '2025-06-18'],
      ['2024-11-05', '2024-11-05'],
      ['2099-01-01', '2025-11-25'],
    ]) {
      const answer = await ask({ id: 1, method: 'initialize', params: { protocolVersion: asked } });
      assert.equal(answer?.result?.['protocolVersion'], given);
      assert.deepEqual(answer?.result?.['capabilities'], { tools: {} });
      assert.deepEqual(answer.result['serverInfo'], {
        ...{ name: 'longthread', title: 'Longthread', version: '1.2.3' },
      });
    }
  });

  it('lists read-only tools, and returns the result or the error of a tool', async () => {
    const listed = await ask({ id: 'a', method: 'tools/list' });
    assert.match(JSON.stringify(listed?.result), /"echo".*"readOnlyHint":true.*"fail"/);
    const called = await ask({ id: 2, method: 'tools/call', params: { name: 'echo', arguments: { a: 1 } } });
    assert.deepEqual(called?.result, { content: [{ type: 'text', text: '{"a":1}' }] });
    const failed = await ask({ id: 3, method: 'tools/call', params: { name: 'fail' } });
    assert.deepEqual(failed?.result, {
      content: [{ type: 'text', text: 'That is not there.' }],
      isError: true,
    });
  });

  it('rejects invalid requests with error codes, and ignores notifications, responses and blank lines', async () => {
    for (const [message, code] of [
      [{ id: 1, method: 'resources/list' }, -32_601],
      [{ id: 1, method: 'tools/call', params: { name: 'none' } }, -32_602],
      [{ id: {}, method: 'ping' }, -32_600],
      [[], -32_600],
      [Array.from({ length: 101 }, () => ({ id: 1, method: 'ping' })), -32_600],
      ['{"id": 1, ', -32_700],
    ] as const)
      assert.equal((await ask(message as object | string))?.error?.code, code, JSON.stringify(message));
    await server.receive(null);
    assert.equal(sent.at(-1)?.error?.message, 'This line is too long.');
    sent = [];
    for (const silent of [{ method: 'notifications/initialized' }, { id: 1, result: {} }, '', ' '])
      await ask(silent);
    assert.deepEqual(sent, []);
    assert.deepEqual((await ask({ id: 7, method: 'ping' }))?.result, {});
  });

  it('answers a batch of messages with one line, and sends nothing for a batch of notifications', async () => {
    await ask([
      { id: 1, method: 'ping' },
      { method: 'notifications/initialized' },
      5,
      { id: 2, method: 'none' },
    ]);
    assert.deepEqual(
      (sent.at(-1) as unknown as readonly Answer[]).map(({ id, error }) => [id, error?.code]),
      [
        [1, undefined],
        [null, -32_600],
        [2, -32_601],
      ],
    );
    await ask([{ method: 'notifications/initialized' }]);
    assert.equal(sent.length, 1);
  });

  it('aborts a cancelled call, aborts all calls when the server closes, and does not answer aborted calls', async () => {
    const ended: string[] = [];
    const waiting: McpTool = {
      ...{ ...echo, name: 'wait' },
      run: (_args, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended.push('aborted');
            reject(new Error('aborted'));
          });
        }),
    };
    server = serving(waiting, echo);
    const call = (id: number): Promise<void> =>
      server.receive(JSON.stringify({ id, method: 'tools/call', params: { name: 'wait' } }));
    const [first, second] = [call(1), call(2)];
    await ask({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await first;
    assert.deepEqual([ended.length, sent.length], [1, 0]);
    server.close();
    await second;
    assert.deepEqual([ended.length, sent.length], [2, 0]);
  });

  it('reads a line that arrives in several pieces, and rejects a line that is too long', async () => {
    async function* pieces(): AsyncGenerator<Buffer> {
      const text = Buffer.from('{"a":"ü\u2028"}\n\n{"b":1}\nlast');
      for (const byte of text) yield Buffer.of(byte);
    }
    const lines: (string | null)[] = [];
    for await (const line of inputLines(pieces())) lines.push(line);
    assert.deepEqual(lines, ['{"a":"ü\u2028"}', '', '{"b":1}', 'last']);
    async function* long(): AsyncGenerator<string> {
      for (let at = 0; at < 5; at += 1) yield 'x'.repeat(1 << 20);
      yield '\nshort\n';
    }
    const after: (string | null)[] = [];
    for await (const line of inputLines(long())) after.push(line);
    assert.deepEqual(after, [null, 'short']);
  });
});
