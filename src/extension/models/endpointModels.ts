import { isLocalEndpoint, type Endpoint } from '../../adapters/models/endpoint.ts';
import type { EndpointModel } from '../../adapters/models/endpointModel.ts';
import { endpointFacts, smallerWindow } from '../../adapters/models/endpointProfile.ts';
import type { Fallback } from '../../adapters/models/fallbackWords.ts';
import { registryProfile } from '../../adapters/models/profiles.ts';
import type { ChatModel, Logger, ModelProfile } from '../../core/ports.ts';
import type { Settings } from '../settings/settings.ts';
import type { KnownWindows } from './knownWindows.ts';

/** A connected model, with a key that shows whether the model must be connected again. */
export interface Connected {
  /** All values that the connection depends on, as a text. If one of them changes, the model is connected again. */
  readonly key: string;
  readonly model: ChatModel;
  /**
   * After the model's first answer, returns the request that reads the size of the context window again; before this
   * answer, returns undefined.
   */
  readonly windowRequest?: () => Promise<void> | undefined;
}

export interface EndpointModelsOptions {
  readonly logger: Logger;
  readonly settings: () => Settings;
  /**
   * Tells the person in one sentence that a feature does not work with an endpoint, or that a window is smaller than
   * assumed.
   */
  readonly tellLoss?: (sentence: string) => void;
  readonly windows?: Pick<KnownWindows, 'completed'>;
  /** Called when the window of a connected model turns out to be different. */
  readonly onWindow: () => void;
}

/** The values from which a model is connected. */
interface ConnectionRequest {
  readonly endpoint: Endpoint;
  readonly settings: Settings;
  /** The present connection, which is returned if nothing changed. */
  readonly known: Connected | undefined;
}

/** Connects the models of endpoints. */
export class EndpointModels {
  readonly #options: EndpointModelsOptions;
  /** The models that are being connected, by key. Overlapping requests with the same key share one connection. */
  readonly #connecting = new Map<string, Promise<Connected>>();
  /** A number in each key. `forgetAll` increases it, so that all earlier keys become invalid. */
  #generation = 0;
  /** The sentences about small windows that the person was told. Each names its model. */
  readonly #told = new Set<string>();

  constructor(options: EndpointModelsOptions) {
    this.#options = options;
  }

  /**
   * Causes each model to be connected again when the model is next requested. After this, the person is told again
   * about a window that is still smaller than assumed.
   */
  forgetAll(): void {
    this.#generation++;
    this.#told.clear();
  }

  async connected(id: string, { endpoint, settings, known }: ConnectionRequest): Promise<Connected> {
    const { waitLimits: limits, api, contextWindow } = settings;
    const effort = settings.thinkingEffort?.[id];
    const key = JSON.stringify([id, endpoint, contextWindow, limits, api, effort, this.#generation]);
    if (known?.key === key) {
      await known.windowRequest?.();
      return known;
    }
    const connect = async (): Promise<Connected> => {
      const { EndpointModel } = await import('../../adapters/models/endpointModel.ts');
      const profile = await this.#profile(id, endpoint);
      let windowRequest: Promise<void> | undefined;
      const model = new EndpointModel({
        ...{ endpoint, profile, limits, api, effort },
        onFallback: (fallback) => this.#onFallback(fallback),
        onFirstAnswer: () => {
          windowRequest = this.#learnWindow(model, endpoint);
        },
        onOverflow: () => this.#learnWindow(model, endpoint),
      });
      return { key, model, windowRequest: () => windowRequest };
    };
    const connecting = this.#connecting.get(key) ?? connect().finally(() => this.#connecting.delete(key));
    this.#connecting.set(key, connecting);
    return connecting;
  }

  /** Returns the registry's facts about a model, overridden by the endpoint's own facts. */
  async #profile(id: string, endpoint: Endpoint): Promise<ModelProfile> {
    const facts = await endpointFacts(endpoint, id);
    return {
      ...registryProfile(id, endpoint.baseUrl),
      ...(this.#options.windows?.completed(endpoint.baseUrl, id, facts) ?? facts),
    };
  }

  #onFallback({ reason, loss }: Fallback): void {
    this.#options.logger.info(reason);
    if (loss !== undefined) this.#options.tellLoss?.(loss);
  }

  /**
   * Asks a local server for the model's window again, after the model's first answer and after each refusal of a
   * request that is too long. Before the server has loaded the model, often only the model's published window is known,
   * and most servers use a smaller window. Later, the server may load the model again with another window.
   */
  async #learnWindow(model: EndpointModel, endpoint: Endpoint): Promise<void> {
    if (!isLocalEndpoint(endpoint.baseUrl)) return;
    const { logger, settings, windows, onWindow } = this.#options;
    const { id, window: known } = model.profile;
    const { window } = await endpointFacts(endpoint, id);
    if (window === undefined) return;
    const { model: answering, contextWindow } = settings();
    const setting = id === answering ? contextWindow : undefined;
    const sentence = smallerWindow({ id, window: known, setting }, window, endpoint);
    if (sentence !== undefined) this.#tellOnce(sentence);
    if (window === known) return;
    model.learn({ window });
    windows?.completed(endpoint.baseUrl, id, { window });
    logger.info(sentence ?? `model ${id}: the server uses a window of ${String(window)} tokens`);
    onWindow();
  }

  #tellOnce(sentence: string): void {
    if (this.#told.has(sentence)) return;
    this.#told.add(sentence);
    this.#options.tellLoss?.(sentence);
  }
}
