import * as vscode from 'vscode';
import type { Parts } from '../parts.ts';
import { EFFORTS, type Effort } from '../../adapters/models/thinkingEffort.ts';
import { EDITOR_PREFIX } from '../settings/settings.ts';
import { choose, say, askText } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';
import { askKey, askModel, editorItems, endpointItem, writeUserSetting, type ModelItem } from './askModel.ts';
import type { Commands } from './command.ts';
import { connect, tellWhoAnswers } from './connect.ts';
import { refreshModels, waitFor } from '../asking/waitFor.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { problemOfHeader, STORED_VALUE } from '../../adapters/models/ownHeaders.ts';
import { parseBaseUrl } from '../../adapters/models/endpoint.ts';

export function modelCommands(parts: Parts): Commands {
  return {
    connect: (given) => connect(given, parts),
    setApiKey: () => setApiKey(parts),
    removeApiKey: () => removeApiKey(parts),
    setSecretHeader: () => setSecretHeader(parts),
    chooseModel: () => chooseModel(parts),
  };
}

async function setApiKey(parts: Parts): Promise<void> {
  const baseUrl = await connectedUrl(parts);
  const key = await askKey(baseUrl, 'Leave the field empty if the endpoint needs no key.');
  await parts.keys.write(baseUrl, key);
  await refreshModels(parts);
  say(key === '' ? 'No key is stored for this endpoint' : 'The key is stored in the editor’s secret storage');
}

async function removeApiKey(parts: Parts): Promise<void> {
  await parts.keys.write(await connectedUrl(parts), '');
  await refreshModels(parts);
  say('The key is removed');
}

async function connectedUrl({ models }: Parts): Promise<string> {
  const endpoint = await models.endpoint();
  if (endpoint === undefined) throw new Error('No endpoint is connected yet. Use “Connect a Model…” first.');
  return endpoint.baseUrl;
}

async function chooseModel(parts: Parts): Promise<void> {
  const { items, problem } = await waitFor('loading the list of models', () => offeredModels(parts));
  const effort = effortItem(parts);
  const chosen = await askModel(
    [...items, ...(effort === undefined ? [] : [effort])],
    problem ?? 'Which model should answer?',
  );
  await (chosen === EFFORT ? chooseEffort(parts) : useModel(chosen, parts));
}

/** The id of the item for the thinking effort in the list of models. No model has this name. */
const EFFORT = ':effort';

const EFFORT_LABELS: Readonly<Record<Effort | 'default', string>> = {
  default: 'The provider’s default',
  off: 'Off',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

/**
 * Returns the item for the thinking effort. Returns undefined if there is no model, and for a model of the editor,
 * which has no effort to choose.
 */
function effortItem({ models, settings }: Parts): ModelItem | undefined {
  const { model, thinkingEffort = {} } = settings.current;
  if (models.chatModel === undefined || model.startsWith(EDITOR_PREFIX)) return undefined;
  const description = EFFORT_LABELS[thinkingEffort[model] ?? 'default'];
  return { id: EFFORT, label: `$(lightbulb) Thinking effort of ${asLabel(model)}…`, description };
}

/** Asks for the thinking effort of the answering model and stores it for that model alone. */
async function chooseEffort({ models, settings }: Parts): Promise<void> {
  const { model, thinkingEffort = {} } = settings.current;
  const efforts = ['default', ...EFFORTS] as const;
  const items = efforts.map((effort) => ({ effort, label: EFFORT_LABELS[effort] }));
  const { effort } = await choose(items, `How much should ${model} think before it answers?`);
  const others = Object.entries(thinkingEffort).filter(([name]) => name !== model);
  const all = effort === 'default' ? others : [...others, [model, effort] as const];
  await writeUserSetting('thinkingEffort', all.length === 0 ? undefined : Object.fromEntries(all));
  await models.askAnew();
}

async function useModel(id: string, parts: Parts): Promise<void> {
  await writeUserSetting('model', id);
  await parts.models.askAnew();
  await tellWhoAnswers(id, parts);
}

/**
 * Returns the models of the endpoint and of the editor. If one of the two can't be asked, returns only the models of
 * the other one, with the error's message as `problem`.
 */
async function offeredModels({
  models,
}: Parts): Promise<{ readonly items: readonly ModelItem[]; readonly problem: string | undefined }> {
  const [offered, ofEditor] = await Promise.allSettled([models.offered(), editorItems()]);
  const items = offered.status === 'fulfilled' ? offered.value.map(endpointItem) : [];
  const failed = [offered, ofEditor].find((asked) => asked.status === 'rejected');
  const problem = failed === undefined ? undefined : messageOf(failed.reason);
  return { items: [...items, ...(ofEditor.status === 'fulfilled' ? ofEditor.value : [])], problem };
}

/**
 * Asks for a header. Stores its value in the secret storage, and only its name in the settings. An empty value removes
 * the header.
 */
async function setSecretHeader(parts: Parts): Promise<void> {
  const { endpointUrl } = parts.settings.current;
  if (endpointUrl.trim() === '')
    throw new Error('No endpoint is connected yet. Use “Connect a Model…” first.');
  const baseUrl = parseBaseUrl(endpointUrl);
  const { host } = new URL(baseUrl);
  const typedName = await askText({
    title: `Header for ${host}`,
    prompt: 'The header’s name',
    placeHolder: 'X-API-Key',
    validateInput: (typed) => problemOfHeader(typed.trim()),
  });
  const name = typedName.trim();
  const typedValue = await askText({
    title: `${name} for ${host}`,
    prompt:
      'The value is stored in the editor’s secret storage. Leave the field empty to stop sending the header.',
    password: true,
  });
  const value = typedValue.trim();
  await storeHeader(baseUrl, { name, value }, parts);
  await refreshModels(parts);
  say(value === '' ? `${name} is no longer sent` : `${name} is stored in the editor’s secret storage`);
}

type Headers = Readonly<Record<string, string>>;

async function storeHeader(
  baseUrl: string,
  { name, value }: { readonly name: string; readonly value: string },
  { keys }: Parts,
): Promise<void> {
  await keys.writeHeader(baseUrl, name, value);
  const configuration = vscode.workspace.getConfiguration('longthread');
  const all = configuration.inspect<Readonly<Record<string, Headers>>>('endpoint.headers')?.globalValue ?? {};
  const own = Object.entries(all[baseUrl] ?? {}).filter(
    ([other]) => other.toLowerCase() !== name.toLowerCase(),
  );
  const headers = Object.fromEntries(value === '' ? own : [...own, [name, STORED_VALUE]]);
  const others = Object.entries(all).filter(([address]) => address !== baseUrl);
  const kept = Object.keys(headers).length === 0 ? others : [...others, [baseUrl, headers]];
  await writeUserSetting(
    'endpoint.headers',
    kept.length === 0 ? undefined : (Object.fromEntries(kept) as object),
  );
}
