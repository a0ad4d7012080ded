import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLine, sealedLine } from '../../src/adapters/store/checksum.ts';
import type { JsonlSessionLog } from '../../src/adapters/store/jsonlSessionLog.ts';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import type { MessageEntry } from '../../src/core/log/entry.ts';
import { quantile, timed, type BenchRow } from './benchRow.ts';

const ENTRIES = 100_000;
const APPENDS = 1500;
const NOTE = '64 MB log, 100,000 entries';

function entry(n: number, size = 530): MessageEntry {
  const text = 'the words of a message, '.repeat(size / 24);
  return {
    v: 1,
    id: `m${String(n)}`,
    at: n,
    kind: 'message',
    message: { role: 'user', parts: [{ type: 'text', text }] },
  };
}

/**
 * Measures how long it takes to append to a long log, to flush and open the log, to read the newest entries and the
 * whole log, and to list the sessions. Also measures the checksums.
 */
export async function run(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'longthread-bench-'));
  try {
    const store = new SessionStore(root, nodeStoreEnvironment);
    const log = await store.create();
    for (let n = 0; n < ENTRIES; n++) await log.append(entry(n));
    const rows = await appendRows(log);
    await log.close();
    return [...rows, ...(await openRows(store, log.sessionId)), ...checksumRows()];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function appendRows(log: JsonlSessionLog): Promise<readonly BenchRow[]> {
  const appends: number[] = [];
  const flushes: number[] = [];
  for (let n = 0; n < APPENDS; n++) {
    appends.push(await timed(() => log.append(entry(ENTRIES + n))));
    if (n % 10 === 0) flushes.push(await timed(() => log.flush()));
  }
  return [...spread('store: append', appends), ...spread('store: flush', flushes)];
}

/**
 * Measures the CPU time to encode and parse 300 MB of lines in memory, alternately with and without checksums. The
 * difference is the cost of the checksums.
 */
function checksumRows(): readonly BenchRow[] {
  return [600, 15_000].flatMap((size) => {
    const json = Array.from({ length: 100 }, (_, n) => JSON.stringify(entry(n, size)));
    const bare = json.map((line) => Buffer.from(`${line}\n`));
    const sealed = json.map(sealedLine);
    const rounds = Math.ceil(300_000_000 / json.join('').length);
    const works = {
      'write, without checksums': () => json.map((line) => Buffer.from(`${line}\n`)),
      'write, with checksums': () => json.map(sealedLine),
      'read, without checksums': () => bare.map(readLine),
      'read, with checksums': () => sealed.map(readLine),
    };
    const spentMs = new Map<string, number>();
    for (let round = 0; round < rounds; round++)
      for (const [name, work] of Object.entries(works))
        spentMs.set(name, (spentMs.get(name) ?? 0) + cpuMsOf(work));
    const note = `300 MB in lines with ${size.toLocaleString('en')} bytes of text, CPU`;
    return [...spentMs].map(([name, value]) => ({ name: `store: ${name}`, unit: 'ms', value, note }));
  });
}

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function spread(name: string, figures: readonly number[]): readonly BenchRow[] {
  const row = (which: string, share: number): BenchRow => ({
    name: `${name} ${which}`,
    unit: 'ms',
    value: quantile(figures, share),
    note: NOTE,
  });
  return [row('p50', 0.5), row('p95', 0.95), row('max', 1)];
}

async function openRows(store: SessionStore, id: string): Promise<readonly BenchRow[]> {
  const openings: number[] = [];
  const tails: number[] = [];
  const reads: number[] = [];
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    const log = await store.open(id);
    openings.push(performance.now() - start);
    tails.push(await timed(() => log.tail(200)));
    reads.push(await timed(() => log.readAll()));
    await log.close();
  }
  const lists = await timed(() => store.list());
  const row = (name: string, value: number): BenchRow => ({ name, unit: 'ms', value, note: NOTE });
  return [
    row('store: open with side-car', quantile(openings, 0.5)),
    row('store: tail of 200', quantile(tails, 0.5)),
    row('store: read all', quantile(reads, 0.5)),
    row('store: list', lists),
  ];
}
