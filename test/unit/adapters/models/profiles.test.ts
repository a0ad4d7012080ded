import assert from 'node:assert/strict';
import { endpointFacts, smallerWindow } from '../../../../src/adapters/models/endpointProfile.ts';
import { listModels } from '../../../../src/adapters/models/modelList.ts';
import { registryProfile } from '../../../../src/adapters/models/profiles.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import {
  answers,
  startFaultyEndpoint,
  type FaultyEndpoint,
  type Fault,
} from '../../../support/faultyEndpoint.ts';

const HOSTED = 'https://api.example.com/v1';
const LOCAL = 'http://localhost:11434/v1';

describe('the profile of a model', () => {
  it('contains the window, output limit and price of a hosted model', () => {
    assert.deepEqual(registryProfile('gpt-4o', HOSTED), {
      id: 'gpt-4o',
      window: 128_000,
      maxOutputTokens: 16_384,
      supportsTools: true,
      encoding: 'o200k_base',
      price: { input: 2.5, cachedInput: 1.25, output: 10 },
    });
  });

  it('is found even for an unusual spelling of the model’s name', () => {
    const plain = registryProfile('claude-haiku-4-5', HOSTED);
    assert.ok(plain.window);
    for (const id of [
      'anthropic/claude-haiku-4.5',
      'claude-haiku-4-5-20990101',
      'Claude-Haiku-4-5-latest',
      'x/claude-haiku-4.5:beta',
    ]) {
      assert.deepEqual(registryProfile(id, HOSTED), { ...plain, id });
    }
  });

  for (const [id, window, tools] of [
    ['qwen2.5-coder:7b', 32_768, true],
    ['Qwen/Qwen3-Coder-30B-A3B-Instruct-GGUF', 262_144, true],
    ['llama3.2:3b', 131_072, true],
    ['Meta-Llama-3-8B-Instruct.Q4_K_M.gguf', 8_192, false],
    ['mistral:7b-instruct', 32_768, true],
    ['deepseek-r1:14b', 131_072, true],
    ['openai/gpt-oss-20b', 131_072, true],
    ['gemma3:4b', 131_072, false],
  ] as const) {
    it(`contains the window of the model family, and whether the family supports tools: ${id}`, () => {
      const profile = registryProfile(id, LOCAL);
      assert.deepEqual([profile.window, profile.supportsTools, profile.price], [window, tools, undefined]);
    });
  }

  it('has no window for an unknown model, and no price for a local model', () => {
    assert.equal(registryProfile('my-own-model', LOCAL).window, undefined);
    assert.equal(registryProfile('gpt-4o', LOCAL).price, undefined);
  });

  it('has the encoding cl100k for old GPT models and o200k for all other models', () => {
    const encodings = [
      'gpt-4',
      'gpt-4-turbo',
      'gpt-3.5-turbo',
      'openai/gpt-4-0613',
      'gpt-4o',
      'gpt-4.1',
      'gpt-5',
      'llama3',
    ];
    assert.deepEqual(
      encodings.map((id) => registryProfile(id, HOSTED).encoding.slice(0, 4)),
      ['cl10', 'cl10', 'cl10', 'cl10', 'o200', 'o200', 'o200', 'o200'],
    );
  });
});

describe('an endpoint’s report on its models', () => {
  let endpoint: FaultyEndpoint;
  afterEach(() => endpoint.close());

  /** Starts an endpoint that answers with these pages, and with status 404 for all other paths. */
  async function serve(pages: Readonly<Record<string, unknown>>): Promise<{ baseUrl: string }> {
    const fault: Fault = (response, request) => {
      const page = pages[request.path];
      answers(page === undefined ? 404 : 200, page === undefined ? 'no such page' : (page as object))(
        response,
        request,
      );
    };
    endpoint = await startFaultyEndpoint(fault);
    return { baseUrl: endpoint.baseUrl };
  }

  it('is parsed in the formats of vLLM and OpenRouter', async () => {
    const at = await serve({
      '/v1/models': {
        data: [
          { id: 'vllm', max_model_len: 4096 },
          { id: 'vllm-lora', parent: 'vllm', max_model_len: null },
          {
            id: 'openrouter',
            context_length: 8192,
            top_provider: { max_completion_tokens: 1024 },
            supported_parameters: ['temperature'],
            pricing: { prompt: '0.000001', completion: '0.000002', input_cache_read: '0.0000005' },
          },
          { id: 'bare', context_length: 'odd', pricing: { prompt: '?' } },
        ],
      },
    });
    assert.deepEqual(await listModels(at), [
      { id: 'bare', facts: {} },
      {
        id: 'openrouter',
        facts: {
          window: 8192,
          maxOutputTokens: 1024,
          supportsTools: false,
          price: { input: 1, output: 2, cachedInput: 0.5 },
        },
      },
      { id: 'vllm', facts: { window: 4096 } },
      { id: 'vllm-lora', facts: { window: 4096 } },
    ]);
  });

  it('is rejected with a specific error for status 404, status 401 and an HTML page', async () => {
    const is = (reason: string) => (error: unknown) => error instanceof ChatError && error.reason === reason;
    const nowhere = await serve({});
    await assert.rejects(() => listModels(nowhere), is('notFound'));
    await assert.rejects(() => listModels(nowhere), /has no list of models under this address/u);
    await endpoint.close();
    endpoint = await startFaultyEndpoint(answers(401, '{"error":{"message":"No key."}}'));
    const { baseUrl } = endpoint;
    await assert.rejects(
      () => listModels({ baseUrl }),
      /asks for an API key \(No key\)\. Set an API key\.$/u,
    );
    for (const credentials of [{ apiKey: 'made-up' }, { headers: { 'x-key': 'made-up' } }])
      await assert.rejects(() => listModels({ baseUrl, ...credentials }), /did not accept the API key/u);
    await endpoint.close();
    endpoint = await startFaultyEndpoint(answers(200, '<html>Log in</html>'));
    await assert.rejects(() => listModels({ baseUrl: endpoint.baseUrl }), is('notAModel'));
  });

  it('is not read forever if it never ends', async () => {
    endpoint = await startFaultyEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const write = (): void => {
        while (response.writable && response.write(' '.repeat(100_000)));
      };
      response.on('drain', write);
      write();
    });
    await assert.rejects(
      () => listModels({ baseUrl: endpoint.baseUrl }),
      (error: unknown) => error instanceof ChatError && error.reason === 'tooLarge',
    );
    await endpoint.clientLeft;
  });

  it('contains the window of a slot of llama.cpp', async () => {
    const at = await serve({ '/props': { default_generation_settings: { n_ctx: 8192 } } });
    assert.deepEqual(await endpointFacts(at, 'any'), { window: 8192 });
  });

  it('contains the window of the loaded model of a llama.cpp router, and not the window that the model supports', async () => {
    const at = await serve({
      '/v1/models': {
        data: [
          { id: 'loaded', status: { value: 'loaded' }, meta: { n_ctx: 16_384, n_ctx_train: 262_144 } },
          { id: 'cold', status: { value: 'unloaded' } },
          { id: 'odd', meta: { n_ctx: 0, n_ctx_train: 262_144 } },
        ],
      },
      '/props': { role: 'router', default_generation_settings: { n_ctx: 0 } },
    });
    assert.deepEqual(await endpointFacts(at, 'loaded'), { window: 16_384 });
    assert.deepEqual(await endpointFacts(at, 'cold'), {});
    assert.deepEqual(await endpointFacts(at, 'odd'), {});
  });

  it('contains the window of Ollama’s running model or else of the model’s file', async () => {
    const shown = { parameters: 'stop "x"\nnum_ctx   16384', capabilities: ['completion'] };
    const fixed = await serve({ '/api/show': shown });
    assert.deepEqual(await endpointFacts(fixed, 'llama3'), { window: 16_384, supportsTools: false });
    await endpoint.close();
    const running = { models: [{ name: 'Llama3:latest', context_length: 4096 }] };
    const live = await serve({ '/api/show': { ...shown, capabilities: ['tools'] }, '/api/ps': running });
    assert.deepEqual(await endpointFacts(live, 'llama3'), { window: 4096, supportsTools: true });
  });

  it('contains the window of the requested LM Studio instance, or the smallest among the model’s instances', async () => {
    const instance = (id: string, window: unknown) => ({ id, config: { context_length: window } });
    const models = [
      { key: 'odd', loaded_instances: [{ id: 'odd' }] },
      {
        key: 'qwen/3',
        loaded_instances: [instance('qwen/3', 8192), instance('qwen/3:2', 4096), instance('x', 0)],
        max_context_length: 131_072,
        capabilities: { vision: false, trained_for_tool_use: true },
      },
      { key: 'two', loaded_instances: [instance('two:1', 8192), instance('two:2', 4096)] },
      { key: 'cold', loaded_instances: [], max_context_length: 131_072 },
    ];
    const at = await serve({ '/api/v1/models': { models } });
    assert.deepEqual(await endpointFacts(at, 'qwen/3'), { window: 8192, supportsTools: true });
    assert.deepEqual(await endpointFacts(at, 'qwen/3:2'), { window: 4096, supportsTools: true });
    assert.deepEqual(await endpointFacts(at, 'x'), { supportsTools: true });
    assert.deepEqual(await endpointFacts(at, 'two'), { window: 4096 });
    assert.deepEqual(await endpointFacts(at, 'cold'), {});
    assert.deepEqual(await endpointFacts(at, 'other'), {});
  });

  it('leads to a warning only if a window is smaller than assumed', () => {
    const told = (assumed: number | undefined, served: number | undefined): string | undefined =>
      smallerWindow({ id: 'm', window: assumed }, served, {
        baseUrl: 'http://localhost:11434/v1',
      });
    assert.match(
      told(262_144, 4096) ?? '',
      /^localhost:11434 serves m with a window of 4096 tokens, not 262144\. .* raise the server’s context length\.$/u,
    );
    for (const [assumed, served] of [
      [4096, 4096],
      [4096, 8192],
      [undefined, 4096],
      [4096, undefined],
    ] as const)
      assert.equal(told(assumed, served), undefined);
  });

  it('contains the window of the loaded model in an older LM Studio', async () => {
    const model = { loaded_context_length: 4096, max_context_length: 131_072, capabilities: ['tool_use'] };
    const at = await serve({ '/api/v0/models/qwen%2F3': model });
    assert.deepEqual(await endpointFacts(at, 'qwen/3'), { window: 4096, supportsTools: true });
  });

  it('is ignored if every context window in the report has an invalid value', async () => {
    for (const figure of [0, -1, 1, 999, 4096.5, 1e300, null, 'many']) {
      const at = await serve({
        '/v1/models': { data: [{ id: 'm', context_length: figure }] },
        '/props': { role: 'router', default_generation_settings: { n_ctx: figure } },
        '/api/show': { parameters: 'num_ctx 1' },
        '/api/ps': { models: [{ id: 'odd' }, { name: 'm', context_length: figure }] },
        '/api/v0/models/m': { loaded_context_length: figure },
      });
      assert.deepEqual(await endpointFacts(at, 'm'), {}, String(figure));
      await endpoint.close();
    }
  });

  it('contains the window from Ollama’s model file if the running model’s window is invalid', async () => {
    const running = { models: [{}, { name: 'm', context_length: 0 }] };
    const at = await serve({ '/api/show': { parameters: 'num_ctx 8192' }, '/api/ps': running });
    assert.deepEqual(await endpointFacts(at, 'm'), { window: 8192 });
  });

  it('is empty if the endpoint does not answer', async () => {
    const at = await serve({});
    await endpoint.close();
    assert.deepEqual(await endpointFacts(at, 'any'), {});
  });
});
