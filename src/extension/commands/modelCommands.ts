import type { Parts } from '../parts.ts';
import { say } from './ask.ts';
import { askKey, askModel, editorItems, endpointItem, writeOwnSetting, type ModelItem } from './askModel.ts';
import type { Commands } from './command.ts';
import { connect } from './connect.ts';
import { refreshed, waitFor } from './waitFor.ts';
import { messageOf } from '../../core/text/messageOf.ts';

export function modelCommands(parts: Parts): Commands {
  return {
    connect: (given) => connect(given, parts),
    setApiKey: () => setApiKey(parts),
    removeApiKey: () => removeApiKey(parts),
    chooseModel: () => chooseModel(parts),
  };
}

async function setApiKey(parts: Parts): Promise<void> {
  const baseUrl = await connectedUrl(parts);
  await parts.keys.write(baseUrl, await askKey(baseUrl, 'Leave it empty where none is needed.'));
  await refreshed(parts);
  say('The key is kept in the editor’s secret storage');
}

async function removeApiKey(parts: Parts): Promise<void> {
  await parts.keys.write(await connectedUrl(parts), '');
  await refreshed(parts);
  say('The key is removed');
}

async function connectedUrl({ models }: Parts): Promise<string> {
  const endpoint = await models.endpoint();
  if (endpoint === undefined) throw new Error('No endpoint is connected yet. Use “Connect a Model…” first.');
  return endpoint.baseUrl;
}

async function chooseModel(parts: Parts): Promise<void> {
  const { items, problem } = await waitFor('asking which models there are', () => offeredModels(parts));
  await useModel(await askModel(items, problem ?? 'Which model shall answer?'), parts);
}

async function useModel(id: string, parts: Parts): Promise<void> {
  await writeOwnSetting('model', id);
  await refreshed(parts);
  say(`${id} answers from now on`);
}

/** What the endpoint and the editor offer. An endpoint that does not answer is told, and does not hide the others. */
async function offeredModels({
  models,
}: Parts): Promise<{ readonly items: readonly ModelItem[]; readonly problem: string | undefined }> {
  const [offered, ofEditor] = await Promise.allSettled([models.offered(), editorItems()]);
  const items = offered.status === 'fulfilled' ? offered.value.map(endpointItem) : [];
  const problem = offered.status === 'rejected' ? messageOf(offered.reason) : undefined;
  return { items: [...items, ...(ofEditor.status === 'fulfilled' ? ofEditor.value : [])], problem };
}
