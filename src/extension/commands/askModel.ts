import * as vscode from 'vscode';
import type { OfferedModel } from '../../adapters/models/modelList.ts';
import { formatTokenCount } from '../../shared/format.ts';
import { EDITOR_PREFIX } from '../settings/settings.ts';
import { askText, choose } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';

export interface ModelItem extends vscode.QuickPickItem {
  readonly id: string;
}

export function endpointItem({ id, facts }: OfferedModel): ModelItem {
  return {
    id,
    label: asLabel(id),
    ...(facts.window === undefined ? {} : { description: formatTokenCount(facts.window) }),
  };
}

export async function editorItems(): Promise<readonly ModelItem[]> {
  const { editorModels } = await import('../models/lmModel.ts');
  return (await editorModels()).map((model) => ({
    id: EDITOR_PREFIX + model.id,
    label: asLabel(model.name),
    description: `${formatTokenCount(model.maxInputTokens)} · offered by the editor (${asLabel(model.vendor)})`,
  }));
}

/** Asks for a model. Returns the id of the chosen item, or a model's name that the person typed. */
export async function askModel(items: readonly ModelItem[], question: string): Promise<string> {
  const typed: ModelItem = { id: '', label: 'Other…', description: 'type the model’s name' };
  const chosen = await choose([...items, typed], question);
  if (chosen.id !== '') return chosen.id;
  return askName('The model’s name as the endpoint knows it');
}

export async function askName(prompt: string): Promise<string> {
  return (await askText({ prompt, validateInput: problemOfName })).trim();
}

function problemOfName(typed: string): string | undefined {
  return typed.trim() === '' ? 'Enter the model’s name.' : undefined;
}

/** Asks for a key, which may be empty. `whenEmpty` is the sentence that says what an empty key does. */
export async function askKey(baseUrl: string, whenEmpty: string): Promise<string> {
  const key = await askText({
    title: `Key for ${new URL(baseUrl).host}`,
    prompt: `The key is stored in the editor’s secret storage. ${whenEmpty}`,
    password: true,
  });
  return key.trim();
}

/**
 * Writes a setting of models or endpoints to the user settings, since these belong to the machine, not to a workspace.
 * Removes the setting if `value` is undefined.
 */
export async function writeUserSetting(name: string, value: string | object | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('longthread')
    .update(name, value, vscode.ConfigurationTarget.Global);
}
