import assert from 'node:assert/strict';
import { listModels } from '../../../../src/adapters/models/modelList.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { fetchWithinOrigin } from '../../../../src/adapters/models/redirects.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import {
  answers,
  chunk,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';

const said = 'The harbour opens at six.';
const complete = streams(chunk({ content: 'Hi.' }), chunk({}, 'stop'));
const aList = answers(200, { data: [{ id: 'tiny' }] });

describe('a redirect', () => {
  const open: FaultyEndpoint[] = [];

  async function endpointWith(...faults: readonly Fault[]): Promise<FaultyEndpoint> {
    const endpoint = await startFaultyEndpoint(...faults);
    open.push(endpoint);
    return endpoint;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
  });

  const addressed = ({ baseUrl }: FaultyEndpoint) => ({
    baseUrl,
    apiKey: 'made-up-key',
    headers: { 'x-team': 'harbour' },
  });

  async function ask(endpoint: FaultyEndpoint): Promise<string> {
    const profile = { id: 'tiny', supportsTools: true, encoding: 'o200k_base' } as const;
    const model = new OpenAiModel({ endpoint: addressed(endpoint), profile });
    const messages = [{ role: 'user', parts: [{ type: 'text', text: said }] }] as const;
    let text = '';
    for await (const delta of model.stream({ messages, tools: [] }, neverCancelled))
      if (delta.type === 'text') text += delta.text;
    return text;
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`with status ${status} to another origin is reported, and nothing is sent there`, async () => {
      const other = await endpointWith(complete);
      const first = await endpointWith(
        answers(status, '', { location: `${other.baseUrl}/chat/completions` }),
      );
      await assert.rejects(
        () => ask(first),
        (error: unknown) =>
          error instanceof ChatError &&
          error.reason === 'notAModel' &&
          error.message.includes(
            `redirects requests to ${other.baseUrl}/chat/completions, but Longthread does not follow`,
          ),
      );
      assert.equal(first.seen.length, 1, 'the first endpoint was asked again');
      assert.deepEqual(other.seen, []);
    });

    it(`with status ${status} to another origin is not followed when Longthread requests the list of models`, async () => {
      const other = await endpointWith(aList);
      const first = await endpointWith(answers(status, '', { location: `${other.baseUrl}/models` }));
      await assert.rejects(() => listModels(addressed(first)), /redirects requests to/);
      assert.deepEqual(other.seen, []);
    });
  }

  for (const status of [307, 308]) {
    it(`with status ${status} to the same origin is followed, with the request’s body and headers`, async () => {
      const endpoint = await endpointWith(
        answers(status, '', { location: '/v2/chat/completions' }),
        complete,
      );
      assert.equal(await ask(endpoint), 'Hi.');
      const [, second] = endpoint.seen;
      assert.equal(second?.path, '/v2/chat/completions');
      assert.match(JSON.stringify(second.body), new RegExp(said));
      assert.equal(second.headers.authorization, 'Bearer made-up-key');
      assert.equal(second.headers['x-team'], 'harbour');
    });
  }

  it('to the same origin is reported as an error if it would drop the request’s body', async () => {
    const endpoint = await endpointWith(answers(302, '', { location: '/v2/chat/completions' }), complete);
    await assert.rejects(() => ask(endpoint), /redirects requests to .*\/v2\/chat\/completions/);
    assert.equal(endpoint.seen.length, 1);
  });

  it('to the same origin is followed when Longthread requests the list of models', async () => {
    const endpoint = await endpointWith(answers(301, '', { location: '/v2/models' }), aList);
    assert.deepEqual(await listModels(addressed(endpoint)), [{ id: 'tiny', facts: {} }]);
  });

  it('to another origin is not followed after a redirect within the first origin', async () => {
    const other = await endpointWith(complete);
    const first = await endpointWith(
      answers(307, '', { location: '/v2/chat/completions' }),
      answers(307, '', { location: `${other.baseUrl}/chat/completions` }),
    );
    await assert.rejects(() => ask(first), /redirects requests to/);
    assert.deepEqual(other.seen, []);
  });

  it('to the same address is followed five times and then reported', async () => {
    const endpoint = await endpointWith(answers(307, '', { location: '/v1/chat/completions' }));
    await assert.rejects(() => ask(endpoint), /redirects requests to/);
    assert.equal(endpoint.seen.length, 6);
  });

  for (const location of [undefined, 'http://']) {
    it(`to an invalid address (${String(location)}) is reported as an error`, async () => {
      const endpoint = await endpointWith(answers(307, '', location === undefined ? {} : { location }));
      await assert.rejects(() => ask(endpoint), /redirects requests to another address/);
    });
  }

  it('is not followed if the request’s body can’t be sent again', async () => {
    const endpoint = await endpointWith(answers(307, '', { location: '/v2/models' }), aList);
    const request = new Request(`${endpoint.baseUrl}/models`, { method: 'POST', body: '{}' });
    assert.equal((await fetchWithinOrigin(request)).status, 307);
    assert.equal(endpoint.seen.length, 1);
  });
});
