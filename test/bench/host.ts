import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { createTokenCounter } from '../../src/adapters/tokens/inProcessTokenCounter.ts';
import type { Message } from '../../src/core/log/message.ts';
import { runInServer } from '../host/runInServer.ts';
import { startDemoEndpoint } from '../support/demoEndpoint.ts';
import { vscodeVersions } from '../support/vscodeVersions.ts';
import { median, type BenchRow } from './benchRow.ts';
import type { HostGaps } from '../host/longSession.ts';
import { SampleText } from './sampleText.ts';

const MESSAGES = 20_000;
const TOKENS = 3_000_000;
/** The maximum CPU time between two turns of the event loop. The note of a larger figure mentions this maximum. */
const MOST_MS = 50;
const NAMES = {
  opening: 'opening',
  compactNow: 'Compact Now',
  summary: 'a model’s summary, and its check',
  append: 'a question and its answer',
  automatic: 'an automatic compaction before a question',
} as const;
const root = path.resolve(import.meta.dirname, '../..');

/**
 * Measures the largest CPU time between two turns of the real extension host's event loop. The figure includes the
 * editor's own code and garbage collection, and is the median of the maxima of five rounds.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'longthread-bench-host-'));
  const file = (name: string): string => path.join(folder, name);
  const endpoint = await startDemoEndpoint({ windowTokens: 200_000, pauseMs: 0 });
  try {
    execFileSync(process.execPath, [path.join(root, 'scripts/bundle.ts')], { cwd: root, stdio: 'ignore' });
    const tokens = await writeSession(file('session.jsonl'));
    const entry = await bundled();
    const environment = {
      LONGTHREAD_BENCH_SESSION: file('session.jsonl'),
      LONGTHREAD_BENCH_ENDPOINT: endpoint.url,
      LONGTHREAD_BENCH_GAPS: file('gaps.json'),
    };
    const code = await runInServer(vscodeVersions.newest, {
      extension: root,
      others: {},
      entry,
      workspace: path.join(root, 'sample'),
      settings: {},
      isRestricted: false,
      environment,
    });
    if (code !== 0) throw new Error(`The extension host ended with ${String(code)}.`);
    const gaps = JSON.parse(readFileSync(file('gaps.json'), 'utf8')) as HostGaps;
    return Object.entries(NAMES).map(([of, name]) => rowOf(name, gaps[of as keyof HostGaps], tokens));
  } finally {
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(name: string, maxima: readonly number[], tokens: number): BenchRow {
  const value = median(maxima);
  const size = `${(tokens / 1_000_000).toFixed(1)}M tokens, ${MESSAGES.toLocaleString('en')} messages`;
  const rounds = maxima.map((gap) => gap.toFixed(0)).join(', ');
  const isOver = value > MOST_MS ? `; more than ${String(MOST_MS)}` : '';
  return {
    name: `extension host, most CPU in one stretch: ${name}`,
    unit: 'ms',
    value,
    note: `${size}; ${rounds}${isOver}`,
  };
}

async function bundled(): Promise<string> {
  const outfile = path.join(root, 'out/bench/longSession.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/host/longSession.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return outfile;
}

/**
 * Writes a log of turns with tool calls and short and long results. Returns the number of tokens in the log's texts.
 */
async function writeSession(file: string): Promise<number> {
  const counter = await createTokenCounter('o200k_base');
  const sample = new SampleText(11);
  const lines: string[] = [];
  let tokens = 0;
  const add = (message: Message, characters: string): void => {
    const id = `m${String(lines.length + 1)}`;
    lines.push(JSON.stringify({ v: 1, id, at: lines.length, kind: 'message', message }));
    tokens += counter.countSmall(characters);
  };
  const said = (characters: number): readonly [{ readonly type: 'text'; readonly text: string }] => [
    { type: 'text', text: sample.message(characters) },
  ];
  for (let turn = 0; lines.length < MESSAGES; turn++) {
    const asked = said(200);
    add({ role: 'user', parts: asked }, asked[0].text);
    for (let step = 0; step < 6; step++) {
      const callId = `c${String(turn)}_${String(step)}`;
      const args = JSON.stringify({ path: `src/${sample.identifier()}.ts` });
      add(
        { role: 'assistant', parts: [{ type: 'toolCall', callId, name: 'read_file', arguments: args }] },
        args,
      );
      const read = said(resultCharacters(tokens, lines.length));
      add({ role: 'tool', callId, toolName: 'read_file', parts: read }, read[0].text);
    }
    const answer = said(400);
    add({ role: 'assistant', parts: answer }, answer[0].text);
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  return tokens;
}

/**
 * Returns the length of the next result. The lengths are such that the session reaches its numbers of tokens and
 * messages at the same time.
 */
function resultCharacters(tokens: number, messages: number): number {
  return tokens < (TOKENS * messages) / MESSAGES ? 2_000 : 200;
}
