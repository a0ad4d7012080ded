import * as vscode from 'vscode';
import { onSettingsChange, readSettings, type Settings } from './settings.ts';

/** The settings as they stand, read when first asked for and again after a change. */
export class LiveSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Settings>();
  readonly #listening: vscode.Disposable;
  #current: Settings | undefined;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#listening = onSettingsChange(() => {
      this.#current = undefined;
      this.#changed.fire(this.current);
    });
  }

  get current(): Settings {
    this.#current ??= readSettings(readSettings().model);
    return this.#current;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
