import assert from 'node:assert/strict';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { answers, event, startFaultyEndpoint, streams, type Fault } from '../../../support/faultyEndpoint.ts';

/** What an endpoint's answer becomes after it went through the real client. */
async function reasonFor(fault: Fault): Promise<string> {
  const endpoint = await startFaultyEndpoint(fault);
  const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
  const model = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile, maxRetries: 0 });
  try {
    await model.stream({ messages: [], tools: [] }, neverCancelled).next();
    return 'answered';
  } catch (error) {
    assert.ok(error instanceof ChatError);
    return error.reason;
  } finally {
    await endpoint.close();
  }
}

const OVERFLOWS: readonly (readonly [string, Fault])[] = [
  ['OpenAI by its code', answers(400, { error: { message: 'Too much.', code: 'context_length_exceeded' } })],
  [
    'OpenAI by its newer words',
    answers(400, { error: { message: 'Your input exceeds the context window of this model.' } }),
  ],
  [
    'vLLM before 0.16',
    answers(400, {
      error: {
        message: "This model's maximum context length is 1024 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
    }),
  ],
  [
    'vLLM since 0.16',
    answers(400, {
      error: {
        message: "You passed 2000 input tokens, but the model's context length is only 1024.",
        code: 400,
      },
    }),
  ],
  [
    'llama.cpp',
    answers(400, {
      error: { code: 400, type: 'exceed_context_size_error', message: 'the request is too big', n_ctx: 512 },
    }),
  ],
  [
    'llama.cpp with 200 and an error in the stream',
    streams(event({ error: { code: 500, type: 'exceed_context_size_error', message: 'too big' } })),
  ],
  [
    'LM Studio with a string',
    answers(400, { error: 'Trying to keep the first 9000 tokens when context the overflows.' }),
  ],
  [
    'LM Studio with a string in the stream',
    streams(
      event({
        error:
          'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9 >= n_ctx: 8).',
      }),
    ),
  ],
  ['LM Studio, older', answers(400, { error: 'Cannot truncate prompt with n_keep (9) >= n_ctx (8)' })],
  [
    'Ollama',
    answers(400, { error: { message: 'prompt too long; exceeded max context length by 4 tokens' } }),
  ],
  ['Anthropic', answers(400, { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } })],
  ['Anthropic by size', answers(413, { error: { type: 'request_too_large', message: 'request_too_large' } })],
  [
    'Gemini',
    answers(400, {
      error: { message: 'The input token count (2000000) exceeds the maximum number of tokens allowed.' },
    }),
  ],
  ['Groq', answers(413, { error: { message: 'Please reduce the length of the messages or completion.' } })],
  [
    'Mistral',
    answers(422, { error: { message: 'Prompt too large for model with 32768 maximum context length' } }),
  ],
  [
    'OpenRouter',
    answers(400, { error: { message: "This endpoint's maximum context length is 8192 tokens.", code: 400 } }),
  ],
  ['Together', answers(422, { error: { message: "Input is longer than the model's context length." } })],
];

const OTHERS: readonly (readonly [string, string, Fault])[] = [
  [
    'Bedrock that throttles',
    'rateLimited',
    answers(400, { error: { message: 'Too many tokens, please wait before trying again.' } }),
  ],
  [
    'a limit of tokens a minute',
    'rateLimited',
    answers(429, { error: { message: 'Request too large: maximum context length … tokens per minute' } }),
  ],
  ['an overloaded server', 'rateLimited', answers(503, { error: { message: 'overloaded' } })],
  [
    'an account without money',
    'unauthorized',
    answers(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }),
  ],
  ['a wrong key', 'unauthorized', answers(401, { error: { message: 'bad key' } })],
  ['an unknown model', 'notFound', answers(404, 'not found')],
  ['a proxy without a server behind it', 'serverError', answers(502, '<html>Bad gateway</html>')],
  ['a filter', 'refused', answers(400, { error: { message: 'no', code: 'content_filter' } })],
  ['a server that waited too long', 'timeout', answers(408, '')],
  ['an error in the stream', 'interrupted', streams(event({ error: { message: 'the backend died' } }))],
];

describe('an endpoint that refuses', () => {
  for (const [vendor, fault] of OVERFLOWS) {
    it(`is understood to mean a request too long: ${vendor}`, async () => {
      assert.equal(await reasonFor(fault), 'contextOverflow');
    });
  }

  for (const [what, reason, fault] of OTHERS) {
    it(`is not understood so for ${what}`, async () => {
      assert.equal(await reasonFor(fault), reason);
    });
  }
});
