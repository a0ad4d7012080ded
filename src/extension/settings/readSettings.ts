import * as vscode from 'vscode';
import type { SettingSource } from './rightfulValues.ts';
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

/** Calls back when any of them changes. */
export function onSettingsChange(callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) callback();
  });
}

export function editorSettings(): SettingSource {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  return {
    effective: (name) => configuration.get(name),
    own: (name) => {
      const inspected = configuration.inspect(name);
      return inspected?.globalValue ?? inspected?.defaultValue;
    },
  };
}
