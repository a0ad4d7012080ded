import * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import { lineOfProblem } from '../tools/getDiagnostics.ts';

/**
 * Milliseconds to wait for the first diagnostics. A language extension that checks while the person types has reported
 * by then.
 */
const FIRST_WAIT_MS = 1_000;
/** Diagnostics come in batches, syntax errors first. The wait ends this many milliseconds after the last batch. */
const QUIET_MS = 400;
const LONGEST_WAIT_MS = 3_000;
const MOST_LISTED = 20;

/** The errors and warnings that the editor shows for files after a change, but did not show before it. */
export class NewProblems implements vscode.Disposable {
  readonly #files: readonly vscode.Uri[];
  readonly #before: readonly string[];
  readonly #listening: vscode.Disposable;
  #onDiagnostics: () => void = () => undefined;
  #hasDiagnostics = false;

  /** Records the present problems, so it must run before the change. */
  constructor(files: readonly vscode.Uri[]) {
    this.#files = files;
    this.#before = this.#current().map(({ key }) => key);
    const names = new Set(files.map(String));
    this.#listening = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((uri) => names.has(uri.toString()))) return;
      this.#hasDiagnostics = true;
      this.#onDiagnostics();
    });
  }

  /**
   * Waits until no more diagnostics seem to come. Returns a line for each of the first 20 new problems, and a line with
   * the number of further problems.
   */
  async lines(signal: CancelSignal): Promise<readonly string[]> {
    await this.#settled(signal);
    const old = [...this.#before];
    const lines = this.#current().flatMap(({ key, line }) => {
      const known = old.indexOf(key);
      if (known < 0) return [line];
      old.splice(known, 1);
      return [];
    });
    return lines.length <= MOST_LISTED
      ? lines
      : [...lines.slice(0, MOST_LISTED), `[${lines.length - MOST_LISTED} more]`];
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #settled(signal: CancelSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(quiet);
        clearTimeout(last);
        signal.removeEventListener('abort', end);
        this.#onDiagnostics = () => undefined;
        resolve();
      };
      const last = setTimeout(end, LONGEST_WAIT_MS);
      let quiet = setTimeout(end, this.#hasDiagnostics ? QUIET_MS : FIRST_WAIT_MS);
      this.#onDiagnostics = () => {
        clearTimeout(quiet);
        quiet = setTimeout(end, QUIET_MS);
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }

  #current(): readonly { readonly key: string; readonly line: string }[] {
    return this.#files.flatMap((uri) =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
        .map((problem) => ({
          // The key has no position, since a problem that only moved with its line is not new.
          key: `${problem.severity} ${problem.source ?? ''} ${problem.message}`,
          line: lineOfProblem(uri, problem),
        })),
    );
  }
}
