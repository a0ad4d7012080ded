import type { Parts } from '../parts.ts';
import { say } from './ask.ts';
import { askKey, askModel, editorItems, endpointItem, writeOwnSetting, type ModelItem } from './askModel.ts';
import type { Commands } from './command.ts';
import { connect, tellWhoAnswers } from './connect.ts';
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
  const key = await askKey(baseUrl, 'Leave it empty where none is needed.');
  await parts.keys.write(baseUrl, key);
  await refreshed(parts);
  say(key === '' ? 'No key is kept for this endpoint' : 'The key is kept in the editor’s secret storage');
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
  await parts.models.askAnew();
  await tellWhoAnswers(id, parts);
}

/** What the endpoint and the editor offer. One that does not answer is told, and does not hide the others. */
async function offeredModels({
  models,
}: Parts): Promise<{ readonly items: readonly ModelItem[]; readonly problem: string | undefined }> {
  const [offered, ofEditor] = await Promise.allSettled([models.offered(), editorItems()]);
  const items = offered.status === 'fulfilled' ? offered.value.map(endpointItem) : [];
  const failed = [offered, ofEditor].find((asked) => asked.status === 'rejected');
  const problem = failed === undefined ? undefined : messageOf(failed.reason);
  return { items: [...items, ...(ofEditor.status === 'fulfilled' ? ofEditor.value : [])], problem };
}
