import assert from 'node:assert/strict';
import { EndpointModel, type EndpointApi } from '../../../../src/adapters/models/endpointModel.ts';
import { effortParams, EFFORTS, type Effort } from '../../../../src/adapters/models/thinkingEffort.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { loggedAnswer } from '../../../support/askedOnce.ts';
import {
  answers,
  chunk,
  DONE,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { fine } from '../../../support/responseEvents.ts';

const request: ChatRequest = {
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Go.' }] }],
  tools: [],
};
const chat = streams(chunk({ content: 'Hi.' }), chunk({}, 'stop'), DONE);
const losses: (string | undefined)[] = [];

let endpoint: FaultyEndpoint;

async function modelOf(
  api: EndpointApi,
  effort: Effort | undefined,
  ...faults: readonly Fault[]
): Promise<EndpointModel> {
  endpoint = await startFaultyEndpoint(...faults);
  losses.length = 0;
  return new EndpointModel({
    ...{ endpoint: { baseUrl: endpoint.baseUrl }, api, effort },
    profile: { id: 'm', supportsTools: true, encoding: 'o200k_base' },
    onFallback: ({ loss }) => void losses.push(loss),
  });
}

const bodies = (): readonly Record<string, unknown>[] => endpoint.seen.map(({ body }) => body);

describe('The reasoning effort', () => {
  afterEach(() => endpoint.close());

  for (const effort of EFFORTS)
    it(`is sent to the chat completions API and to the Responses API: ${effort}`, async () => {
      await loggedAnswer(await modelOf('chat', effort, chat), request);
      const name = effort === 'off' ? 'none' : effort;
      assert.equal(bodies()[0]?.['reasoning_effort'], name);
      await endpoint.close();
      await loggedAnswer(await modelOf('responses', effort, fine), request);
      assert.deepEqual(bodies()[0]?.['reasoning'], { summary: 'auto', effort: name });
    });

  it('is not sent if no effort is chosen', async () => {
    await loggedAnswer(await modelOf('chat', undefined, chat), request);
    assert.ok(!('reasoning_effort' in (bodies()[0] ?? {})));
    await endpoint.close();
    await loggedAnswer(await modelOf('responses', undefined, fine), request);
    assert.deepEqual(bodies()[0]?.['reasoning'], { summary: 'auto' });
  });

  it('is omitted, with one message to the person, if the chat completions API rejects the effort', async () => {
    const refuses = answers(400, {
      error: { message: "'reasoning_effort' is not supported with this model.", param: 'reasoning_effort' },
    });
    const model = await modelOf('chat', 'low', refuses, chat);
    await loggedAnswer(model, request);
    await loggedAnswer(model, request);
    assert.deepEqual(
      bodies().map((body) => body['reasoning_effort']),
      ['low', undefined, undefined],
    );
    assert.equal(losses.length, 1);
    assert.match(losses[0] ?? '', /^From now on, the provider decides how much m thinks/u);
  });

  it('is omitted, with one message to the person, if the Responses API rejects the effort', async () => {
    const refuses = answers(400, {
      error: { message: "Unsupported value: 'none'.", param: 'reasoning.effort' },
    });
    const model = await modelOf('responses', 'off', refuses, fine);
    await loggedAnswer(model, request);
    await loggedAnswer(model, request);
    assert.deepEqual(
      bodies().map((body) => body['reasoning']),
      [{ summary: 'auto', effort: 'none' }, { summary: 'auto' }, { summary: 'auto' }],
    );
    assert.equal(losses.length, 1);
  });

  it('is omitted, with one message to the person, if xAI rejects the effort', async () => {
    const refuses = answers(400, {
      code: 'Client specified an invalid argument',
      error: 'Model grok-4 does not support parameter reasoningEffort.',
    });
    const model = await modelOf('chat', 'high', refuses, chat);
    await loggedAnswer(model, request);
    assert.deepEqual(
      bodies().map((body) => body['reasoning_effort']),
      ['high', undefined],
    );
    assert.equal(losses.length, 1);
  });
});

describe('The parameters for a reasoning effort', () => {
  for (const [baseUrl, effort, params] of [
    ['https://openrouter.ai/api/v1', 'high', { reasoning: { effort: 'high' } }],
    ['https://openrouter.ai/api/v1', 'off', { reasoning: { effort: 'none' } }],
    ['https://api.deepseek.com/v1', 'low', { reasoning_effort: 'low' }],
    ['https://api.deepseek.com/v1', 'off', { thinking: { type: 'disabled' } }],
    ['https://generativelanguage.googleapis.com/v1beta/openai', 'off', { reasoning_effort: 'none' }],
  ] as const)
    it(`are ${JSON.stringify(params)} for ${effort} at ${baseUrl}`, () => {
      assert.deepEqual(effortParams(effort, baseUrl, { model: 'm' }), params);
    });

  const ANTHROPIC = 'https://api.anthropic.com/v1';
  for (const [model, effort, mostTokens, params] of [
    [
      'claude-sonnet-4-5-20250929',
      'low',
      64_000,
      { thinking: { type: 'enabled', budget_tokens: 4_000 }, max_tokens: 64_000 },
    ],
    [
      'claude-opus-4-1',
      'high',
      undefined,
      { thinking: { type: 'enabled', budget_tokens: 20_000 }, max_tokens: 24_096 },
    ],
    [
      'claude-3-7-sonnet-20250219',
      'high',
      8_192,
      { thinking: { type: 'enabled', budget_tokens: 4_096 }, max_tokens: 8_192 },
    ],
    ['claude-haiku-4-5', 'medium', 4_500, { thinking: { type: 'disabled' } }],
    [
      'claude-opus-4-6',
      'medium',
      128_000,
      { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } },
    ],
    ['claude-sonnet-5', 'low', 128_000, { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    ['claude-sonnet-5', 'off', 128_000, { thinking: { type: 'disabled' } }],
  ] as const)
    it(`are Anthropic’s own fields at Anthropic: ${effort} for ${model}, output limit ${String(mostTokens ?? 'unknown')}`, () => {
      assert.deepEqual(effortParams(effort, ANTHROPIC, { model, mostTokens }), params);
    });

  for (const [param, message] of [
    ['thinking', '"thinking.type.disabled" is not supported for this model.'],
    [
      undefined,
      'thinking.type: Input tag "adaptive" found using "type" does not match any of the expected tags',
    ],
    [undefined, 'output_config: Extra inputs are not permitted'],
  ] as const)
    it(`cause one retry and one message to the person if the endpoint returns an error of Anthropic: ${message}`, async () => {
      const refusal = answers(400, { error: { message, type: 'invalid_request_error', param } });
      const model = await modelOf('chat', 'low', refusal, chat);
      await loggedAnswer(model, request);
      assert.equal(endpoint.seen.length, 2);
      assert.deepEqual(
        losses.map((loss) => /does not accept the effort that you chose/u.test(loss ?? '')),
        [true],
      );
      await endpoint.close();
    });
});
