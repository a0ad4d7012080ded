import { Worker } from 'node:worker_threads';
import type { TranscriptFile } from './files.ts';
import type { WorkerAnswer, WorkerSettings } from './worker.ts';

const MAX_WORKERS = 2;

/** Measures files in at most two threads. `onAnswer` is called as each is done, in no order. */
export async function measureInPool(
  files: readonly TranscriptFile[],
  settings: WorkerSettings,
  onAnswer: (file: TranscriptFile, answer: WorkerAnswer) => void,
): Promise<void> {
  const waiting = [...files];
  const threads = Array.from({ length: Math.min(MAX_WORKERS, files.length) }, async () => {
    const worker = startWorker(settings);
    try {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        onAnswer(file, await ask(worker, file));
      }
    } finally {
      await worker.terminate();
    }
  });
  await Promise.all(threads);
}

function startWorker(settings: WorkerSettings): Worker {
  const url = new URL('./worker.ts', import.meta.url);
  return new Worker(url, { workerData: settings, execArgv: ['--import', 'tsx'] });
}

function ask(worker: Worker, file: TranscriptFile): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: WorkerAnswer): void => {
      worker.off('error', reject);
      resolve(answer);
    };
    worker.once('message', onMessage);
    worker.once('error', reject);
    worker.postMessage({ path: file.path, group: file.group });
  });
}
