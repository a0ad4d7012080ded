import { BytePairCounter } from '../../src/adapters/tokens/bytePairCounter.ts';
import { loadRanks } from '../../src/adapters/tokens/ranks.ts';
import { WorkerTokenCounter } from '../../src/adapters/tokens/workerTokenCounter.ts';
import { sourceWorker } from '../support/sourceWorker.ts';
import { median, timed, type BenchRow } from './benchRow.ts';
import { LoopGap } from './loopGap.ts';
import { SampleText } from './sampleText.ts';

const RUNS = 5;
const MILLION = 1_000_000;

/**
 * Measures cold start, throughput, hostile input, and the longest gap on the calling thread while the worker counts.
 */
export async function run(): Promise<BenchRow[]> {
  return [await coldStart(), await throughput(), ...(await hostileInputs()), ...(await inWorker())];
}

async function coldStart(): Promise<BenchRow> {
  const value = await timed(async () => new BytePairCounter(await loadRanks('o200k_base')).count('first'));
  return { name: 'tokens: ranks loaded and first text counted', unit: 'ms', value, note: 'once a process' };
}

async function throughput(): Promise<BenchRow> {
  const sample = new SampleText(1);
  const messages = Array.from({ length: 1000 }, () => sample.message(2000));
  const megabytes = messages.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / MILLION;
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const counter = new BytePairCounter(await loadRanks('o200k_base'));
    const ms = await timed(() => messages.map((text) => counter.count(text)));
    rates.push(megabytes / (ms / 1000));
  }
  return { name: 'tokens: messages of 2,000 characters, empty cache', unit: 'MB/s', value: median(rates) };
}

async function hostileInputs(): Promise<BenchRow[]> {
  const counter = new BytePairCounter(await loadRanks('o200k_base'));
  const rows: BenchRow[] = [];
  for (const [name, text] of Object.entries(hostileTexts())) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timed(() => counter.count(text)));
    rows.push({ name: `tokens: a million characters of ${name}`, unit: 'ms', value: median(times) });
  }
  return rows;
}

async function inWorker(): Promise<BenchRow[]> {
  const sample = new SampleText(2);
  const messages = Array.from({ length: 2500 }, () => sample.message(2000));
  const counter = new WorkerTokenCounter({
    encoding: 'o200k_base',
    script: sourceWorker('src/adapters/tokens/tokenWorker.ts'),
  });
  await counter.count(['first']);
  const gap = new LoopGap();
  const value = await timed(() => counter.count(messages));
  const slowest = gap.stop();
  await counter.close();
  return [
    { name: 'tokens: 5 MB in the worker', unit: 'ms', value },
    { name: 'tokens: longest turn of the event loop during the count', unit: 'ms', value: slowest },
  ];
}

function hostileTexts(): Readonly<Record<string, string>> {
  const sample = new SampleText(3);
  const text = Buffer.from(sample.message(MILLION));
  const noise = Buffer.from(text.map((byte, index) => (byte * 167 + index * 59) & 0xff));
  return {
    'one letter': 'a'.repeat(MILLION),
    'capital letters': 'A'.repeat(MILLION),
    spaces: ' '.repeat(MILLION),
    newlines: '\n'.repeat(MILLION),
    ideographs: '字漢語文'.repeat(MILLION / 4),
    base64: noise.toString('base64').slice(0, MILLION),
  };
}
