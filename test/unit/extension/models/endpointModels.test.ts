import assert from 'node:assert/strict';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { Settings } from '../../../../src/extension/settings/settings.ts';
import { EndpointModels, type Connected } from '../../../../src/extension/models/endpointModels.ts';
import {
  chunk,
  DONE,
  startFaultyEndpoint,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { until } from '../../../support/until.ts';

describe('EndpointModels', () => {
  const waitLimits = { headers: 60, firstToken: 60, gap: 60 };
  const settings = { api: 'auto', waitLimits } as unknown as Settings;
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  /**
   * The context window that the endpoint reports for each model. While `isHolding`, requests for the list of models get
   * no response, and `held` stores the functions that send the responses.
   */
  const windows = new Map<string, number>();
  const answer: Fault = (response, { path }) => {
    if (path === '/v1/chat/completions' && refusal !== undefined) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: refusal } }));
      return;
    }
    if (path === '/v1/chat/completions') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ content: 'ok' })}${chunk({}, 'stop')}${DONE}`);
      return;
    }
    const listed = (): void => {
      const data = [...windows].map(([id, window]) => ({ id, context_length: window }));
      response.writeHead(path === '/v1/models' ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data }));
    };
    if (isHolding && path === '/v1/models') held.push(listed);
    else listed();
  };
  /** The endpoint's error for each request to a model. If undefined, the endpoint answers. */
  let refusal: string | undefined;
  let isHolding = false;
  const held: (() => void)[] = [];
  let server: FaultyEndpoint;

  before(async () => {
    server = await startFaultyEndpoint(answer);
  });

  afterEach(() => {
    refusal = undefined;
  });

  after(() => server.close());

  async function use({ model }: Connected): Promise<void> {
    const request = { messages: [], tools: [] };
    for await (const delta of model.stream(request, neverCancelled)) assert.ok(delta.type);
  }

  it('waits for the context window of the requested model, but not for the windows of other models', async () => {
    const endpoint = { baseUrl: server.baseUrl };
    const models = new EndpointModels({ logger, settings: () => settings, onWindow: () => undefined });
    windows.set('a', 9_000).set('b', 9_000);
    const connected = (id: string, known?: Connected): Promise<Connected> =>
      models.connected(id, { endpoint, settings, known });
    const [a, b] = [await connected('a'), await connected('b')];
    windows.set('a', 4_000);
    isHolding = true;
    await use(a);
    await until('the window of a is asked for', () => held.length > 0);
    isHolding = false;
    await use(b);
    await connected('b', b);
    const again = connected('a', a);
    await new Promise(setImmediate);
    assert.equal(a.model.profile.window, 9_000);
    for (const deliver of held.splice(0)) deliver();
    assert.equal((await again).model.profile.window, 4_000);
  });

  it('knows the window of the server once the server refuses a request as too long, even before the first answer', async () => {
    const endpoint = { baseUrl: server.baseUrl };
    const told: string[] = [];
    const models = new EndpointModels({
      ...{ logger, settings: () => settings, onWindow: () => undefined },
      tellLoss: (sentence) => told.push(sentence),
    });
    windows.set('cold', 32_000);
    const cold = await models.connected('cold', { endpoint, settings, known: undefined });
    for (const [served, words, known] of [
      [8_000, 'the model is not loaded', 32_000],
      [8_000, 'request (9000 tokens) exceeds the available context size (8000 tokens)', 8_000],
      [4_000, 'the prompt is too long', 4_000],
    ] as const) {
      windows.set('cold', served);
      refusal = words;
      await assert.rejects(
        () => use(cold),
        (error: Error) => error.message.includes(words),
      );
      assert.equal(cold.model.profile.window, known, words);
    }
    assert.deepEqual([told.length, told[0]?.includes(' 8000 tokens, not 32000.')], [2, true]);
  });

  it('tells the person about a window that is smaller than `contextWindow` or than before', async () => {
    const endpoint = { baseUrl: server.baseUrl };
    const told: string[] = [];
    const current = { ...settings, model: 'answering', contextWindow: 8_000 };
    const models = new EndpointModels({
      ...{ logger, settings: () => current, onWindow: () => undefined },
      tellLoss: (sentence) => told.push(sentence.replace(/^\S+/u, 'HOST')),
    });
    windows.set('answering', 32_000).set('summary', 32_000);
    const connected = await Promise.all(
      ['answering', 'summary'].map((id) =>
        models.connected(id, { endpoint, settings: current, known: undefined }),
      ),
    );
    windows.set('answering', 4_000).set('summary', 4_000);
    for (const each of connected) {
      await use(each);
      await each.windowRequest?.();
    }
    const [answering, summary] = told;
    assert.match(
      answering ?? '',
      /^HOST serves answering .* 4000 tokens, not 8000\. .* longthread\.contextWindow/u,
    );
    assert.match(
      summary ?? '',
      /^HOST serves summary .* 4000 tokens, not 32000\. .* keeps its requests shorter/u,
    );
    assert.equal(told.length, 2);
  });

  it('tells the person about a window smaller than `contextWindow` even if the window was known before', async () => {
    const told: string[] = [];
    const current = { ...settings, model: 'answering', contextWindow: 8_000 };
    const models = new EndpointModels({
      ...{ logger, settings: () => current, onWindow: () => assert.fail('onWindow was called') },
      tellLoss: (sentence) => told.push(sentence),
    });
    windows.set('answering', 4_000);
    const endpoint = { baseUrl: server.baseUrl };
    const answering = await models.connected('answering', { endpoint, settings: current, known: undefined });
    await use(answering);
    await answering.windowRequest?.();
    assert.match(told.join(), / 4000 tokens, not 8000\. /u);
  });

  it('tells the person only once about the same window, until all models are connected again', async () => {
    const told: string[] = [];
    const current = { ...settings, model: 'small', contextWindow: 8_000 };
    const models = new EndpointModels({
      ...{ logger, settings: () => current, onWindow: () => undefined },
      tellLoss: (sentence) => told.push(sentence),
    });
    const endpoint = { baseUrl: server.baseUrl };
    windows.set('small', 4_000);
    const small = await models.connected('small', { endpoint, settings: current, known: undefined });
    refusal = 'the prompt is too long';
    const refused = async (window: number): Promise<number> => {
      windows.set('small', window);
      await assert.rejects(() => use(small));
      return told.length;
    };
    assert.deepEqual([await refused(4_000), await refused(4_000), await refused(2_000)], [1, 1, 2]);
    models.forgetAll();
    assert.equal(await refused(2_000), 3);
  });
});
