import { parentPort, workerData } from 'node:worker_threads';
import { createTokenCounter } from '../../../src/adapters/tokens/inProcessTokenCounter.ts';
import type { Budget } from './budget.ts';
import { remembering } from './remembering.ts';
import { measureFile, type MeasureOptions } from './measure.ts';
import { loadRows, type RowOptions } from './rows/allRows.ts';
import type { RowHead, SessionResult } from './results.ts';
import type { SkippedRow } from './rows/row.ts';

/** The data with which each worker starts. */
export interface WorkerSettings extends RowOptions {
  readonly budgets: readonly Budget[];
  readonly constraints: readonly string[];
}

/** The first message of each worker. */
export interface WorkerReady {
  readonly rows: readonly RowHead[];
  readonly skippedRows: readonly SkippedRow[];
}

export type WorkerAnswer = { readonly result: SessionResult } | { readonly skipped: string };

/** Works as a thread of the pool: answers each file with the results for this file. */
async function serve(settings: WorkerSettings): Promise<void> {
  const counter = await createTokenCounter('o200k_base');
  const { rows, skipped } = await loadRows(settings);
  const { budgets, constraints } = settings;
  const options = { rows, budgets, constraints, count: remembering((text) => counter.countSmall(text)) };
  parentPort?.on('message', (file: { path: string; group: string }) => {
    void answer(file, options).then((message) => parentPort?.postMessage(message));
  });
  const heads = rows.map(({ name, kind }) => ({ name, kind }));
  parentPort?.postMessage({ rows: heads, skippedRows: skipped } satisfies WorkerReady);
}

async function answer(
  file: { readonly path: string; readonly group: string },
  options: MeasureOptions,
): Promise<WorkerAnswer> {
  try {
    const result = await measureFile(file, options);
    return typeof result === 'string' ? { skipped: result } : { result };
  } catch (error) {
    return { skipped: error instanceof Error ? error.message : String(error) };
  }
}

await serve(workerData as WorkerSettings);
