import * as vscode from 'vscode';
import { isLocalEndpoint, parseBaseUrl, type Endpoint } from '../../adapters/models/endpoint.ts';
import type { EndpointModel } from '../../adapters/models/endpointModel.ts';
import { endpointFacts, smallerWindow } from '../../adapters/models/endpointProfile.ts';
import type { Fallback } from '../../adapters/models/fallbackWords.ts';
import { listModels, type OfferedModel } from '../../adapters/models/modelList.ts';
import { STORED_VALUE } from '../../adapters/models/ownHeaders.ts';
import { registryProfile } from '../../adapters/models/profiles.ts';
import type { ChatModel, Logger, ModelProfile } from '../../core/ports.ts';
import { EDITOR_PREFIX, type Settings } from '../settings/settings.ts';
import type { AgreedAddresses } from './agreedAddresses.ts';
import type { ApiKeys } from './apiKeys.ts';
import type { KnownWindows } from './knownWindows.ts';

export interface ModelSourceOptions {
  readonly keys: ApiKeys;
  readonly logger: Logger;
  readonly settings: () => Settings;
  /** Tells the person in one sentence that a feature does not work with an endpoint, or that a window is smaller. */
  readonly tellLoss?: (sentence: string) => void;
  readonly windows?: Pick<KnownWindows, 'completed'>;
  /** Decides whether anything may be sent to an address of the settings. */
  readonly addresses?: Pick<AgreedAddresses, 'isAgreed' | 'agree'>;
}

interface Connected {
  readonly key: string;
  readonly model: ChatModel;
}

type EditorModels = readonly vscode.LanguageModelChat[];

/** The values that one reading of the settings depends on. */
interface Read {
  readonly settings: Settings;
  readonly known: Connected | undefined;
  /** The editor's models, if it has listed them already. */
  readonly ofEditor: EditorModels | undefined;
}

/** The models that the settings name, connected by `refresh`, which loads the SDK and the editor's models if needed. */
export class ModelSource {
  readonly #options: ModelSourceOptions;
  readonly #changed = new vscode.EventEmitter<undefined>();
  #chat: Connected | undefined;
  #summary: Connected | undefined;
  /** Models that are being connected, by their keys, so that settings changed in quick succession connect each once. */
  readonly #asked = new Map<string, Promise<Connected>>();
  /** Counts readings, so that a slow one notices a later one. */
  #readings = 0;
  /** Counts calls of `askAnew`; as part of a model's key, a new number connects the model again. */
  #generation = 0;
  /** The running request for a model's window, which is made after the model's first answer. */
  #learning: Promise<void> | undefined;
  #reading: Promise<void> | undefined;

  /** Fires when a model was connected, changed or lost. */
  readonly onDidChange = this.#changed.event;

  constructor(options: ModelSourceOptions) {
    this.#options = options;
    options.keys.onDidChange(() => void this.refresh());
  }

  /** Returns the model that answers; undefined until one is connected. */
  get chatModel(): ChatModel | undefined {
    return this.#chat?.model;
  }

  /** Returns the model that writes summaries: the one that the settings name for it, else the answering one. */
  get summaryModel(): ChatModel | undefined {
    return this.#summary?.model ?? this.#chat?.model;
  }

  /** Returns the connected models, each once, the answering model first. */
  get connected(): readonly ChatModel[] {
    const models = [this.#chat, this.#summary].flatMap((known) => (known === undefined ? [] : [known.model]));
    return models.filter(
      ({ profile }, at) => at === models.findIndex((model) => model.profile.id === profile.id),
    );
  }

  /**
   * Reads the settings again. A model that can't be loaded is left out, and the reason is logged. Several readings
   * may run at once; a slow one never replaces the result of a later one. Resolves when the newest is done.
   */
  refresh(): Promise<void> {
    return this.#refresh();
  }

  /** Forgets the features that endpoints refused: the next request uses all of them again. */
  askAnew(): Promise<void> {
    this.#generation++;
    return this.#refresh();
  }

  /** Reads the settings. `ofEditor` is a late answer of the editor, used instead of asking it again. */
  #refresh(ofEditor?: EditorModels): Promise<void> {
    this.#reading = this.#read(++this.#readings, ofEditor);
    return this.#reading;
  }

  /** Sets the answering model as soon as it is known, however slow the other one is. */
  async #read(reading: number, ofEditor?: EditorModels): Promise<void> {
    const settings = this.#options.settings();
    const reads = [
      this.#connected(settings.model, { settings, ofEditor, known: this.#chat }),
      this.#connected(settings.summaryModel, { settings, ofEditor, known: this.#summary }),
    ] as const;
    const chat = await reads[0];
    if (reading !== this.#readings) return this.#reading;
    const isOther = chat !== this.#chat;
    this.#chat = chat;
    if (isOther) this.#changed.fire(undefined);
    const summary = await reads[1];
    if (reading !== this.#readings) return this.#reading;
    this.#summary = summary;
    this.#changed.fire(undefined);
  }

  /** Returns the models that the endpoint in the settings offers; none without an endpoint. Throws ChatError. */
  async offered(): Promise<readonly OfferedModel[]> {
    const endpoint = await this.endpoint();
    return endpoint === undefined ? [] : listModels(endpoint);
  }

  /** Agrees to an address that the person chose by hand, so that they are not asked about it. */
  async agreeTo(baseUrl: string): Promise<void> {
    await this.#options.addresses?.agree(baseUrl);
  }

  /**
   * Returns the endpoint in the settings with its key; undefined when none is set or the person has not agreed to it.
   * Throws TypeError for an invalid address, and Error if a secret header has no value.
   */
  async endpoint(): Promise<Endpoint | undefined> {
    const { endpointUrl } = this.#options.settings();
    if (endpointUrl.trim() === '') return undefined;
    const baseUrl = parseBaseUrl(endpointUrl);
    if (this.#options.addresses?.isAgreed(baseUrl) === false) return undefined;
    const apiKey = await this.#options.keys.read(baseUrl);
    return this.withHeaders({ baseUrl, ...(apiKey === undefined ? {} : { apiKey }) });
  }

  /** Returns an endpoint with the person's own headers for it. Throws if a secret header has no value. */
  async withHeaders(endpoint: Endpoint): Promise<Endpoint> {
    const { baseUrl } = endpoint;
    const own = Object.entries(this.#options.settings().headers?.get(baseUrl) ?? {});
    if (own.length === 0) return endpoint;
    const headers = own.map(async ([name, value]) => {
      if (value !== STORED_VALUE) return [name, value] as const;
      const stored = await this.#options.keys.readHeader(baseUrl, name);
      if (stored === undefined) throw new Error(noValue(name, baseUrl));
      return [name, stored] as const;
    });
    return { ...endpoint, headers: Object.fromEntries(await Promise.all(headers)) };
  }

  async #connected(id: string, read: Read): Promise<Connected | undefined> {
    if (id.trim() === '') return undefined;
    try {
      return id.startsWith(EDITOR_PREFIX)
        ? await this.#editorModel(id, read)
        : await this.#endpointModel(id, read);
    } catch (error) {
      this.#options.logger.warn(
        `model ${id}: ${error instanceof Error ? error.message : 'could not be connected'}`,
        error,
      );
      return undefined;
    }
  }

  async #editorModel(id: string, { settings, known, ofEditor }: Read): Promise<Connected | undefined> {
    const { waitLimits: limits } = settings;
    const key = JSON.stringify([id, limits]);
    if (known?.key === key) return known;
    const { editorModels, LmModel } = await import('./lmModel.ts');
    const all = ofEditor ?? (await editorModels((late) => void this.#refresh(late)));
    const offered = all.find((model) => EDITOR_PREFIX + model.id === id);
    return offered === undefined ? undefined : { key, model: new LmModel(offered, { limits }) };
  }

  async #endpointModel(id: string, { settings, known }: Read): Promise<Connected | undefined> {
    const endpoint = await this.endpoint();
    if (endpoint === undefined) return undefined;
    const { waitLimits: limits, api } = settings;
    const effort = settings.thinkingEffort?.[id];
    const key = JSON.stringify([id, endpoint, settings.contextWindow, limits, api, effort, this.#generation]);
    if (known?.key === key) {
      await this.#learning;
      return known;
    }
    const connect = async (): Promise<Connected> => {
      const { EndpointModel } = await import('../../adapters/models/endpointModel.ts');
      const profile = await this.#profile(id, endpoint);
      const onFallback = (fallback: Fallback): void => this.#onFallback(fallback);
      const onFirstAnswer = (): void => void (this.#learning = this.#learnWindow(connected, endpoint));
      const connected = new EndpointModel({
        ...{ endpoint, profile, limits, api, effort },
        onFallback,
        onFirstAnswer,
      });
      return { key, model: connected };
    };
    const asked = this.#asked.get(key) ?? connect().finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  #onFallback({ reason, loss }: Fallback): void {
    this.#options.logger.info(reason);
    if (loss !== undefined) this.#options.tellLoss?.(loss);
  }

  /**
   * Asks again for the window after the first answer: before a local server has loaded a model, only its family's
   * largest window is known, and most servers use a smaller one.
   */
  async #learnWindow(model: EndpointModel, endpoint: Endpoint): Promise<void> {
    if (!isLocalEndpoint(endpoint.baseUrl)) return;
    const { id, window: known } = model.profile;
    const { window } = await endpointFacts(endpoint, id);
    if (window === undefined || window === known) return;
    model.learn({ window });
    this.#options.windows?.completed(endpoint.baseUrl, id, { window });
    const assumed = this.#options.settings().contextWindow ?? known;
    const sentence = smallerWindow({ id, window: assumed }, window, endpoint);
    this.#options.logger.info(sentence ?? `model ${id}: a window of ${String(window)} tokens is served`);
    if (sentence !== undefined) this.#options.tellLoss?.(sentence);
    this.#changed.fire(undefined);
  }

  /** Returns the registry's facts of a model, overridden by the endpoint's own. */
  async #profile(id: string, endpoint: Endpoint): Promise<ModelProfile> {
    const facts = await endpointFacts(endpoint, id);
    return {
      ...registryProfile(id, endpoint.baseUrl),
      ...(this.#options.windows?.completed(endpoint.baseUrl, id, facts) ?? facts),
    };
  }
}

function noValue(name: string, baseUrl: string): string {
  return `The header ${name} for ${new URL(baseUrl).host} has no value in the secret storage. Set it with “Set Header with a Secret…”.`;
}
