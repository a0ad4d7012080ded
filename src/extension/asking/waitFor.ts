import * as vscode from 'vscode';
import { waitAtMost } from '../sleep.ts';

/** Beyond this a person wonders. */
const LATE_MS = 300;

/**
 * Returns what the work comes to. Where it is late, a notice says what is waited for and can stop it: the signal fires
 * then, and this rejects with CancellationError whatever the work still does.
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
    title: `Longthread: ${what}…`,
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

/** When the settings' models are those of now, what their endpoints tell of them included. */
export function refreshed({ models }: { readonly models: { refresh(): Promise<void> } }): Promise<void> {
  return waitFor('asking the models what they can do', () => models.refresh());
}
