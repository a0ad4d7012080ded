import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { type EndpointApi, EndpointModel, usualApi } from '../../../../src/adapters/models/endpointModel.ts';
import { Cancellation } from '../../../../src/core/cancellation.ts';
import { askModel, type Answer } from '../../../../src/core/model/answer.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { answerOnce, loggedAnswer } from '../../../support/askedOnce.ts';
import {
  answers,
  chunk,
  DONE,
  event,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { fine } from '../../../support/responseEvents.ts';

const request: ChatRequest = {
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Go.' }] }],
  tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }],
};

let endpoint: FaultyEndpoint;

async function modelOf(api: EndpointApi, ...faults: readonly Fault[]): Promise<EndpointModel> {
  endpoint = await startFaultyEndpoint(...faults);
  return new EndpointModel({
    ...{ endpoint: { baseUrl: endpoint.baseUrl }, api },
    profile: { id: 'gpt-5.6', supportsTools: true, encoding: 'o200k_base' },
  });
}

const paths = (): readonly string[] => endpoint.seen.map(({ path }) => path);

describe('EndpointModel', () => {
  for (const [baseUrl, id, api] of [
    ['https://api.openai.com/v1', 'gpt-5.6', 'responses'],
    ['https://api.openai.com/v1', 'gpt-10', 'responses'],
    ['https://api.openai.com/v1', 'o3', 'responses'],
    ['https://api.openai.com/v1', 'gpt-5-codex', 'responses'],
    ['https://api.openai.com/v1', 'gpt-5.2-chat-latest', 'chat'],
    ['https://api.openai.com/v1', 'gpt-4.1', 'chat'],
    ['https://name.openai.azure.com/openai/v1', 'gpt-5', 'responses'],
    ['https://eu.api.openai.com/v1', 'gpt-5.6', 'responses'],
    ['https://name.openai.azure.com/openai?api-version=2025-04-01-preview', 'gpt-5', 'responses'],
    ['https://name.openai.azure.us/openai/v1', 'gpt-5', 'responses'],
    ['https://name.openai.azure.com/openai/v1', 'gpt-35-turbo', 'chat'],
    ['https://name.openai.azure.com/openai/deployments/gpt-5', 'gpt-5', 'chat'],
    ['https://openrouter.ai/api/v1', 'openai/gpt-5', 'chat'],
    ['http://localhost:11434/v1', 'gpt-oss:20b', 'chat'],
  ] as const)
    it(`uses the API “${api}” by default for ${id} at ${baseUrl}`, () => {
      assert.equal(usualApi(baseUrl, id), api);
    });

  describe('with a test server', () => {
    afterEach(() => endpoint.close());

    const noPage = answers(404, { error: { message: 'Not Found' } });
    const chat = streams(chunk({ content: 'Hi.' }), chunk({}, 'stop'), DONE);
    const wantsOther = answers(400, {
      error: {
        message:
          'Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to none.',
        param: 'reasoning_effort',
      },
    });

    it('uses the Responses API for all later requests if an error recommends this API', async () => {
      const model = await modelOf('auto', wantsOther, fine);
      await loggedAnswer(model, request);
      await loggedAnswer(model, request);
      assert.deepEqual(paths(), ['/v1/chat/completions', '/v1/responses', '/v1/responses']);
    });

    for (const [what, refusal] of [
      ['OpenAI', { message: 'This model is only supported in v1/responses and not in v1/chat/completions.' }],
      [
        'Azure',
        {
          code: 'OperationNotSupported',
          message: 'The chatCompletion operation does not work with the specified model, gpt-5-pro.',
        },
      ],
      ['GitHub Copilot', { code: 'unsupported_api_for_model', message: 'Not this way.' }],
    ] as const)
      it(`uses the Responses API if the error says that the model has no chat completions: ${what}`, async () => {
        await loggedAnswer(await modelOf('auto', answers(400, { error: refusal }), fine), request);
        assert.deepEqual(paths(), ['/v1/chat/completions', '/v1/responses']);
      });

    it('uses chat completions without thinking if the recommended API is missing', async () => {
      const model = await modelOf('auto', (response, asked) => {
        const isChat = asked.path.endsWith('/chat/completions');
        const takes = asked.body['reasoning_effort'] === 'none' ? chat : wantsOther;
        (isChat ? takes : noPage)(response, asked);
      });
      await loggedAnswer(model, request);
      await loggedAnswer(model, request);
      assert.deepEqual(
        endpoint.seen.map(({ path, body }) => [path.split('/').at(-1), body['reasoning_effort']]),
        [
          ['completions', undefined],
          ['responses', undefined],
          ['completions', undefined],
          ['completions', 'none'],
          ['completions', 'none'],
        ],
      );
    });

    it('uses chat completions for all later requests if the server has no Responses API', async () => {
      endpoint = await startFaultyEndpoint(noPage, chat);
      const model = new EndpointModel({
        endpoint: { baseUrl: endpoint.baseUrl },
        profile: { id: 'gpt-5.6', supportsTools: true, encoding: 'o200k_base' },
        usualApi: () => 'responses',
      });
      await loggedAnswer(model, request);
      await loggedAnswer(model, request);
      assert.deepEqual(paths(), ['/v1/responses', '/v1/chat/completions', '/v1/chat/completions']);
    });

    it('calls onFirstAnswer only for the first complete answer', async () => {
      endpoint = await startFaultyEndpoint(noPage, chat);
      let reports = 0;
      const model = new EndpointModel({
        ...{ endpoint: { baseUrl: endpoint.baseUrl }, api: 'chat' },
        profile: { id: 'm', supportsTools: true, encoding: 'o200k_base', window: 262_144 },
        onFirstAnswer: () => {
          reports++;
          model.learn({ window: 4096 });
        },
      });
      await answerOnce(model, request);
      assert.deepEqual([reports, model.profile.window], [0, 262_144]);
      await answerOnce(model, request);
      await answerOnce(model, request);
      assert.deepEqual([reports, model.profile.window], [1, 4096]);
    });

    const overflow = answers(400, { error: { code: 'context_length_exceeded', message: 'Too long.' } });

    async function modelThatReports(onOverflow: () => Promise<void>): Promise<EndpointModel> {
      endpoint = await startFaultyEndpoint(overflow);
      const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' } as const;
      return new EndpointModel({ endpoint: { baseUrl: endpoint.baseUrl }, api: 'chat', profile, onOverflow });
    }

    it('throws the error of a request that is too long only after onOverflow', async () => {
      const model: EndpointModel = await modelThatReports(async () => {
        await setImmediate();
        model.learn({ window: 4_096 });
      });
      assert.equal((await answerOnce(model, request)).error?.reason, 'contextOverflow');
      assert.equal(model.profile.window, 4_096);
    });

    it('throws the error of a request that is too long even if onOverflow fails', async () => {
      for (const fail of [
        () => Promise.reject(new Error('No window.')),
        () => {
          throw new Error('No window.');
        },
      ]) {
        const { error } = await answerOnce(await modelThatReports(fail), request);
        assert.equal(error?.reason, 'contextOverflow');
        await endpoint.close();
      }
    });

    it('stops immediately if the request is cancelled during onOverflow', async () => {
      const stop = new Cancellation();
      const model = await modelThatReports(() => {
        void setImmediate().then(() => stop.cancel());
        return new Promise(() => undefined);
      });
      const asking = askModel({ model, request, newCallId: () => 'made' }, stop.signal);
      const { value } = await asking.next();
      assert.equal((value as Answer).error?.reason, 'cancelled');
    });

    it('reports the finish reason “length” if a call is incomplete and the learned context window is full', async () => {
      const call = { index: 0, id: 'a', function: { name: 'look', arguments: '{"n":' } };
      const usage = { prompt_tokens: 4_000, completion_tokens: 96 };
      const cut = [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), event({ choices: [], usage })];
      const model = await modelOf('chat', chat, streams(...cut, DONE));
      await answerOnce(model, request);
      model.learn({ window: 4_096 });
      assert.equal((await answerOnce(model, request)).message?.finish, 'length');
    });

    it('uses the configured API even if the server rejects this API', async () => {
      const model = await modelOf('chat', wantsOther);
      const { error } = await answerOnce(model, request);
      assert.equal(error?.reason, 'badRequest');
      assert.deepEqual([...new Set(paths())], ['/v1/chat/completions']);
      await endpoint.close();
      const { error: other } = await answerOnce(await modelOf('responses', noPage, chat), request);
      assert.equal(other?.reason, 'notFound');
      assert.deepEqual(paths(), ['/v1/responses']);
    });
  });
});
