import * as v from 'valibot';
import { isLocalEndpoint, pageOf, type Endpoint } from './endpoint.ts';
import { askJson } from './endpointJson.ts';
import { listModels, windowIfAny } from './modelList.ts';
import type { ProfileFacts } from './profiles.ts';

const TIMEOUT_MS = 2_000;

/**
 * Returns the facts that an endpoint reports about a model, most importantly the model's context window. Requests the
 * endpoint's list of models. If the endpoint is on this machine or in a private network, also uses the APIs of
 * llama.cpp, Ollama and LM Studio, whose facts replace those of the list. All requests run at the same time. Never
 * rejects. A request that fails adds no facts.
 */
export async function endpointFacts(endpoint: Endpoint, id: string): Promise<ProfileFacts> {
  const isLocal = isLocalEndpoint(endpoint.baseUrl);
  const asked = [
    listed(endpoint, id),
    ...(isLocal
      ? [llamaServer(endpoint), ollama(endpoint, id), olderLmStudio(endpoint, id), lmStudio(endpoint, id)]
      : []),
  ];
  const answers = await Promise.allSettled(asked);
  return Object.assign(
    {},
    ...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : {})),
  ) as ProfileFacts;
}

interface AssumedWindow {
  readonly id: string;
  readonly window: number | undefined;
  /** The value of the setting `longthread.contextWindow` if it applies to the model. Takes precedence over `window`. */
  readonly setting?: number | undefined;
}

/**
 * Returns a message that says that the server's window is smaller than assumed. Returns undefined if this window is not
 * smaller, or if the served or the assumed window is unknown.
 */
export function smallerWindow(
  { id, window, setting }: AssumedWindow,
  served: number | undefined,
  { baseUrl }: Endpoint,
): string | undefined {
  const assumed = setting ?? window;
  if (served === undefined || assumed === undefined || served >= assumed) return undefined;
  const at = new URL(baseUrl).host;
  const sizes = `${at} serves ${id} with a window of ${String(served)} tokens, not ${String(assumed)}.`;
  const cut = 'The server would cut a longer request without an error';
  const raise = 'raise the server’s context length';
  return setting === undefined
    ? `${sizes} ${cut}, so Longthread keeps its requests shorter. For more room, ${raise}.`
    : `${sizes} ${cut}: lower longthread.contextWindow to ${String(served)}, or ${raise}.`;
}

async function listed(endpoint: Endpoint, id: string): Promise<ProfileFacts> {
  return (await listModels(endpoint)).find((model) => model.id === id)?.facts ?? {};
}

const LlamaProps = v.object({ default_generation_settings: v.object({ n_ctx: windowIfAny }) });

/**
 * Reads the status of llama.cpp's server. The server reports the window of one slot, which is the limit of one request.
 * A server in router mode, for several models, reports 0. This value is ignored, and the list of models contains the
 * window of each loaded model.
 */
async function llamaServer(endpoint: Endpoint): Promise<ProfileFacts> {
  const props = v.parse(
    LlamaProps,
    await askJson(endpoint, rootOf(endpoint, '/props'), { timeoutMs: TIMEOUT_MS }),
  );
  const window = props.default_generation_settings.n_ctx;
  return window === undefined ? {} : { window };
}

const capabilities = v.fallback(v.nullish(v.array(v.string())), undefined);

const OllamaModel = v.object({
  parameters: v.fallback(v.string(), ''),
  capabilities,
});

const OllamaRunning = v.object({
  models: v.array(v.fallback(v.object({ name: v.string(), context_length: windowIfAny }), { name: '' })),
});

/**
 * Reads the model's status from Ollama. Ollama chooses the window itself (4k on small graphics cards), independently of
 * the window that the model supports. Only `num_ctx` in the Modelfile and the window of the running model are
 * reliable.
 */
async function ollama(endpoint: Endpoint, id: string): Promise<ProfileFacts> {
  const ask = (path: string, body?: unknown): Promise<unknown> =>
    askJson(endpoint, rootOf(endpoint, path), { timeoutMs: TIMEOUT_MS, ...(body !== undefined && { body }) });
  const [details, running] = await Promise.allSettled([ask('/api/show', { model: id }), ask('/api/ps')]);
  const model = v.safeParse(OllamaModel, details.status === 'fulfilled' ? details.value : undefined);
  const served = v.safeParse(OllamaRunning, running.status === 'fulfilled' ? running.value : undefined);
  const fixed = model.success ? /^num_ctx\s+(\d+)/m.exec(model.output.parameters)?.[1] : undefined;
  const live = served.success ? served.output.models.find(({ name }) => isSame(name, id)) : undefined;
  const window = live?.context_length ?? v.parse(windowIfAny, Number(fixed));
  const able = model.success ? model.output.capabilities : undefined;
  return {
    ...(window !== undefined && { window }),
    ...(able != null && { supportsTools: able.includes('tools') }),
  };
}

const LmStudioModel = v.object({
  loaded_context_length: windowIfAny,
  capabilities,
});

const LmStudioList = v.object({
  models: v.array(
    v.fallback(
      v.object({
        key: v.string(),
        loaded_instances: v.fallback(
          v.array(v.object({ id: v.string(), config: v.object({ context_length: windowIfAny }) })),
          [],
        ),
        capabilities: v.fallback(v.nullish(v.object({ trained_for_tool_use: v.boolean() })), undefined),
      }),
      { key: '', loaded_instances: [] },
    ),
  ),
});

/**
 * Reads LM Studio's own list, which contains the window of each loaded instance of a model. A request may name an
 * instance or the model. If a request names the model, any instance may answer, so the smallest window is returned
 * (https://lmstudio.ai/docs/developer/rest/list).
 */
async function lmStudio(endpoint: Endpoint, id: string): Promise<ProfileFacts> {
  const list = v.parse(
    LmStudioList,
    await askJson(endpoint, rootOf(endpoint, '/api/v1/models'), { timeoutMs: TIMEOUT_MS }),
  );
  const model = list.models.find(
    ({ key, loaded_instances: loaded }) => key === id || loaded.some((instance) => instance.id === id),
  );
  const named = model?.loaded_instances.filter((instance) => instance.id === id) ?? [];
  const answering = named.length > 0 ? named : (model?.loaded_instances ?? []);
  const windows = answering.flatMap(({ config }) => config.context_length ?? []);
  return {
    ...(windows.length > 0 && { window: Math.min(...windows) }),
    ...(model?.capabilities != null && { supportsTools: model.capabilities.trained_for_tool_use }),
  };
}

/** Reads the model's status from the API of LM Studio before version 0.4. */
async function olderLmStudio(endpoint: Endpoint, id: string): Promise<ProfileFacts> {
  const path = rootOf(endpoint, `/api/v0/models/${encodeURIComponent(id)}`);
  const model = v.parse(LmStudioModel, await askJson(endpoint, path, { timeoutMs: TIMEOUT_MS }));
  return {
    ...(model.loaded_context_length !== undefined && { window: model.loaded_context_length }),
    ...(model.capabilities != null && { supportsTools: model.capabilities.includes('tool_use') }),
  };
}

/** Compares names without regard to case, as Ollama does. Ollama adds `:latest` to a name without a tag. */
function isSame(name: string, id: string): boolean {
  const [first, second] = [name.toLowerCase(), id.toLowerCase()];
  return first === second || first === `${second}:latest`;
}

/**
 * Returns the address of a page outside of the OpenAI-compatible API. Removes `/v1` from the end of the base address.
 */
function rootOf(endpoint: Endpoint, path: string): string {
  return pageOf(endpoint, path, /\/v1$/);
}
