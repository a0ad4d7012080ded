import type { Endpoint } from '../../adapters/models/endpoint.ts';
import type { OfferedModel } from '../../adapters/models/modelList.ts';
import { isLoopbackHost } from '../../adapters/models/privateHosts.ts';
import { ChatError } from '../../core/ports.ts';

/** Where a model comes from: an endpoint or the editor. */
export type Place = { readonly at: 'endpoint'; readonly baseUrl: string } | { readonly at: 'editor' };

/** A next step that is offered after an endpoint did not list its models. */
export type NextStep = 'tryAgain' | 'changeAddress' | 'changeKey' | 'typeModel';

export interface Connection {
  readonly model: string;
  /** The endpoint. Absent if the model is one of the editor's models. */
  readonly endpoint?: Endpoint;
}

/** The questions to the person and the actions that follow. Each question rejects if the person closes it. */
export interface ConnectPorts {
  askPlace(): Promise<Place>;
  /** Returns the new key. An empty text means the stored key if `hasStored` is true, and no key otherwise. */
  askKey(baseUrl: string, hasStored: boolean): Promise<string>;
  storedKey(baseUrl: string): Promise<string | undefined>;
  /** Requests the endpoint's list of models. Rejects with a ChatError. */
  offered(endpoint: Endpoint): Promise<readonly OfferedModel[]>;
  askModel(offered: readonly OfferedModel[]): Promise<string>;
  askEditorModel(): Promise<string>;
  askNextStep(sentence: string, steps: readonly NextStep[]): Promise<NextStep>;
  /** Stores the connection. Of these functions, only this one changes anything. */
  keep(connection: Connection): Promise<void>;
}

/**
 * Connects a model: asks for the place, the key and the model. Stores all three together once a model was chosen. The
 * previous connection stays until then.
 */
export async function connectModel(ports: ConnectPorts): Promise<Connection> {
  let endpoint = await askEndpoint(ports);
  let model: string | undefined;
  while (endpoint !== undefined && model === undefined) {
    const answer = await answerOf(endpoint, ports);
    if ('models' in answer) {
      model = await ports.askModel(answer.models);
      continue;
    }
    switch (await ports.askNextStep(answer.sentence, answer.steps)) {
      case 'tryAgain':
        break;
      case 'changeAddress':
        endpoint = await askEndpoint(ports);
        break;
      case 'changeKey':
        endpoint = withKey(endpoint.baseUrl, await ports.askKey(endpoint.baseUrl, false));
        break;
      case 'typeModel':
        model = await ports.askModel([]);
    }
  }
  const connection = {
    model: model ?? (await ports.askEditorModel()),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
  await ports.keep(connection);
  return connection;
}

/**
 * Asks for the endpoint. Returns undefined if the person chose the editor's own models. Does not ask for a key if the
 * address is on this machine.
 */
async function askEndpoint(ports: ConnectPorts): Promise<Endpoint | undefined> {
  const place = await ports.askPlace();
  if (place.at === 'editor') return undefined;
  const { baseUrl } = place;
  const stored = await ports.storedKey(baseUrl);
  const isHere = isLoopbackHost(new URL(baseUrl).hostname);
  const typed = isHere ? '' : await ports.askKey(baseUrl, stored !== undefined);
  return withKey(baseUrl, typed === '' ? (stored ?? '') : typed);
}

function withKey(baseUrl: string, apiKey: string): Endpoint {
  return { baseUrl, ...(apiKey === '' ? {} : { apiKey }) };
}

type Answer =
  | { readonly models: readonly OfferedModel[] }
  | { readonly sentence: string; readonly steps: readonly NextStep[] };

async function answerOf(endpoint: Endpoint, ports: ConnectPorts): Promise<Answer> {
  try {
    return { models: await ports.offered(endpoint) };
  } catch (error) {
    if (!(error instanceof ChatError) || error.reason === 'cancelled') throw error;
    return { sentence: error.message, steps: nextSteps(error) };
  }
}

/**
 * Returns the possible next steps. The most likely step comes first, since Enter chooses it in a dialog. `typeModel` is
 * for endpoints that work but have no list of models. `changeKey` is not offered for an unreachable endpoint, which
 * can't have refused the key.
 */
function nextSteps({ reason }: ChatError): readonly NextStep[] {
  switch (reason) {
    case 'unauthorized':
      return ['changeKey', 'changeAddress', 'tryAgain'];
    case 'notFound':
      return ['changeAddress', 'typeModel', 'changeKey', 'tryAgain'];
    case 'unreachable':
      return ['tryAgain', 'changeAddress'];
    default:
      return ['tryAgain', 'changeAddress', 'changeKey'];
  }
}
