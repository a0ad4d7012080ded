import { writeFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { LongthreadApi } from '../../src/extension/api/api.ts';
import { longthreadApi, run as command, set } from './support/longthread.ts';
import { DEMO_MODEL } from '../support/demoEndpoint.ts';
import { LoopGap } from '../bench/loopGap.ts';

/**
 * The gaps of each step, one gap for each round. A gap is the longest CPU time in milliseconds between two turns of the
 * event loop.
 */
export interface HostGaps {
  readonly opening: readonly number[];
  readonly compactNow: readonly number[];
  /** The step after the compaction in which a model writes the summary and Longthread checks it. */
  readonly summary: readonly number[];
  readonly append: readonly number[];
  readonly automatic: readonly number[];
}

const ROUNDS = 5;
const MOST_WAITED_MS = 30_000;
/** The number of turns of the event loop after which background work is also done. */
const SETTLING_TURNS = 200;

/**
 * Opens a long session, compacts it, continues it, and writes the gaps of each step to a file. VS Code calls this
 * function inside its extension host.
 */
export async function run(): Promise<void> {
  const api = await longthreadApi();
  const url = process.env['LONGTHREAD_BENCH_ENDPOINT'];
  await set({ contextWindow: 200_000, 'compaction.when': 'manual' });
  await command('connect', { url, key: 'sk-demo', model: DEMO_MODEL });
  await command('openTranscript', vscode.Uri.file(process.env['LONGTHREAD_BENCH_SESSION'] ?? ''));
  const { done, ...made } = await api.compact();
  if (!done || !('compaction' in made)) throw new Error('The session can’t be compacted.');
  await command('undoCompaction', true);
  const gaps: Record<keyof HostGaps, number[]> = {
    opening: [],
    compactNow: [],
    summary: [],
    append: [],
    automatic: [],
  };
  for (let round = 0; round < ROUNDS; round++) {
    let summarized = Promise.resolve();
    await command('newSession');
    await settle();
    const measured: readonly (readonly [keyof HostGaps, () => Promise<unknown>])[] = [
      ['opening', async () => command('sessions', made.compaction.sessionId)],
      [
        'compactNow',
        async () => {
          await command('compactNow');
          summarized = nextCompaction(api);
        },
      ],
      ['summary', async () => summarized],
      ['append', async () => command('ask', 'Where is formatTime used?')],
    ];
    for (const [of, work] of measured) gaps[of].push(await gapOf(work));
    await command('undoCompaction', true);
    await set({ 'compaction.when': 'automatic' });
    gaps.automatic.push(await gapOf(async () => command('ask', 'Where is collide used?')));
    await set({ 'compaction.when': 'manual' });
    await command('undoCompaction', true);
  }
  writeFileSync(process.env['LONGTHREAD_BENCH_GAPS'] ?? '', JSON.stringify(gaps));
}

/** Waits until the next compaction is in the log. The wait is limited, since a model's summary may be refused. */
async function nextCompaction(api: LongthreadApi): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const subscription = api.onDidCompact(() => {
    resolve(undefined);
  });
  await Promise.race([promise, sleep(MOST_WAITED_MS)]);
  subscription.dispose();
}

async function gapOf(work: () => Promise<unknown>): Promise<number> {
  await settle();
  const gap = new LoopGap();
  await work();
  await settle();
  return gap.stop();
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn++) await nextTurn();
}
