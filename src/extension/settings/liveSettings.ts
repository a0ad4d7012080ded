import * as vscode from 'vscode';
import { warn } from '../asking/ask.ts';
import type { Logger } from '../../core/ports.ts';
import { connectedModels, type SettingSource } from './permittedValues.ts';
import { parseSettings, type Settings } from './settings.ts';

const SECTION = 'longthread';
const NONE: ReadonlySet<string> = new Set();

/**
 * Reads all settings from the editor. With `modelId`, this model's own settings in `longthread.perModel` also apply. A
 * workspace may choose among the models in `connected`.
 */
export function readSettings(modelId?: string, connected: ReadonlySet<string> = NONE): Settings {
  return parseSettings(editorSource(), { modelId, connected });
}

function editorSource(): SettingSource {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  return {
    effective: (name) => configuration.get(name),
    own: (name) => {
      const { globalValue, defaultValue } = configuration.inspect(name) ?? {};
      return globalValue === undefined ? defaultValue : globalValue;
    },
  };
}

/** The current settings. They are read on first use, and again after a change. */
export class LiveSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Settings>();
  readonly #listening: vscode.Disposable;
  readonly #memory: vscode.Memento;
  #current: Settings | undefined;

  readonly onDidChange = this.#changed.event;

  /** `memory` stores the models that the person has connected. It applies to all workspaces. */
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

  /** Parses the settings twice: first to find out which model they name, then with this model's own settings. */
  #read(): Settings {
    const source = editorSource();
    const connected = connectedModels(source, this.#memory);
    const { model } = parseSettings(source, { connected });
    return parseSettings(source, { connected, modelId: model });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}

const REPORTED_KEY = 'longthread.toldGoneSettings';

/**
 * Reports each problem of the settings when the problem appears. Writes all new problems to the output channel. Shows
 * the first one in a notification with a button that opens the settings.
 */
export class SettingsProblems {
  readonly #logger: Logger;
  readonly #memory: vscode.Memento;
  #reported: ReadonlySet<string> = new Set();

  /** `memory` stores which renamed and removed settings were reported. */
  constructor(logger: Logger, memory: vscode.Memento) {
    this.#logger = logger;
    this.#memory = memory;
  }

  report({ problems, obsolete }: Settings): void {
    const unreported = [
      ...problems.filter((problem) => !this.#reported.has(problem)),
      ...this.#takeUnreported(obsolete),
    ];
    this.#reported = new Set(problems);
    for (const problem of unreported) this.#logger.warn(problem);
    const [first] = unreported;
    if (first === undefined) return;
    const more = unreported.length === 1 ? '' : ` (and ${unreported.length - 1} more, see the log)`;
    void this.#show(first + more);
  }

  /** Returns the sentences that were never reported on this machine, and marks them as reported. */
  #takeUnreported(sentences: readonly string[]): readonly string[] {
    const reported = this.#memory.get<readonly string[]>(REPORTED_KEY, []);
    const unreported = sentences.filter((sentence) => !reported.includes(sentence));
    if (unreported.length > 0) void this.#memory.update(REPORTED_KEY, [...reported, ...unreported]);
    return unreported;
  }

  async #show(sentence: string): Promise<void> {
    const open = 'Open Settings';
    const chosen = await warn(sentence, open);
    if (chosen === open) await vscode.commands.executeCommand('longthread.openSettings');
  }
}
