import * as vscode from 'vscode';
import { connectedModels } from './connectedModels.ts';
import { editorSettings, onSettingsChange } from './readSettings.ts';
import { parseSettings, type Settings } from './settings.ts';

/** The settings as they stand, read when first asked for and again after a change. */
export class LiveSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Settings>();
  readonly #listening: vscode.Disposable;
  readonly #memory: vscode.Memento;
  #current: Settings | undefined;

  readonly onDidChange = this.#changed.event;

  /** `memory` holds, for all workspaces, which models the person has connected. */
  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#listening = onSettingsChange(() => {
      this.#current = undefined;
      this.#changed.fire(this.current);
    });
  }

  get current(): Settings {
    this.#current ??= this.#read();
    return this.#current;
  }

  /** Twice: which model it is decides whose own settings hold. */
  #read(): Settings {
    const source = editorSettings();
    const connected = connectedModels(source, this.#memory);
    const { model } = parseSettings(source, { connected });
    return parseSettings(source, { connected, modelId: model });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
