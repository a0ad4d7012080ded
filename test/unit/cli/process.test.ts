import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompactionResult } from '../../../src/cli/report.ts';
import { BundledCommandLine } from '../../support/bundledCommandLine.ts';
import { chunk, DONE, startFaultyEndpoint, streams } from '../../support/faultyEndpoint.ts';
import { summarizingIn, talkIn } from '../../support/madeTranscripts.ts';
import { GOOD_SUMMARY } from '../../support/summaryRequests.ts';
import { fixturePath } from '../../support/transcriptFiles.ts';
import { messageProblems } from '../../support/validMessages.ts';

const FILE = fixturePath('openAi.jsonl');

describe('The longthread command in a separate process', () => {
  let command: BundledCommandLine;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
    command = await BundledCommandLine.build();
  });

  after(() => {
    command.remove();
    rmSync(folder, { recursive: true });
  });

  it('prints exactly one JSON object for compact with --json', async () => {
    const { status, out, err } = await command.run(['compact', FILE, '--window', '100000', '--json']);
    assert.deepEqual([status, err], [0, '']);
    const result = JSON.parse(out) as CompactionResult;
    assert.equal(result.source.format, 'openai');
    assert.deepEqual(messageProblems(result.context), []);
    assert.ok(result.event.tokensAfter <= result.event.tokensBefore);
  });

  it('serves a workspace’s sessions with the Model Context Protocol until its input ends', async () => {
    const child = command.start(['mcp', '--storage', folder, '--workspace', folder]);
    let out = '';
    child.stdout?.on('data', (text) => (out += String(text)));
    const asked = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } },
      { id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'lock' } } },
    ];
    child.stdin?.end(asked.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''));
    const [status] = (await once(child, 'close')) as [number];
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    assert.equal(status, 0);
    assert.deepEqual(
      answers.map(({ id }) => id).toSorted((a, b) => a - b),
      [1, 2],
    );
    assert.match(out, /no message of this workspace’s sessions contains lock/);
  });

  it('ends without an error if the reader closes the pipe early', async () => {
    const limits = ['--window', '1000000', '--budget', '900000', '--strategy', 'truncate'];
    const child = command.start(['compact', talkIn(folder, 2_000, 100), ...limits, '--json']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    let err = '';
    child.stderr?.on('data', (text) => (err += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    assert.deepEqual([status, err], [0, '']);
  });

  it('exits with code 1 and one line about the error if the output can’t be written', async () => {
    const { status, err } = await command.run(['inspect', FILE], {}, openSync(FILE, 'r'));
    assert.equal(status, 1);
    assert.match(err, /^longthread: the output can’t be written: .*\n$/);
  });

  it('exits with code 2 and names LONGTHREAD_ENDPOINT and LONGTHREAD_MODEL if `--summarizer model` is used without them', async () => {
    const { status, out, err } = await command.run(summarizingIn(folder));
    assert.deepEqual([status, out], [2, '']);
    assert.match(err, /^longthread: [^\n]+ needs LONGTHREAD_ENDPOINT and LONGTHREAD_MODEL [^\n]+\n$/u);
  });

  it('takes the endpoint’s address, the model and the key from the environment', async () => {
    const endpoint = await startFaultyEndpoint(
      streams(chunk({ content: GOOD_SUMMARY }), chunk({}, 'stop'), DONE),
    );
    try {
      const { status } = await command.run(summarizingIn(folder), {
        LONGTHREAD_ENDPOINT: endpoint.baseUrl,
        LONGTHREAD_MODEL: 'some-model',
        LONGTHREAD_API_KEY: 'made-up',
      });
      assert.equal(status, 0);
      const asked = endpoint.seen.find(({ body }) => 'messages' in body);
      assert.equal(asked?.headers.authorization, 'Bearer made-up');
      assert.equal(asked.body['model'], 'some-model');
      assert.match(JSON.stringify(asked.body), /Part 3: a word/);
    } finally {
      await endpoint.close();
    }
  });
});
