import * as vscode from 'vscode';
import { waitAtMost } from '../sleep.ts';
import { withoutLinks } from './plainTexts.ts';

/** Milliseconds after which the progress is shown. */
const LATE_MS = 300;

/**
 * Returns the result of the work. If it takes longer than `LATE_MS`, shows a notification with a cancel button; on
 * cancel, aborts the signal and rejects with CancellationError without waiting for the work.
 */
export async function waitFor<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const result = work(stop.signal);
  const settled = result.then(
    () => true,
    () => true,
  );
  if ((await waitAtMost(LATE_MS, settled)) === true) return result;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: withoutLinks(`Longthread: ${what}…`),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_progress, token) => {
    const stopped = new Promise<never>((_resolve, reject) => {
      token.onCancellationRequested(() => {
        stop.abort();
        reject(new vscode.CancellationError());
      });
    });
    return Promise.race([result, stopped]);
  });
}

/** Reads the models of the settings again. If this takes long, shows a notification as `waitFor` does. */
export function refreshModels({ models }: { readonly models: { refresh(): Promise<void> } }): Promise<void> {
  return waitFor('checking what the models can do', () => models.refresh());
}
