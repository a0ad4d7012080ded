import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Inspection } from '../../../src/cli/inspect.ts';
import type { CompactionResult } from '../../../src/cli/report.ts';
import { runCommandLine, type CommandLinePorts } from '../../../src/cli/runCommandLine.ts';
import { STRATEGY_NAMES } from '../../../src/core/compaction/strategies.ts';
import { ChatError } from '../../../src/core/ports.ts';
import type { ReplayResult } from '../../../src/core/replay/tally.ts';
import type { CommandRun } from '../../support/bundledCommandLine.ts';
import { ScriptedModel } from '../../support/scriptedModel.ts';
import { summarizingIn, transcriptIn } from '../../support/madeTranscripts.ts';
import { fixturePath } from '../../support/transcriptFiles.ts';
import { MADE_UP_TOKEN } from '../../support/namedSecrets.ts';

const FILE = fixturePath('openAi.jsonl');

let folder: string;

/** Runs the command line in this process. */
async function longthread(
  args: readonly string[],
  ports: Partial<CommandLinePorts> = {},
): Promise<CommandRun> {
  let [out, err] = ['', ''];
  const status = await runCommandLine(args, {
    input: Readable.from([]),
    write: (text) => (out += text),
    writeError: (text) => (err += text),
    now: () => 0,
    connectModel: () => Promise.reject(new Error('There is no model in this test.')),
    ...ports,
  });
  return { status, out, err };
}

describe('The longthread command', () => {
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('reports the same numbers for compact and for inspect', async () => {
    const long = 'a word '.repeat(400);
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":7}' } };
    const file = transcriptIn(folder, [
      { role: 'user', content: long },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: long },
      { role: 'assistant', content: 'Seen.' },
    ]);
    const compacted = await longthread(['compact', file, '--window', '100000', '--json']);
    const { source } = JSON.parse(compacted.out) as CompactionResult;
    const inspected = JSON.parse((await longthread(['inspect', file, '--json'])).out) as Inspection;
    assert.deepEqual(source, { format: 'openai', messages: 4, toolCalls: 1, tokens: inspected.tokens });
    assert.deepEqual([inspected.messages, inspected.toolCalls], [4, 1]);
    assert.ok(source.tokens > 2 * 800 && source.tokens < 2 * 800 + 40, String(source.tokens));
  });

  it('prints messages with only the fields of OpenAI’s format, and adds two fields with --with-sources', async () => {
    const fieldsIn = async (...more: readonly string[]): Promise<readonly string[]> => {
      const { out } = await longthread(['compact', FILE, '--window', '100000', '--json', ...more]);
      const { context } = JSON.parse(out) as CompactionResult;
      return [...new Set(context.flatMap(Object.keys))].sort();
    };
    const known = ['content', 'role', 'tool_call_id', 'tool_calls'];
    assert.deepEqual(await fieldsIn(), known);
    assert.deepEqual(await fieldsIn('--with-sources'), [...known, 'treatment', 'entries'].sort());
  });

  it('masks secrets in a compacted context', async () => {
    const file = transcriptIn(folder, [{ role: 'user', content: `Push with ${MADE_UP_TOKEN}, please.` }]);
    const { out } = await longthread(['compact', file, '--window', '100000', '--json']);
    assert.match(out, /Push with \[secret: [^\]]+\], please\./u);
    assert.ok(!out.includes(MADE_UP_TOKEN));
  });

  it('writes progress to standard error, and only the result to standard output', async () => {
    const content = 'Some words that are long in coming. '.repeat(150_000);
    let now = 0;
    const { status, out, err } = await longthread(
      ['inspect', transcriptIn(folder, [{ role: 'user', content }]), '--json'],
      { now: () => (now += 1_000) },
    );
    assert.match(err, /^(?:longthread: [^\n]+\n)+$/u);
    const counted = [...err.matchAll(/counting tokens, (\d+\.\d) million characters so far$/gmu)];
    assert.ok(counted.length > 0 && counted.every(([, millions]) => Number(millions) <= 6), err);
    assert.equal(status, 0);
    assert.equal((JSON.parse(out) as { format: string }).format, 'openai');
  });

  it('reads the chat with a given number from a file with several chats', async () => {
    const file = path.join(folder, 'history.md');
    const runs = ['One.', 'Two.'].map(
      (said) => `# aider chat started at 2026-03-01 09:00:00\n#### ${said}  \nYes.\n`,
    );
    writeFileSync(file, runs.join(''));
    const textOf = async (...chat: readonly string[]): Promise<string> => {
      const { out } = await longthread(['compact', file, '--window', '100000', '--json', ...chat]);
      return (JSON.parse(out) as CompactionResult).context.map(({ content }) => content).join(' ');
    };
    assert.deepEqual([await textOf('--chat', '2'), await textOf()], ['One. Yes.', 'One. Yes. Two. Yes.']);
    const none = await longthread(['inspect', file, '--chat', '3']);
    assert.deepEqual([none.status, none.err], [2, 'longthread: The file has 2 chats, but no chat 3.\n']);
    const { err } = await longthread(['inspect', FILE, '--chat', '2']);
    assert.equal(err, 'longthread: The file has no separate chats. Leave out --chat.\n');
  });

  it('prints a report without --json', async () => {
    assert.match((await longthread(['compact', FILE, '--window', '100000'])).out, /strategy +hybrid/u);
    assert.match((await longthread(['inspect', FILE])).out, /tokens by category/u);
  });

  it('prints a replay’s result for one or all strategies, with a cost only if a model is named', async () => {
    const replay = ['replay', FILE, '--window', '100000', '--json'];
    const one = await longthread([...replay, '--model', 'gpt-4.1']);
    const result = JSON.parse(one.out) as ReplayResult;
    assert.equal(result.strategy, 'hybrid');
    assert.ok(
      result.steps > 0 && result.sentTokens > 0 && result.coveredSteps <= 1 && (result.cost ?? 0) > 0,
    );
    const all = await longthread([...replay, '--strategy', 'all']);
    const results = JSON.parse(all.out) as readonly ReplayResult[];
    assert.deepEqual(
      results.map(({ strategy, cost }) => [strategy, cost]),
      STRATEGY_NAMES.map((name) => [name, undefined]),
    );
  });

  it('reports that no list price is known for a model', async () => {
    const unsold = ['--model', 'nobody-sells-this'];
    const { status, err } = await longthread(['replay', FILE, '--window', '100000', ...unsold]);
    assert.equal(status, 2);
    assert.match(err, /No list price is known for the model 'nobody-sells-this'/u);
  });

  it('reports wrong usage in one line, and prints the usage for --help', async () => {
    const nothing = await longthread([]);
    assert.deepEqual([nothing.status, nothing.out], [2, '']);
    assert.match(
      nothing.err,
      /^longthread: [^\n]*inspect, compact, audit, replay or mcp[^\n]*--help[^\n]*\n$/u,
    );
    const below = await longthread(['compact', FILE, '--window', '100000', '--budget', '-5']);
    assert.deepEqual([below.status, below.out], [2, '']);
    assert.match(below.err, /^longthread: --budget is '-5';[^\n]*\n$/u);
    const help = await longthread(['--help']);
    assert.deepEqual([help.status, help.err], [0, '']);
    assert.match(help.out, /^Usage:/u);
  });

  it('prints the version of its package', async () => {
    const file = new URL('../../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    assert.deepEqual(await longthread(['--version']), { status: 0, out: `${version}\n`, err: '' });
  });

  it('exits with code 1 if a budget can’t be met', async () => {
    const args = ['compact', FILE, '--window', '100000', '--budget', '1', '--json'];
    const { status, out, err } = await longthread(args);
    assert.deepEqual([status, out], [1, '']);
    assert.match(
      err,
      /These can’t be compacted: \d+ tokens of the newest message, \d+ of the system text\./u,
    );
  });

  it('exits with code 2 for wrong usage and for a missing file', async () => {
    assert.equal((await longthread(['compact', FILE])).status, 2);
    const missing = await longthread(['inspect', '/nowhere/at/all.jsonl']);
    assert.equal(missing.status, 2);
    assert.match(missing.err, /can't be read/u);
  });

  it('exits with code 1 and prints the source location for an unexpected error', async () => {
    const { status, out, err } = await longthread(summarizingIn(folder));
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /^longthread: Error: There is no model in this test\.\n +at /u);
  });

  it('prints the result without a summary if the model refuses', async () => {
    const model = new ScriptedModel([new ChatError('unauthorized', 'No such key.', false)]);
    const { status, out, err } = await longthread(summarizingIn(folder), {
      connectModel: () => Promise.resolve(model),
    });
    assert.equal(status, 0);
    assert.equal(err, 'longthread: There is no summary: No such key.\n');
    const { event } = JSON.parse(out) as CompactionResult;
    assert.ok(event.proseFailed !== undefined && event.tokensAfter < event.tokensBefore);
  });
});
