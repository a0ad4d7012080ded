import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeSqlite } from '../../src/adapters/recall/nodeSqlite.ts';
import { openRecallStore } from '../../src/adapters/recall/openRecallStore.ts';
import { RecallEngine } from '../../src/adapters/recall/recallEngine.ts';
import type { SqlEngine } from '../../src/adapters/recall/sqlDatabase.ts';
import { wasmSqlite } from '../../src/adapters/recall/wasmSqlite.ts';
import { WorkerRecallIndex } from '../../src/adapters/recall/workerRecallIndex.ts';
import type { RecallText } from '../../src/core/recall/scan.ts';
import { sourceWorker } from '../support/sourceWorker.ts';
import { quantile, timed, type BenchRow } from './benchRow.ts';
import { LoopGap } from './loopGap.ts';
import { SampleText } from './sampleText.ts';

const MESSAGES = 20_000;
const MESSAGE_CHARS = 540;
const QUERIES = 60;

/**
 * Measures building and querying an index of 20,000 messages with each SQLite engine and in a worker. Also measures the
 * largest CPU time between two turns of the calling thread's event loop while the worker builds the index.
 */
export async function run(): Promise<BenchRow[]> {
  const sample = new SampleText(7);
  const texts = Array.from({ length: MESSAGES }, (_, index) => ({
    id: `m${index + 1}`,
    text: sample.message(MESSAGE_CHARS),
  }));
  const folder = await mkdtemp(join(tmpdir(), 'longthread-bench-'));
  try {
    return [
      ...(await withEngine(nodeSqlite, folder, texts)),
      ...(await withEngine(wasmSqlite, folder, texts)),
      ...(await inWorker(folder, texts)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withEngine(
  engine: SqlEngine,
  folder: string,
  texts: readonly RecallText[],
): Promise<BenchRow[]> {
  const path = join(folder, `${engine.name.replaceAll(/\W/g, '')}.db`);
  const { store } = await openRecallStore(path, [engine]);
  const recall = new RecallEngine(store);
  const building = await timed(() => recall.add(texts));
  const rows: BenchRow[] = [
    { name: `recall: ${engine.name}, build of 20,000 messages`, unit: 'ms', value: building },
  ];
  for (const [kind, queries] of Object.entries(queriesOf(texts))) {
    const times: number[] = [];
    for (const query of queries) times.push(await timed(() => recall.search(query, 10)));
    rows.push(
      { name: `recall: ${engine.name}, ${kind}, p50`, unit: 'ms', value: quantile(times, 0.5) },
      { name: `recall: ${engine.name}, ${kind}, p95`, unit: 'ms', value: quantile(times, 0.95) },
    );
  }
  store.close();
  const reopening = await timed(async () => {
    (await openRecallStore(path, [engine])).store.close();
  });
  const { size } = await stat(path);
  return [
    ...rows,
    { name: `recall: ${engine.name}, checked and opened again`, unit: 'ms', value: reopening },
    { name: `recall: ${engine.name}, file`, unit: 'MB', value: size / 1e6 },
  ];
}

async function inWorker(folder: string, texts: readonly RecallText[]): Promise<BenchRow[]> {
  const index = new WorkerRecallIndex({
    path: join(folder, 'worker.db'),
    script: sourceWorker('src/adapters/recall/recallWorker.ts'),
    source: { read: () => Promise.resolve(texts) },
    logger: { info: console.log, warn: console.warn, error: console.error },
  });
  const gap = new LoopGap();
  const searching = await timed(() => index.search('src connection', 10));
  const building = await timed(() => index.settled());
  const slowest = gap.stop();
  await index.close();
  return [
    { name: 'recall: worker started, first search while it builds', unit: 'ms', value: searching },
    { name: 'recall: worker, build after that', unit: 'ms', value: building },
    { name: 'recall: longest turn of the event loop during the build', unit: 'ms', value: slowest },
  ];
}

/** Returns search terms from all parts of the texts. */
function queriesOf(texts: readonly RecallText[]): Readonly<Record<string, readonly string[]>> {
  const places = Array.from(
    { length: QUERIES },
    (_, index) => texts[(index * 331) % texts.length]?.text ?? '',
  );
  const matches = (pattern: RegExp): readonly string[] =>
    places.flatMap((text) => pattern.exec(text)?.[0] ?? []);
  return {
    'frequent words': matches(/[a-z]{4,6}\b/),
    names: matches(/[a-z]+[A-Z][A-Za-z]+/),
    paths: matches(/src\/\w+\/\w+\.ts/),
    'inner substrings': matches(/[A-Z][a-z]+(?=[A-Z])/).map((part) => part.slice(1)),
    sentences: matches(/(?:\w+ ){5}\w+/).map((words) => `why ${words} nowhere`),
  };
}
