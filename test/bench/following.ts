import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { agentFiles } from '../../src/adapters/otherAgents/agentFiles.ts';
import { OtherAgentsCalls } from '../../src/adapters/otherAgents/otherAgentsCalls.ts';
import { OtherSessionLog } from '../../src/adapters/otherAgents/otherSessionLog.ts';
import { WorkerTokenCounter } from '../../src/adapters/tokens/workerTokenCounter.ts';
import { LiveSession } from '../../src/core/session/liveSession.ts';
import { claudeLines, OtherMachine } from '../support/otherAgentFiles.ts';
import { sourceWorker } from '../support/sourceWorker.ts';
import { median, type BenchRow } from './benchRow.ts';
import { LoopGap } from './loopGap.ts';
import { SampleText } from './sampleText.ts';

const BYTES = 300_000_000;
const RUNS = 3;
const NOTE = 'a session of Claude Code of 300 MB';

/** Measures opening another agent's session of 300 MB, and reading the next turn after the agent wrote it. */
export async function run(): Promise<BenchRow[]> {
  const machine = new OtherMachine();
  const counter = new WorkerTokenCounter({
    encoding: 'o200k_base',
    script: sourceWorker('src/adapters/tokens/tokenWorker.ts'),
  });
  const calls = new OtherAgentsCalls(sourceWorker('src/adapters/otherAgents/otherAgentsWorker.ts'));
  try {
    const file = machine.writeClaude('long', []);
    let turns = write(file, machine.workspace);
    const [opened, grown]: [Watched[], Watched[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      const log = new OtherSessionLog(
        { sessionId: 'other-long', session: { path: file }, title: 'Long' },
        { calls, files: agentFiles, clock: { monotonic: () => 0 }, isFollowed: () => true },
      );
      let live: LiveSession | undefined;
      opened.push(await watched(async () => (live = await liveOn(log, counter))));
      // Counts the tokens of the session before the measurement.
      await live?.refresh();
      turns += 1;
      appendFileSync(file, lines(turns, { text: 'And the roof?', cwd: machine.workspace }));
      grown.push(await watched(() => live?.refresh()));
      await live?.close();
    }
    return [...rowsOf('opened', opened), ...rowsOf('read on', grown)];
  } finally {
    await calls.stop();
    await counter.close();
    machine.remove();
  }
}

interface Watched {
  readonly wholeMs: number;
  readonly longestMs: number;
}

async function watched(work: () => unknown): Promise<Watched> {
  await nextTurn();
  const gap = new LoopGap();
  const start = performance.now();
  await work();
  return { wholeMs: performance.now() - start, longestMs: gap.stop() };
}

function rowsOf(which: string, runs: readonly Watched[]): readonly BenchRow[] {
  const row = (name: string, of: (one: Watched) => number): BenchRow => ({
    name: `another agent’s session, ${which}: ${name}`,
    unit: 'ms',
    value: median(runs.map(of)),
    note: NOTE,
  });
  return [
    row('total time', ({ wholeMs }) => wholeMs),
    row('most CPU time in one turn of the event loop', ({ longestMs }) => longestMs),
  ];
}

function liveOn(log: OtherSessionLog, counter: WorkerTokenCounter): Promise<LiveSession> {
  return LiveSession.open({
    ...{ log, counter },
    redactor: { find: (texts) => Promise.resolve(texts.map(() => [])) },
    clock: { now: () => 0, monotonic: () => 0 },
    logger: { info: () => undefined, warn: console.warn, error: console.error },
    pause: () => nextTurn(),
  });
}

/** Writes a session of 300 MB, and returns the number of its turns. */
function write(file: string, cwd: string): number {
  const fd = openSync(file, 'w');
  const sample = new SampleText(11);
  const texts = Array.from({ length: 100 }, () => sample.message(20_000));
  let [bytes, at] = [0, 0];
  for (; bytes < BYTES; at += 1) {
    const text = lines(at, { text: `${String(at)}\n${texts[at % texts.length] ?? ''}`, cwd });
    bytes += text.length;
    writeSync(fd, text);
  }
  closeSync(fd);
  return at;
}

function lines(at: number, { text, cwd }: { readonly text: string; readonly cwd: string }): string {
  return claudeLines(text, { at, cwd })
    .map((line) => `${line}\n`)
    .join('');
}
