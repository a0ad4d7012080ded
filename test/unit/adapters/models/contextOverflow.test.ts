import assert from 'node:assert/strict';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { OVERFLOWS } from './overflowAnswers.ts';
import { answers, event, startFaultyEndpoint, streams, type Fault } from '../../../support/faultyEndpoint.ts';

/** Returns the reason of the error that the real client throws for an endpoint's answer. */
async function reasonFor(fault: Fault): Promise<string> {
  const endpoint = await startFaultyEndpoint(fault);
  const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
  const model = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile });
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

const OTHERS: readonly (readonly [string, string, Fault])[] = [
  [
    'throttling by Bedrock',
    'rateLimited',
    answers(400, { error: { message: 'Too many tokens, please wait before trying again.' } }),
  ],
  [
    'a limit of tokens per minute',
    'rateLimited',
    answers(429, { error: { message: 'Request too large: maximum context length … tokens per minute' } }),
  ],
  [
    'a limit of tokens per minute that other requests have used up',
    'rateLimited',
    answers(429, {
      error: {
        message: 'Rate limit reached on tokens per minute (TPM): Limit 8000, Used 7600, Requested 3100.',
      },
    }),
  ],
  [
    'a limit of tokens per minute that this request alone uses up exactly',
    'rateLimited',
    answers(429, { error: { message: 'on tokens per min (TPM): Limit 30000, Requested 30000.' } }),
  ],
  ['an overloaded server', 'serverError', answers(503, { error: { message: 'overloaded' } })],
  [
    'an account without credit',
    'noCredit',
    answers(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }),
  ],
  ['a wrong key', 'unauthorized', answers(401, { error: { message: 'bad key' } })],
  ['an unknown model', 'notFound', answers(404, 'not found')],
  ['a proxy without a server behind it', 'serverError', answers(502, '<html>Bad gateway</html>')],
  ['a content filter', 'refused', answers(400, { error: { message: 'no', code: 'content_filter' } })],
  ['a timeout of the server', 'serverError', answers(408, '')],
  [
    'a failure of the backend during the stream',
    'interrupted',
    streams(event({ error: { message: 'the backend died' } })),
  ],
];

describe('an endpoint’s error', () => {
  for (const [vendor, fault] of OVERFLOWS) {
    it(`means that a request is too long: ${vendor}`, async () => {
      assert.equal(await reasonFor(fault), 'contextOverflow');
    });
  }

  for (const [what, reason, fault] of OTHERS) {
    it(`about ${what} does not mean that a request is too long`, async () => {
      assert.equal(await reasonFor(fault), reason);
    });
  }
});
