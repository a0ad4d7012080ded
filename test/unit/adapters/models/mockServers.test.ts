import assert from 'node:assert/strict';
import { LLMock } from '@copilotkit/aimock';
import { getLocal, type Mockttp } from 'mockttp';
import { OpenAiModel, type OpenAiModelOptions } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { StreamAssembler } from '../../../../src/core/model/streamAssembler.ts';
import { ChatError, type ChatRequest } from '../../../../src/core/ports.ts';
import type { AssistantMessage } from '../../../../src/core/log/message.ts';
import { ManualTimers } from '../../../support/manualTimers.ts';

const hello: ChatRequest = {
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
};

/** Sends a request. Returns the message, and the error’s reason if the request failed or the answer broke off. */
async function ask(
  baseUrl: string,
  options: Partial<OpenAiModelOptions> = {},
): Promise<{ message: AssistantMessage; reason?: string }> {
  const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
  const model = new OpenAiModel({ endpoint: { baseUrl }, profile, ...options });
  const assembler = new StreamAssembler({ model: 'm', newCallId: () => 'own' });
  try {
    for await (const delta of model.stream(hello, neverCancelled)) assembler.add(delta);
    return { message: assembler.message() };
  } catch (error) {
    assert.ok(error instanceof ChatError);
    return { message: assembler.message(), reason: error.reason };
  }
}

describe('the client for a mock of the vendors’ servers', () => {
  let mock: LLMock;
  beforeEach(async () => {
    mock = new LLMock({ port: 0, logLevel: 'silent' });
    await mock.start();
  });
  afterEach(() => mock.stop());

  const askMock = (options?: Partial<OpenAiModelOptions>) => ask(`${mock.baseUrl}/v1`, options);

  it('returns text, reasoning and parallel calls in one answer', async () => {
    mock.onMessage(/.*/, {
      content: 'I look.',
      reasoning: 'Two files.',
      toolCalls: ['a.ts', 'b.ts'].map((path) => ({ name: 'read_file', arguments: JSON.stringify({ path }) })),
      usage: { prompt_tokens: 40, completion_tokens: 9 },
    });
    const { message } = await askMock();
    assert.deepEqual(
      message.parts.map((part) => (part.type === 'toolCall' ? part.arguments : part.text)).sort(),
      ['I look.', 'Two files.', '{"path":"a.ts"}', '{"path":"b.ts"}'].sort(),
    );
    const ids = message.parts.flatMap((part) => (part.type === 'toolCall' ? [part.callId] : []));
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual([message.finish, message.usage], ['toolCalls', { inputTokens: 40, outputTokens: 9 }]);
  });

  it('reports an overload, and gets an answer to the next request', async () => {
    mock.onMessage(/.*/, { content: 'Now.' });
    mock.nextRequestError(503, { message: 'overloaded' });
    assert.equal((await askMock()).reason, 'serverError');
    const { message, reason } = await askMock();
    assert.equal(reason, undefined);
    assert.deepEqual(message.parts, [{ type: 'text', text: 'Now.' }]);
  });

  it('keeps the text that arrived if the stream is cut', async () => {
    mock.onMessage(
      /.*/,
      { content: 'one two three four five six' },
      { chunkSize: 4, truncateAfterChunks: 3, latency: 20 },
    );
    const { message, reason } = await askMock();
    assert.equal(reason, 'interrupted');
    assert.equal(message.finish, 'interrupted');
    assert.match(message.parts[0]?.type === 'text' ? message.parts[0].text : '', /^one/);
  });

  it('recognises OpenAI’s error for a request that is too long', async () => {
    mock.nextRequestError(400, { message: 'too long', code: 'context_length_exceeded' });
    assert.equal((await askMock()).reason, 'contextOverflow');
  });
});

describe('the client on a broken network', () => {
  let server: Mockttp;
  beforeEach(async () => {
    server = getLocal();
    await server.start();
  });
  afterEach(() => server.stop());

  it('reports the endpoint as unreachable if the connection is reset before an answer', async () => {
    await server.forPost('/v1/chat/completions').thenResetConnection();
    assert.equal((await ask(`${server.url}/v1`)).reason, 'unreachable');
  });

  it('reports the endpoint as unreachable if the connection is closed before an answer', async () => {
    await server.forPost('/v1/chat/completions').thenCloseConnection();
    assert.equal((await ask(`${server.url}/v1`)).reason, 'unreachable');
  });

  it('times out if no answer ever arrives', async () => {
    const timers = new ManualTimers();
    await server.forPost('/v1/chat/completions').thenTimeout();
    const asked = ask(`${server.url}/v1`, { timers });
    await new Promise((resolve) => void server.on('request-initiated', resolve));
    timers.fire(290_000);
    assert.equal((await asked).reason, 'timeout');
  });

  it('reports `unauthorized` if a proxy answers with status 403', async () => {
    await server.forPost('/v1/chat/completions').thenReply(403, '<html><h1>Proxy</h1> authentication</html>');
    assert.equal((await ask(`${server.url}/v1`)).reason, 'unauthorized');
  });
});
