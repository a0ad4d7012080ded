import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { neverCancelled } from '../../src/core/cancellation.ts';
import type { ApiKeys } from '../../src/extension/models/apiKeys.ts';
import { KnownWindows } from '../../src/extension/models/knownWindows.ts';
import { ModelSource, type ModelSourceOptions } from '../../src/extension/models/modelSource.ts';
import { chunk, DONE } from '../support/faultyEndpoint.ts';
import { until } from '../support/until.ts';

/** An endpoint that answers each request only when the test tells it to. */
class SlowEndpoint {
  readonly waiting: ServerResponse[] = [];
  readonly paths: (string | undefined)[] = [];
  readonly #server: Server = createServer(({ url }, response) => {
    this.paths.push(url);
    this.waiting.push(response);
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  answer(window: number): void {
    for (const response of this.waiting.splice(0)) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ id: 'tiny', context_length: window }] }));
    }
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

describe('the models in the settings', () => {
  const [slow, other] = [new SlowEndpoint(), new SlowEndpoint()];
  const urls: string[] = [];
  const settings = {
    model: 'tiny',
    summaryModel: '',
    endpointUrl: '',
    contextWindow: undefined,
    waitLimits: {},
  };
  let models: ModelSource;
  const kept = new Map<string, unknown>();
  const windowNow = (): number | undefined => models.chatModel?.profile.window;
  const asked = (endpoint: SlowEndpoint): Promise<unknown> =>
    until('the endpoint is asked', () => endpoint.waiting.length > 0);

  before(async () => {
    for (const endpoint of [slow, other]) urls.push(await endpoint.listen());
    const nothing = (): undefined => undefined;
    const keys = { read: () => Promise.resolve(undefined), onDidChange: nothing } as unknown as ApiKeys;
    const logger = { info: nothing, warn: nothing, error: nothing };
    const read = (): unknown => ({ ...settings });
    const windows = new KnownWindows({
      get: (key) => kept.get(key),
      update: async (key, value) => void kept.set(key, value),
    });
    models = new ModelSource({ keys, logger, settings: read as ModelSourceOptions['settings'], windows });
  });

  after(() => other.close());

  it('have the window of the current endpoint, even if an earlier endpoint answers late or has not answered yet', async () => {
    settings.endpointUrl = urls[0]!;
    const before = models.refresh();
    await asked(slow);
    settings.endpointUrl = urls[1]!;
    const now = models.refresh();
    await asked(other);
    other.answer(9_000);
    await now;
    assert.equal(windowNow(), 9_000);
    slow.answer(5_000);
    await before;
    assert.equal(windowNow(), 9_000);
  });

  it('share one request to the endpoint if they are refreshed several times at once', async () => {
    settings.summaryModel = 'tiny';
    for (const [endpoint, at, window] of [
      [slow, 0, 5_000],
      [other, 1, 6_000],
      [slow, 0, 7_000],
    ] as const) {
      endpoint.paths.length = 0;
      settings.endpointUrl = urls[at]!;
      const readings = [models.refresh(), models.refresh(), models.refresh()];
      await until('the endpoint is asked', () => endpoint.paths.includes('/v1/models'));
      endpoint.answer(window);
      await Promise.all(readings);
      assert.equal(windowNow(), window);
      assert.equal(endpoint.paths.filter((path) => path === '/v1/models').length, 1);
    }
  });

  it('keep their last reported window while their endpoint does not answer', async () => {
    await slow.close();
    settings.endpointUrl = urls[0]!;
    await models.refresh();
    assert.equal(windowNow(), 7_000);
  });
});

describe('the window of an unloaded Ollama model', () => {
  const told: string[] = [];
  let server: Server;
  let models: ModelSource;

  before(async () => {
    let isLoaded = false;
    const pages: Readonly<Record<string, () => unknown>> = {
      '/v1/models': () => ({ data: [{ id: 'qwen3-coder:30b' }] }),
      '/api/ps': () => ({ models: isLoaded ? [{ name: 'qwen3-coder:30b', context_length: 4096 }] : [] }),
    };
    server = createServer(({ url = '' }, response) => {
      if (url === '/v1/chat/completions') {
        isLoaded = true;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`${chunk({ content: 'ok' })}${chunk({}, 'stop')}${DONE}`);
        return;
      }
      response.writeHead(url in pages ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(pages[url]?.() ?? { error: 'not found' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const nothing = (): undefined => undefined;
    const keys = { read: () => Promise.resolve(undefined), onDidChange: nothing } as unknown as ApiKeys;
    const settings = {
      ...{ model: 'qwen3-coder:30b', summaryModel: '', contextWindow: undefined },
      ...{ endpointUrl: `http://127.0.0.1:${String(port)}/v1`, api: 'auto' },
      waitLimits: { headers: 60, firstToken: 60, gap: 60 },
    };
    models = new ModelSource({
      keys,
      logger: { info: nothing, warn: nothing, error: nothing },
      settings: (() => settings) as unknown as ModelSourceOptions['settings'],
      tellLoss: (sentence) => void told.push(sentence),
    });
    await models.refresh();
  });

  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is reported after the first answer if it is smaller than assumed', async () => {
    assert.equal(models.chatModel?.profile.window, 262_144);
    const request = { messages: [], tools: [] };
    for await (const delta of models.chatModel.stream(request, neverCancelled)) assert.ok(delta.type);
    await models.refresh();
    assert.equal(models.chatModel.profile.window, 4096);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /window of 4096 tokens, not 262144/u);
  });
});
