import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LongthreadApi } from '../../../src/extension/api/api.ts';

/** Activates the extension and returns its exported API. */
export async function longthreadApi(): Promise<LongthreadApi> {
  const extension = vscode.extensions.getExtension<LongthreadApi>('longthread.longthread');
  assert.ok(extension, 'the extension is not installed');
  return extension.activate();
}

/** Returns the texts of one role in the present context. */
export function textsOf(api: LongthreadApi, role: string): readonly string[] {
  return api
    .getContext()
    .filter((message) => message.role === role)
    .map(({ text }) => text);
}

export function run(command: string, ...args: readonly unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`longthread.${command}`, ...args);
}

/** Changes user settings; `undefined` removes a setting. A test must remove its settings at the end. */
export async function set(settings: Readonly<Record<string, unknown>>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('longthread');
  for (const [name, value] of Object.entries(settings)) {
    await configuration.update(name, value, vscode.ConfigurationTarget.Global);
  }
}
