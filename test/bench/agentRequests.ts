import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import { createTokenCounter } from '../../src/adapters/tokens/inProcessTokenCounter.ts';
import { MemoryLog } from '../support/memoryLog.ts';
import { countWords } from '../support/sessionBuilder.ts';
import { AgentDay } from './agentDay.ts';
import { collectGarbage, median, quantile, type BenchRow } from './benchRow.ts';
import { SampleText } from './sampleText.ts';

const REQUEST_TOKENS = 200_000;
const RUNS = 31;
const DAY_REQUESTS = 5_000;
const STEPS = 1_000;

/**
 * Measures the time that Longthread adds to a request of the editor's agent: from the host's request to the request
 * that goes to the model.
 */
export async function run(): Promise<BenchRow[]> {
  return [...(await latency()), ...(await memory())];
}

/** Measures with all the work of a real request: a log on disk, token counts and the search for secrets. */
async function latency(): Promise<readonly BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'longthread-bench-'));
  try {
    const log = await new SessionStore(root, nodeStoreEnvironment).create();
    const counter = await createTokenCounter('o200k_base');
    const sizes = { resultCharacters: 2_000, window: 4 * REQUEST_TOKENS };
    const day = await AgentDay.open({
      log,
      counter,
      redactor: new SecretRedactor(),
      sample: new SampleText(5),
      ...sizes,
    });
    await day.ask();
    while (day.live.account.ofContext(day.live.context) < REQUEST_TOKENS) await stepOf(day);
    const figures: number[] = [];
    for (let at = 0; at < RUNS; at++) figures.push(await stepOf(day));
    const note = `${String(day.sentMessages)} messages, no compaction`;
    await day.close();
    const name = 'agent: added to a request of 200,000 tokens';
    return [
      { name: `${name} p50`, unit: 'ms', value: median(figures), note },
      { name: `${name} p95`, unit: 'ms', value: quantile(figures, 0.95), note },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function stepOf(day: AgentDay): Promise<number> {
  await day.next();
  return day.ask();
}

async function oneMore(day: AgentDay): Promise<void> {
  await day.next();
  await day.askAgain();
}

/**
 * Measures the memory that stays in use after a request without new messages, and after a request with a call and its
 * result. The whole log is in memory, including the facts about each message. The figures include the host's messages.
 * In the editor, Longthread does not hold these messages.
 */
async function memory(): Promise<readonly BenchRow[]> {
  const counter = {
    encoding: 'words',
    count: (texts: readonly string[]) => Promise.resolve(texts.map(countWords)),
    countSmall: countWords,
  };
  const redactor = { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) };
  const log = new MemoryLog();
  const sizes = { resultCharacters: 500, window: REQUEST_TOKENS / 2 };
  const day = await AgentDay.open({ log, counter, redactor, sample: new SampleText(6), ...sizes });
  await day.ask();
  for (let at = 0; at < STEPS / 10; at++) await oneMore(day);
  const before = heapOf();
  for (let at = 0; at < DAY_REQUESTS; at++) await day.askAgain();
  const after = heapOf();
  for (let at = 0; at < STEPS; at++) await oneMore(day);
  const middle = heapOf();
  const logged = log.entries.length;
  for (let at = 0; at < STEPS; at++) await oneMore(day);
  const grown = heapOf();
  const characters = JSON.stringify(log.entries.slice(logged)).length / STEPS;
  const compactions = String(day.live.session.compactions.length);
  await day.close();
  return [
    {
      name: 'agent: memory of a request without new messages',
      unit: 'kB',
      value: (after - before) / DAY_REQUESTS / 1000,
      note: `${String(DAY_REQUESTS)} requests of one session`,
    },
    {
      name: 'agent: memory of a request with a call and its result',
      unit: 'kB',
      value: (grown - middle) / STEPS / 1000,
      note: `${(characters / 1000).toFixed(1)} kB of them in the log; ${compactions} compactions`,
    },
  ];
}

/** Returns the bytes in use after a full garbage collection. */
function heapOf(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
