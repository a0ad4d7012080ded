import assert from 'node:assert/strict';
import type { ClaudeCode } from '../../../../src/plugins/claudeCode/hostApi.ts';
import { ioOf, MOST_READ } from '../../../../src/plugins/claudeCode/io.ts';

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly surfaces?: readonly string[];
  readonly answer?: string;
}

/**
 * Returns Claude Code's interface with files in memory, the offsets of its reads (`reads`), and all output (`shown`).
 */
function host({ files = {}, variables = {}, surfaces = [], answer }: Given): {
  $: ClaudeCode;
  reads: number[];
  shown: unknown[];
} {
  const reads: number[] = [];
  const shown: unknown[] = [];
  const show = (...output: readonly unknown[]): void => void shown.push(output);
  const read = async (
    path: string,
    options: { offset?: number; length?: number; as?: string } = {},
  ): Promise<unknown> => {
    const { offset = 0, length = MOST_READ } = options;
    reads.push(offset);
    const bytes = Buffer.from(files[path] ?? '').subarray(offset, offset + length);
    return options.as === 'bytes' ? { base64: bytes.toString('base64') } : bytes.toString();
  };
  const $ = {
    plugin: { root: '/plugin' },
    fs: {
      read,
      write: async (path: string, text: string) => show(path, text),
      exists: async (path: string) => path in files,
      stat: async (path: string) => ({ size: Buffer.byteLength(files[path] ?? ''), mtimeMs: 0 }),
    },
    env: { get: async (name: string) => variables[name] },
    clock: { now: async () => 7 },
    ui: {
      ask: async () => answer ?? Promise.reject(new Error('dismissed')),
      status: show,
      toast: show,
      log: show,
    },
    session: {
      id: async () => 'one',
      root: async () => '/shop',
      info: async () => ({ transcriptPath: '/one.jsonl' }),
      usage: async (args?: object) => ({ context: { window: args === undefined ? 1 : 2 } }),
      surfaces: async () => surfaces,
    },
  };
  return { $: $ as unknown as ClaudeCode, reads, shown };
}

describe('the plugin’s adapter for Claude Code', () => {
  it('reads a file in pieces of 4 MiB or in part, and reports the file’s size or absence', async () => {
    const text = 'x'.repeat(MOST_READ + 3);
    const { $, reads } = host({ files: { '/a': text } });
    assert.equal(await ioOf($).readText('/a'), text);
    assert.deepEqual(reads, [0, MOST_READ]);
    assert.equal(await ioOf($).readText('/b'), undefined);
    assert.deepEqual([...(await ioOf($).readBytes('/a', MOST_READ, 2))], [120, 120]);
    assert.equal(await ioOf($).sizeOf('/a'), text.length);
    assert.equal(await ioOf($).exists('/b'), false);
  });

  it('asks only if there is a user interface, and returns an empty answer if the person closes the dialog', async () => {
    assert.equal(await ioOf(host({}).$).ask('Compact?', ['Yes', 'No']), undefined);
    assert.equal(
      await ioOf(host({ surfaces: ['terminal'], answer: 'Yes' }).$).ask('Compact?', ['Yes', 'No']),
      'Yes',
    );
    assert.equal(await ioOf(host({ surfaces: ['terminal'] }).$).ask('Compact?', ['Yes', 'No']), '');
  });

  it('recognises providers whose requests can’t be changed', async () => {
    assert.equal(await ioOf(host({}).$).isOtherProvider(), false);
    assert.equal(await ioOf(host({ variables: { CLAUDE_CODE_USE_BEDROCK: '1' } }).$).isOtherProvider(), true);
    assert.equal(await ioOf(host({ variables: { CLAUDE_CODE_USE_VERTEX: '0' } }).$).isOtherProvider(), false);
  });

  it('returns facts about the session from Claude Code, and passes files and messages to Claude Code', async () => {
    const { $, shown } = host({});
    const io = ioOf($);
    assert.deepEqual(
      [await io.now(), await io.sessionId(), await io.workspace(), await io.transcript(), io.root],
      [7, 'one', '/shop', '/one.jsonl', '/plugin'],
    );
    assert.deepEqual([await io.usage(false), await io.usage(true)], [{ window: 1 }, { window: 2 }]);
    await io.write('/c', 'text');
    io.status('a');
    io.tell('b');
    io.debug('c');
    assert.deepEqual(shown, [['/c', 'text'], ['a'], ['b'], ['c', { to: 'debug' }]]);
  });
});
