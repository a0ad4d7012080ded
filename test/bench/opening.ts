import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sealedLine } from '../../src/adapters/store/checksum.ts';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import { WorkerTokenCounter } from '../../src/adapters/tokens/workerTokenCounter.ts';
import { LiveSession } from '../../src/core/session/liveSession.ts';
import type { Message } from '../../src/core/log/message.ts';
import { sourceWorker } from '../support/sourceWorker.ts';
import { median, type BenchRow } from './benchRow.ts';
import { LoopGap } from './loopGap.ts';
import { SampleText } from './sampleText.ts';

const BYTES = 300_000_000;
const RUNS = 5;
const NOTE = '300 MB, 16,000 messages';

/** Measures opening a log of 300 MB: first without its side-car, and then with the side-car from an earlier opening. */
export async function run(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'longthread-bench-'));
  const counter = new WorkerTokenCounter({
    encoding: 'o200k_base',
    script: sourceWorker('src/adapters/tokens/tokenWorker.ts'),
  });
  try {
    writeLog(join(root, 'sessions', 'long'));
    const sideCar = join(root, 'sessions', 'long', 'log.idx');
    const first: Opened[] = [];
    for (let run = 0; run < RUNS; run++) {
      rmSync(sideCar, { force: true });
      first.push(await opened(root, counter));
    }
    await counted(root, counter);
    const later: Opened[] = [];
    for (let run = 0; run < RUNS; run++) later.push(await opened(root, counter));
    return [...rowsOf('first', first), ...rowsOf('later', later)];
  } finally {
    await counter.close();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Opened {
  readonly endShownMs: number;
  readonly wholeMs: number;
  readonly longestMs: number;
}

function rowsOf(which: string, runs: readonly Opened[]): readonly BenchRow[] {
  const row = (name: string, of: (one: Opened) => number): BenchRow => ({
    name: `opening, ${which}: ${name}`,
    unit: 'ms',
    value: median(runs.map(of)),
    note: NOTE,
  });
  return [
    row('its end can be shown', ({ endShownMs }) => endShownMs),
    row('all of it is read', ({ wholeMs }) => wholeMs),
    row('most CPU in one stretch', ({ longestMs }) => longestMs),
  ];
}

async function opened(root: string, counter: WorkerTokenCounter): Promise<Opened> {
  await nextTurn();
  const gap = new LoopGap();
  const start = performance.now();
  const log = await new SessionStore(root, nodeStoreEnvironment).open('long');
  await log.tail(200);
  const endShownMs = performance.now() - start;
  const live = await liveOn(log, counter);
  const wholeMs = performance.now() - start;
  await live.close();
  return { endShownMs, wholeMs, longestMs: gap.stop() };
}

/** Opens the log and waits until its tokens are counted, so that the side-car contains the counts. */
async function counted(root: string, counter: WorkerTokenCounter): Promise<void> {
  const live = await liveOn(await new SessionStore(root, nodeStoreEnvironment).open('long'), counter);
  await live.refresh();
  await live.close();
}

function liveOn(
  log: Awaited<ReturnType<SessionStore['open']>>,
  counter: WorkerTokenCounter,
): Promise<LiveSession> {
  return LiveSession.open({
    log,
    counter,
    redactor: { find: (texts) => Promise.resolve(texts.map(() => [])) },
    clock: { now: () => 0, monotonic: () => 0 },
    logger: { info: () => undefined, warn: console.warn, error: console.error },
    pause: () => nextTurn(),
  });
}

/** Writes a log in which calls and large results alternate, as in the log of an agent. */
function writeLog(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const fd = openSync(join(folder, 'log.jsonl'), 'w');
  const sample = new SampleText(11);
  const results = Array.from({ length: 100 }, () => sample.message(40_000));
  let [bytes, at] = [0, 0];
  const add = (message: Message): void => {
    at += 1;
    const line = sealedLine(JSON.stringify({ v: 1, id: `m${String(at)}`, at, kind: 'message', message }));
    bytes += line.length;
    writeSync(fd, line);
  };
  for (let turn = 0; bytes < BYTES; turn++) {
    const text = (said: string) => [{ type: 'text', text: said }] as const;
    add({ role: 'user', parts: text(`${String(turn)}: ${sample.message(300)}`) });
    for (let step = 0; step < 6; step++) {
      const callId = `c${String(turn)}_${String(step)}`;
      const args = JSON.stringify({ path: `src/${sample.identifier()}.ts` });
      add({ role: 'assistant', parts: [{ type: 'toolCall', callId, name: 'read_file', arguments: args }] });
      const result = `${String(at)}\n${results[at % results.length] ?? ''}`;
      add({ role: 'tool', callId, toolName: 'read_file', parts: text(result) });
    }
    add({ role: 'assistant', parts: text(sample.message(600)) });
  }
  closeSync(fd);
}
