import * as vscode from 'vscode';
import type { Endpoint } from '../../adapters/models/endpoint.ts';
import { listModels, type OfferedModel } from '../../adapters/models/modelList.ts';
import type { ChatModel } from '../../core/ports.ts';
import { EDITOR_PREFIX, type Settings } from '../settings/settings.ts';
import { configuredEndpoint, withOwnHeaders, type EndpointSources } from './configuredEndpoint.ts';
import { EndpointModels, type Connected, type EndpointModelsOptions } from './endpointModels.ts';

export type ModelSourceOptions = EndpointSources & Omit<EndpointModelsOptions, 'onWindow'>;

type EditorModels = readonly vscode.LanguageModelChat[];

/** The values that one reading of the settings depends on. */
interface Reading {
  readonly settings: Settings;
  readonly known: Connected | undefined;
  /** The editor's models, if it has listed them already. */
  readonly ofEditor: EditorModels | undefined;
}

/**
 * The models that the settings name. `refresh` connects the models. It loads the OpenAI SDK only for a model of an
 * endpoint, and the editor's list of models only for a model of the editor.
 */
export class ModelSource {
  readonly #options: ModelSourceOptions;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #endpointModels: EndpointModels;
  #chat: Connected | undefined;
  #summary: Connected | undefined;
  /** The number of readings that have begun. A reading with a smaller number is no longer the newest. */
  #readings = 0;
  #newest: Promise<void> | undefined;

  /** Fires when the newest reading is done, or when the answering model or a model's context window changes. */
  readonly onDidChange = this.#changed.event;

  constructor(options: ModelSourceOptions) {
    this.#options = options;
    this.#endpointModels = new EndpointModels({ ...options, onWindow: () => this.#changed.fire(undefined) });
    options.keys.onDidChange(() => void this.refresh());
  }

  /** Returns the model that answers; undefined until one is connected. */
  get chatModel(): ChatModel | undefined {
    return this.#chat?.model;
  }

  /** Returns the model that writes summaries: the model that the settings name for this, else the answering model. */
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
   * Reads the settings again. A model that can't be loaded is left out, and the reason is logged. Several readings may
   * overlap. A slow reading never replaces the result of a later reading. Resolves when the newest reading is done.
   */
  refresh(): Promise<void> {
    return this.#refresh();
  }

  /** Forgets the features that endpoints refused: the next request uses all of them again. */
  askAnew(): Promise<void> {
    this.#endpointModels.forgetAll();
    return this.#refresh();
  }

  /**
   * Returns the models that the endpoint in the settings offers; none without an endpoint. Rejects like
   * `configuredEndpoint`, and with ChatError if the endpoint does not send its list.
   */
  async offered(): Promise<readonly OfferedModel[]> {
    const endpoint = await this.endpoint();
    return endpoint === undefined ? [] : listModels(endpoint);
  }

  /** Agrees to an address that the person chose by hand, so that they are not asked about it. */
  async agreeTo(baseUrl: string): Promise<void> {
    await this.#options.addresses?.agree(baseUrl);
  }

  /** Returns the endpoint in the settings, as `configuredEndpoint` does. */
  endpoint(): Promise<Endpoint | undefined> {
    return configuredEndpoint(this.#options);
  }

  /** Returns an endpoint with the person's own headers for it. Throws if a secret header has no value. */
  withHeaders(endpoint: Endpoint): Promise<Endpoint> {
    return withOwnHeaders(endpoint, this.#options);
  }

  /** Reads the settings. If `ofEditor` is given, it is used instead of asking the editor for its models again. */
  #refresh(ofEditor?: EditorModels): Promise<void> {
    this.#newest = this.#read(++this.#readings, ofEditor);
    return this.#newest;
  }

  /**
   * Connects the answering model and the summary model at the same time. Sets the answering model as soon as it is
   * connected, even if the summary model is slow. If a newer reading begins in the meantime, sets nothing more and
   * waits for the newest reading.
   */
  async #read(reading: number, ofEditor?: EditorModels): Promise<void> {
    const settings = this.#options.settings();
    const connectingChat = this.#connected(settings.model, { settings, ofEditor, known: this.#chat });
    const known = this.#summary;
    const connectingSummary = this.#connected(settings.summaryModel, { settings, ofEditor, known });
    const chat = await connectingChat;
    if (reading !== this.#readings) return this.#newest;
    const isOther = chat !== this.#chat;
    this.#chat = chat;
    if (isOther) this.#changed.fire(undefined);
    const summary = await connectingSummary;
    if (reading !== this.#readings) return this.#newest;
    this.#summary = summary;
    this.#changed.fire(undefined);
  }

  /** Returns the connected model with this id; undefined if it does not exist or can't be connected. Never rejects. */
  async #connected(id: string, reading: Reading): Promise<Connected | undefined> {
    if (id.trim() === '') return undefined;
    try {
      if (id.startsWith(EDITOR_PREFIX)) return await this.#editorModel(id, reading);
      const endpoint = await this.endpoint();
      if (endpoint === undefined) return undefined;
      return await this.#endpointModels.connected(id, { ...reading, endpoint });
    } catch (error) {
      this.#options.logger.warn(
        `model ${id}: ${error instanceof Error ? error.message : 'could not be connected'}`,
        error,
      );
      return undefined;
    }
  }

  async #editorModel(id: string, { settings, known, ofEditor }: Reading): Promise<Connected | undefined> {
    const { waitLimits: limits } = settings;
    const key = JSON.stringify([id, limits]);
    if (known?.key === key) return known;
    const { editorModels, LmModel } = await import('./lmModel.ts');
    const all = ofEditor ?? (await editorModels((late) => void this.#refresh(late)));
    const offered = all.find((model) => EDITOR_PREFIX + model.id === id);
    return offered === undefined ? undefined : { key, model: new LmModel(offered, { limits }) };
  }
}
