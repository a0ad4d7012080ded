import * as v from 'valibot';
import * as vscode from 'vscode';
import { parseBaseUrl, type Endpoint } from '../../adapters/models/endpoint.ts';
import { listModels, type OfferedModel } from '../../adapters/models/modelList.ts';
import { ChatError } from '../../core/ports.ts';
import type { Parts } from '../parts.ts';
import {
  connectModel,
  type Connection,
  type ConnectPorts,
  type Place,
  type NextStep,
} from '../setup/connectModel.ts';
import { EDITOR_PREFIX } from '../settings/settings.ts';
import { waitAtMost } from '../sleep.ts';
import { askText, choose, say, sayNotDone, warn } from '../asking/ask.ts';
import {
  askKey,
  askModel,
  askName,
  editorItems,
  endpointItem,
  writeUserSetting,
  type ModelItem,
} from './askModel.ts';
import { refreshModels, waitFor } from '../asking/waitFor.ts';
import { smallWindowWarning, whoAnswers } from './whoAnswers.ts';
import { messageOf } from '../../core/text/messageOf.ts';

const givenSchema = v.object({
  url: v.string(),
  key: v.optional(v.string()),
  model: v.optional(v.string()),
});

/**
 * Connects a model. Asks for the endpoint, the key and the model, unless `given` has an address (from another extension
 * or a set-up script). In this case, asks only for a missing model. If the given endpoint refuses the key, throws
 * ChatError and changes nothing.
 */
export async function connect(given: unknown, parts: Parts): Promise<void> {
  const parsed = v.safeParse(givenSchema, given);
  const connection = parsed.success
    ? await connectGiven(parsed.output, parts)
    : await connectModel(questions(parts));
  await tellWhoAnswers(connection.model, parts);
}

/** Loads the models and shows whether the chosen model will answer the next messages. Warns if its window is small. */
export async function tellWhoAnswers(id: string, parts: Parts): Promise<void> {
  await refreshModels(parts);
  const { sentence, isDone } = whoAnswers(id, parts);
  if (isDone) say(sentence);
  else sayNotDone(sentence);
  const answering = parts.models.chatModel;
  // The window of a model of the editor is set by its provider, so the person can't raise it.
  const canRaise = parts.settings.current.contextWindow === undefined && !id.startsWith(EDITOR_PREFIX);
  const warning = isDone && canRaise && answering ? smallWindowWarning(answering.profile) : undefined;
  if (warning !== undefined) void warn(warning);
}

async function connectGiven(
  { url, key, model }: v.InferOutput<typeof givenSchema>,
  parts: Parts,
): Promise<Connection> {
  const baseUrl = parseBaseUrl(url);
  const apiKey = key ?? (await parts.keys.read(baseUrl));
  const endpoint = { baseUrl, ...(apiKey === undefined ? {} : { apiKey }) };
  const asked = offeredBy(endpoint, parts);
  const offered = await asked.catch((error: unknown) => {
    // An endpoint without a list of models is no problem, since the model is given.
    if (model !== undefined && error instanceof ChatError && error.reason === 'notFound') return [];
    throw error;
  });
  const connection = {
    endpoint,
    model: model ?? (await askModel(offered.map(endpointItem), 'Which model should answer?')),
  };
  await keep(connection, parts);
  return connection;
}

function questions(parts: Parts): ConnectPorts {
  /** The editor's models. Requested before the list of places is shown, and again later if the request failed. */
  let ofEditor: Promise<readonly ModelItem[]>;
  return {
    askPlace: () => {
      ofEditor = editorItems();
      return askPlace(ofEditor);
    },
    askKey: (baseUrl, hasStored) =>
      askKey(
        baseUrl,
        `Leave the field empty ${hasStored ? 'to use the stored key' : 'if the endpoint needs no key'}.`,
      ),
    storedKey: (baseUrl) => parts.keys.read(baseUrl),
    offered: (endpoint) => offeredBy(endpoint, parts),
    askModel: (offered) =>
      offered.length === 0
        ? askName('The endpoint lists no models. Enter the name of the model that should answer.')
        : askModel(offered.map(endpointItem), 'Which model should answer?'),
    askEditorModel: async () => {
      const items = await waitFor('asking the editor for its models', () => ofEditor.catch(editorItems));
      return (await choose(items, 'Which model should answer?')).id;
    },
    askNextStep: (sentence, steps) => askNextStep(sentence, steps, parts),
    keep: (connection) => keep(connection, parts),
  };
}

async function offeredBy(endpoint: Endpoint, { models }: Parts): Promise<readonly OfferedModel[]> {
  const withHeaders = await models.withHeaders(endpoint);
  return waitFor(progressWords(withHeaders), (signal) => listModels(withHeaders, signal));
}

function progressWords({ baseUrl }: Endpoint): string {
  return `asking ${new URL(baseUrl).host} for its models`;
}

async function askPlace(ofEditor: Promise<readonly ModelItem[]>): Promise<Place> {
  const known = KNOWN_ENDPOINTS.map(({ name, url, detail }) => ({
    label: name,
    description: url,
    detail,
    url,
  }));
  const other = { label: 'Other address…', description: 'any OpenAI-compatible endpoint', url: '' };
  const editor = {
    label: 'A model of this editor…',
    description: 'offered by other extensions',
    url: 'editor',
  };
  const places = [...known, other, ...((await mayOffer(ofEditor)) ? [editor] : [])];
  const chosen = await choose(places, 'Where does the model run?');
  if (chosen === editor) return { at: 'editor' };
  return { at: 'endpoint', baseUrl: parseBaseUrl(chosen === other ? await askAddress() : chosen.url) };
}

/** The maximum time that the list of places waits for the editor's models, in milliseconds. */
const MOST_WAIT_MS = 300;

/**
 * Returns whether to offer the models of the editor: false if the editor has no models or the request fails. If the
 * editor is slow to answer, returns true, so that a person who wants an endpoint does not have to wait.
 */
async function mayOffer(ofEditor: Promise<readonly ModelItem[]>): Promise<boolean> {
  const offers = ofEditor.then(
    (items) => items.length > 0,
    () => false,
  );
  return (await waitAtMost(MOST_WAIT_MS, offers)) ?? true;
}

function askAddress(): Promise<string> {
  return askText({
    title: 'Connect a model',
    prompt: 'Address of the OpenAI-compatible API',
    placeHolder: 'https://example.com/v1',
    validateInput: problemOfAddress,
  });
}

function problemOfAddress(typed: string): string | undefined {
  try {
    parseBaseUrl(typed);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const STEP_LABELS: Readonly<Record<NextStep, string>> = {
  tryAgain: 'Try Again',
  changeAddress: 'Change Address',
  changeKey: 'Enter Key',
  typeModel: 'Type the Model’s Name',
};

async function askNextStep(
  sentence: string,
  steps: readonly NextStep[],
  { settings }: Parts,
): Promise<NextStep> {
  const isFirst = settings.current.model === '';
  const detail = isFirst ? 'Nothing is connected yet.' : 'The earlier connection is unchanged.';
  const options = { modal: true, detail };
  const chosen = await vscode.window.showErrorMessage(
    sentence,
    options,
    ...steps.map((step) => STEP_LABELS[step]),
  );
  const step = steps.find((each) => STEP_LABELS[each] === chosen);
  if (step === undefined) throw new vscode.CancellationError();
  return step;
}

/** Writes the connection. If the model can't be written, restores the address that belongs to the earlier model. */
async function keep({ endpoint, model }: Connection, { keys, models }: Parts): Promise<void> {
  if (endpoint === undefined) return writeUserSetting('model', model);
  const configuration = vscode.workspace.getConfiguration('longthread');
  const before = configuration.inspect<string>('endpoint.url')?.globalValue;
  // The key can be written first: it is stored for its address, so it has no effect until this address is set.
  await keys.write(endpoint.baseUrl, endpoint.apiKey ?? '');
  await models.agreeTo(endpoint.baseUrl);
  await writeUserSetting('endpoint.url', endpoint.baseUrl);
  try {
    await writeUserSetting('model', model);
  } catch (error) {
    await writeUserSetting('endpoint.url', before);
    throw error;
  }
}

/** An endpoint that the person can pick by name. */
export interface KnownEndpoint {
  readonly name: string;
  readonly url: string;
  /** The line below the label in the list. */
  readonly detail: string;
}

export const KNOWN_ENDPOINTS: readonly KnownEndpoint[] = [
  { name: 'OpenAI', url: 'https://api.openai.com/v1', detail: 'hosted; needs a key' },
  {
    name: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    detail: 'hosted, many models; needs a key',
  },
  { name: 'Ollama', url: 'http://localhost:11434/v1', detail: 'on this machine' },
  { name: 'LM Studio', url: 'http://localhost:1234/v1', detail: 'on this machine' },
  { name: 'llama.cpp', url: 'http://localhost:8080/v1', detail: 'on this machine' },
  {
    name: 'vLLM',
    url: 'http://localhost:8000/v1',
    detail: 'on this machine or your own server',
  },
];
