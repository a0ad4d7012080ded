import { Worker } from 'node:worker_threads';
import type { TranscriptFile } from './files.ts';
import type { WorkerAnswer, WorkerReady, WorkerSettings } from './worker.ts';

const MAX_WORKERS = 2;

/**
 * Measures files in at most two threads. Calls `onAnswer` when a file is finished, so the order of the answers is not
 * fixed. Returns the measured rows and the skipped rows.
 */
export async function measureInPool(
  files: readonly TranscriptFile[],
  settings: WorkerSettings,
  onAnswer: (file: TranscriptFile, answer: WorkerAnswer) => void,
): Promise<WorkerReady> {
  const waiting = [...files];
  const size = Math.max(1, Math.min(MAX_WORKERS, files.length));
  const threads = Array.from({ length: size }, async () => {
    const worker = startWorker(settings);
    try {
      const ready = await nextMessage<WorkerReady>(worker);
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        worker.postMessage({ path: file.path, group: file.group });
        onAnswer(file, await nextMessage<WorkerAnswer>(worker));
      }
      return ready;
    } finally {
      await worker.terminate();
    }
  });
  const [first] = await Promise.all(threads);
  return first ?? { rows: [], skippedRows: [] };
}

/**
 * Starts a thread with tsx, which the TypeScript of the engine needs. Drops the output of the peers, because stdout is
 * for the tables.
 */
function startWorker(settings: WorkerSettings): Worker {
  const url = new URL('./worker.ts', import.meta.url);
  const worker = new Worker(url, { workerData: settings, execArgv: ['--import', 'tsx'], stdout: true });
  worker.stdout.resume();
  return worker;
}

function nextMessage<T>(worker: Worker): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: T) => {
      worker.off('error', reject);
      resolve(message);
    });
  });
}
