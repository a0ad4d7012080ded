import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Inspection } from '../../../src/cli/inspect.ts';
import type { CompactionResult } from '../../../src/cli/report.ts';
import { STRATEGY_NAMES } from '../../../src/core/compaction/strategies.ts';
import type { ReplayResult } from '../../../src/core/replay/tally.ts';
import { messageProblems } from '../../support/validMessages.ts';
import { fixturePath } from '../../support/transcriptFiles.ts';

const SCRIPT = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

// A child loads sources in another form than the tests do; coverage of both for one file can't be added up.
const ENVIRONMENT = { ...process.env, NODE_V8_COVERAGE: '' };

function longthread(...args: readonly string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', SCRIPT, ...args], {
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  return { status, out: stdout, err: stderr };
}

/** A second has passed at each look at the clock, so that the fastest machine takes long, too. */
const SLOW_CLOCK = 'data:text/javascript,let now = 0; performance.now = () => (now += 1000);';

const FILE = fixturePath('openAi.jsonl');

describe('The longthread command', () => {
  it('prints one JSON object and nothing else when it compacts with --json', () => {
    const { status, out, err } = longthread('compact', FILE, '--window', '100000', '--json');
    assert.equal(err, '');
    assert.equal(status, 0);
    const result = JSON.parse(out) as CompactionResult;
    assert.equal(result.source.format, 'openai');
    assert.deepEqual(messageProblems(result.context), []);
    assert.ok(result.event.tokensAfter <= result.event.tokensBefore);
  });

  it('counts the source, long texts and repeated ones too, as an inspection does', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
    const file = path.join(folder, 'calls.json');
    const long = 'a word '.repeat(400);
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":7}' } };
    const messages = [
      { role: 'user', content: long },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: long },
      { role: 'assistant', content: 'Seen.' },
    ];
    writeFileSync(file, JSON.stringify(messages));
    const { source } = JSON.parse(
      longthread('compact', file, '--window', '100000', '--json').out,
    ) as CompactionResult;
    const inspected = JSON.parse(longthread('inspect', file, '--json').out) as Inspection;
    rmSync(folder, { recursive: true });
    assert.deepEqual(source, {
      ...{ format: 'openai', messages: 4, toolCalls: 1, tokens: inspected.tokens },
    });
    assert.deepEqual([inspected.messages, inspected.toolCalls], [4, 1]);
    assert.ok(source.tokens > 2 * 800 && source.tokens < 2 * 800 + 40, String(source.tokens));
  });

  it('masks secrets in what it prints', () => {
    const secret = ['ghp', 'x9Yb7Zc5Wd3Ve1Uf0Tg2Sh4Ri6Qj8Pk1LmNo'].join('_');
    const folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
    const file = path.join(folder, 'secret.json');
    writeFileSync(file, JSON.stringify([{ role: 'user', content: `Push with ${secret}, please.` }]));
    const { out } = longthread('compact', file, '--window', '100000', '--json');
    rmSync(folder, { recursive: true });
    assert.match(out, /Push with \[secret: [^\]]+\], please\./u);
    assert.doesNotMatch(out, /x9Yb7/u);
  });

  it('ends without a word when nobody reads its output to the end', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
    const file = path.join(folder, 'long.json');
    const messages = Array.from({ length: 2_000 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Line ${String(index)}: ${'a word '.repeat(100)}`,
    }));
    writeFileSync(file, JSON.stringify(messages));
    const args = [
      'compact',
      file,
      '--window',
      '1000000',
      '--strategy',
      'truncate',
      '--budget',
      '900000',
      '--json',
    ];
    const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, ...args], { env: ENVIRONMENT });
    child.stdout.once('data', () => child.stdout.destroy());
    let err = '';
    child.stderr.on('data', (text) => (err += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    rmSync(folder, { recursive: true });
    assert.deepEqual([status, err], [0, '']);
  });

  it('says on standard error how far it is when a transcript takes long, and nothing else on the other', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
    const file = path.join(folder, 'long.jsonl');
    const content = 'Some words that are long in coming. '.repeat(150_000);
    writeFileSync(file, `${JSON.stringify({ role: 'user', content })}\n`);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--import', SLOW_CLOCK, SCRIPT, 'inspect', file, '--json'],
      { encoding: 'utf8', env: ENVIRONMENT },
    );
    rmSync(folder, { recursive: true });
    assert.match(stderr, /^(?:longthread: [^\n]+\n)+$/u);
    const counted = [
      ...stderr.matchAll(/^longthread: counting tokens, (\d+\.\d) million characters so far$/gmu),
    ];
    assert.ok(counted.length > 0 && counted.every(([, millions]) => Number(millions) <= 6), stderr);
    assert.equal(status, 0);
    assert.equal((JSON.parse(stdout) as { format: string }).format, 'openai');
  }).timeout(120_000);

  it('reports in a few lines without --json', () => {
    assert.match(longthread('compact', FILE, '--window', '100000').out, /strategy +hybrid/u);
    assert.match(longthread('inspect', FILE).out, /tokens by category/u);
  });

  it('replays under one strategy as an object, under all as a list, at the list price of a model', () => {
    const one = longthread('replay', FILE, '--window', '100000', '--model', 'gpt-4.1', '--json');
    const result = JSON.parse(one.out) as ReplayResult;
    assert.equal(result.strategy, 'hybrid');
    assert.ok(
      result.steps > 0 && result.sentTokens > 0 && result.coveredSteps <= 1 && (result.cost ?? 0) > 0,
    );
    const all = longthread('replay', FILE, '--window', '100000', '--strategy', 'all', '--json');
    const results = JSON.parse(all.out) as readonly ReplayResult[];
    assert.deepEqual(
      results.map(({ strategy, cost }) => [strategy, cost]),
      STRATEGY_NAMES.map((name) => [name, undefined]),
    );
  });

  it('says so when no list price is known', () => {
    const { status, err } = longthread('replay', FILE, '--window', '100000', '--model', 'nobody-sells-this');
    assert.equal(status, 2);
    assert.match(err, /No list price is known for the model 'nobody-sells-this'/u);
  });

  it('ends a mistake with its sentence alone, and tells its usage when asked', () => {
    const nothing = longthread();
    assert.deepEqual([nothing.status, nothing.out], [2, '']);
    assert.match(nothing.err, /^longthread: [^\n]*inspect, compact or replay[^\n]*--help[^\n]*\n$/u);
    const below = longthread('compact', FILE, '--window', '100000', '--budget', '-5');
    assert.deepEqual([below.status, below.out], [2, '']);
    assert.match(below.err, /^longthread: --budget is '-5';[^\n]*\n$/u);
    const help = longthread('--help');
    assert.deepEqual([help.status, help.err], [0, '']);
    assert.match(help.out, /^Usage:/u);
  });

  it('tells the version of its package', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    const { status, out, err } = longthread('--version');
    assert.deepEqual([status, out, err], [0, `${version}\n`, '']);
  });

  it('ends with 1 and says what is too large when a budget can’t be met', () => {
    const { status, out, err } = longthread('compact', FILE, '--window', '100000', '--budget', '1', '--json');
    assert.equal(status, 1);
    assert.equal(out, '');
    assert.match(err, /may not be touched/u);
  });

  it('asks for the model’s address when a summary is wanted, and takes it from the environment alone', () => {
    const { status, err } = longthread('compact', FILE, '--window', '100000', '--summarizer', 'model');
    assert.equal(status, 2);
    assert.match(err, /LONGTHREAD_ENDPOINT and LONGTHREAD_MODEL/u);
  });

  it('ends with 2 for bad usage and for a file that is not there', () => {
    assert.equal(longthread('compact', FILE).status, 2);
    const missing = longthread('inspect', '/nowhere/at/all.jsonl');
    assert.equal(missing.status, 2);
    assert.match(missing.err, /can't be read/u);
  });
});
