import * as v from 'valibot';
import * as vscode from 'vscode';
import { parseBaseUrl } from '../../adapters/models/endpoint.ts';
import { formatTokens } from '../../shared/format.ts';
import { EDITOR_PREFIX, type ModelSource } from '../models/modelSource.ts';
import type { Parts } from '../parts.ts';
import { askText, choose, say } from './ask.ts';
import type { Commands } from './command.ts';
import { KNOWN_ENDPOINTS, type KnownEndpoint } from './endpoints.ts';

export function modelCommands(parts: Parts): Commands {
  return {
    connect: (options) => connect(options, parts),
    setApiKey: () => setApiKey(parts),
    removeApiKey: () => removeApiKey(parts),
    chooseModel: () => chooseModel(parts),
  };
}

const connection = v.object({
  url: v.string(),
  key: v.optional(v.string()),
  model: v.optional(v.string()),
});

/**
 * Endpoint, key, model: three questions, each answer kept as soon as it is given. Called with the answers (by another
 * extension, or a script that sets up a machine) it asks none of them.
 */
async function connect(options: unknown, parts: Parts): Promise<void> {
  const given = v.safeParse(connection, options);
  const endpoint = given.success ? { url: given.output.url, needsKey: false } : await chooseEndpoint();
  const baseUrl = parseBaseUrl(endpoint.url);
  await write('endpoint.url', baseUrl);
  if (given.success && given.output.key !== undefined) await parts.keys.write(baseUrl, given.output.key);
  if (endpoint.needsKey) await askKey(baseUrl, parts);
  if (given.success && given.output.model !== undefined) await useModel(given.output.model, parts);
  else await chooseModel(parts);
}

async function chooseEndpoint(): Promise<Pick<KnownEndpoint, 'url' | 'needsKey'>> {
  const known = KNOWN_ENDPOINTS.map((endpoint) => ({
    label: endpoint.name,
    description: endpoint.url,
    detail: endpoint.detail,
    endpoint,
  }));
  const other = {
    label: 'Other address…',
    description: 'any OpenAI-compatible endpoint',
    detail: '',
    endpoint: undefined,
  };
  const chosen = await choose([...known, other], 'Where does the model run?');
  if (chosen.endpoint !== undefined) return chosen.endpoint;
  const url = await askText({
    title: 'Connect a model',
    prompt: 'Address of the OpenAI-compatible API',
    placeHolder: 'https://example.com/v1',
    validateInput: problemOfAddress,
  });
  return { url, needsKey: true };
}

function problemOfAddress(typed: string): string | undefined {
  try {
    parseBaseUrl(typed);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function askKey(baseUrl: string, { keys }: Parts): Promise<void> {
  const key = await askText({
    title: `Key for ${new URL(baseUrl).host}`,
    prompt: 'It is kept in the editor’s secret storage. Leave it empty where none is needed.',
    password: true,
  });
  await keys.write(baseUrl, key.trim());
}

async function setApiKey(parts: Parts): Promise<void> {
  await askKey(await connectedUrl(parts), parts);
  await parts.models.refresh();
  say('The key is kept in the editor’s secret storage');
}

async function removeApiKey(parts: Parts): Promise<void> {
  await parts.keys.write(await connectedUrl(parts), '');
  await parts.models.refresh();
  say('The key is removed');
}

async function connectedUrl({ models }: Parts): Promise<string> {
  const endpoint = await models.endpoint();
  if (endpoint === undefined) throw new Error('No endpoint is connected yet. Use “Connect a Model…” first.');
  return endpoint.baseUrl;
}

interface ModelItem extends vscode.QuickPickItem {
  readonly id: string;
}

async function chooseModel(parts: Parts): Promise<void> {
  const { items, problem } = await offeredModels(parts);
  const typed: ModelItem = { id: '', label: 'Other…', description: 'type the model’s name' };
  const chosen = await choose([...items, typed], problem ?? 'Which model shall answer?');
  const id =
    chosen.id === ''
      ? (await askText({ prompt: 'The model’s name as the endpoint knows it' })).trim()
      : chosen.id;
  await useModel(id, parts);
}

async function useModel(id: string, { models }: Parts): Promise<void> {
  await write('model', id);
  await models.refresh();
  say(`${id} answers from now on`);
}

/** What the endpoint and the editor offer. An endpoint that does not answer is told, and does not hide the others. */
async function offeredModels({
  models,
}: Parts): Promise<{ readonly items: readonly ModelItem[]; readonly problem: string | undefined }> {
  const [offered, ofEditor] = await Promise.allSettled([models.offered(), editorItems()]);
  const items = offered.status === 'fulfilled' ? offered.value.map(endpointItem) : [];
  const problem = offered.status === 'rejected' ? sentenceOf(offered.reason) : undefined;
  return { items: [...items, ...(ofEditor.status === 'fulfilled' ? ofEditor.value : [])], problem };
}

function endpointItem({ id, facts }: Awaited<ReturnType<ModelSource['offered']>>[number]): ModelItem {
  return { id, label: id, ...(facts.window === undefined ? {} : { description: windowOf(facts.window) }) };
}

async function editorItems(): Promise<readonly ModelItem[]> {
  const { editorModels } = await import('../models/lmModel.ts');
  return (await editorModels()).map((model) => ({
    id: EDITOR_PREFIX + model.id,
    label: model.name,
    description: `${windowOf(model.maxInputTokens)} · offered by the editor (${model.vendor})`,
  }));
}

function windowOf(tokens: number): string {
  return `${formatTokens(tokens)} tokens`;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For all workspaces: where a model is belongs to the machine, not to a project. */
async function write(name: string, value: string): Promise<void> {
  await vscode.workspace
    .getConfiguration('longthread')
    .update(name, value, vscode.ConfigurationTarget.Global);
}
