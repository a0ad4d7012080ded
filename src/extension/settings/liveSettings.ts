import * as vscode from 'vscode';
import type { Logger } from '../../core/ports.ts';
import { connectedModels, type SettingSource } from './rightfulValues.ts';
import { parseSettings, type Settings } from './settings.ts';

const SECTION = 'longthread';
const NONE: ReadonlySet<string> = new Set();

/**
 * Reads all settings as they stand in the editor. A model named in `longthread.perModel` may have its own window and
 * compaction; a workspace may choose among the models that are `connected`.
 */
export function readSettings(modelId?: string, connected: ReadonlySet<string> = NONE): Settings {
  return parseSettings(editorSettings(), { modelId, connected });
}

function editorSettings(): SettingSource {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  return {
    effective: (name) => configuration.get(name),
    own: (name) => {
      const inspected = configuration.inspect(name);
      return inspected?.globalValue ?? inspected?.defaultValue;
    },
  };
}

/** The settings as they are now. Reads them when first asked for, and again after a change. */
export class LiveSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Settings>();
  readonly #listening: vscode.Disposable;
  readonly #memory: vscode.Memento;
  #current: Settings | undefined;

  readonly onDidChange = this.#changed.event;

  /** `memory` holds, for all workspaces, which models the person has connected. */
  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#listening = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(SECTION)) return;
      this.#current = undefined;
      this.#changed.fire(this.current);
    });
  }

  get current(): Settings {
    this.#current ??= this.#read();
    return this.#current;
  }

  /** Reads the settings twice: first to learn which model they name, then with that model's own settings. */
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

const TOLD = 'longthread.toldGoneSettings';

/**
 * Reports each problem of the settings when it appears: writes all to the log, and shows the first in a message with a
 * link to the settings.
 */
export class SettingsProblems {
  readonly #logger: Logger;
  readonly #memory: vscode.Memento;
  #told: ReadonlySet<string> = new Set();

  /** `memory` stores the reported settings that no longer exist. */
  constructor(logger: Logger, memory: vscode.Memento) {
    this.#logger = logger;
    this.#memory = memory;
  }

  tell({ problems, gone }: Settings): void {
    const fresh = [...problems.filter((problem) => !this.#told.has(problem)), ...this.#untold(gone)];
    this.#told = new Set(problems);
    for (const problem of fresh) this.#logger.warn(problem);
    const [first] = fresh;
    if (first === undefined) return;
    const more = fresh.length === 1 ? '' : ` (and ${fresh.length - 1} more, see the log)`;
    void this.#show(first + more);
  }

  /** Returns the sentences that were never reported on this machine, and remembers them as reported. */
  #untold(gone: readonly string[]): readonly string[] {
    const told = this.#memory.get<readonly string[]>(TOLD, []);
    const fresh = gone.filter((sentence) => !told.includes(sentence));
    if (fresh.length > 0) void this.#memory.update(TOLD, [...told, ...fresh]);
    return fresh;
  }

  async #show(sentence: string): Promise<void> {
    const open = 'Open Settings';
    const chosen = await vscode.window.showWarningMessage(sentence, open);
    if (chosen === open) await vscode.commands.executeCommand('longthread.openSettings');
  }
}
