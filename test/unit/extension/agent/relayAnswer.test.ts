import assert from 'node:assert/strict';
import { Cancellation } from '../../../../src/core/cancellation.ts';
import type { ChatErrorReason, ChatModel, ChatDelta } from '../../../../src/core/ports.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { askWithRetries, type AskPorts } from '../../../../src/core/chat/agentLoop.ts';
import { fillCall } from '../../../../src/core/log/fillMarks.ts';
import { relayAnswer } from '../../../../src/extension/agent/relayAnswer.ts';

type Piece = ChatDelta | ChatError;

const text = (value: string): ChatDelta => ({ type: 'text', text: value });
const call = (index: number, callId: string, written: string): ChatDelta => ({
  type: 'toolCall',
  index,
  callId,
  name: 'edit',
  arguments: written,
});
const more = (index: number, written: string): ChatDelta => ({ type: 'toolCall', index, arguments: written });
const finish: ChatDelta = { type: 'finish', reason: 'stop', usage: { inputTokens: 9, outputTokens: 2 } };
const failure = (reason: ChatErrorReason, isRetryable: boolean): ChatError =>
  new ChatError(reason, `It was ${reason}.`, isRetryable);

const secrets = {
  valueOf: (number: number) => (number === 1 ? 'heron' : undefined),
  hasUnnumbered: () => false,
};

/** Asks a model that answers each attempt with the next list of pieces. `shown` has the parts that were passed on. */
async function relay(...tries: readonly (readonly Piece[])[]) {
  const shown: unknown[] = [];
  const slept: number[] = [];
  const { signal } = new Cancellation();
  let asked = 0;
  const model: ChatModel = {
    profile: { id: 'm', supportsTools: true, encoding: 'o200k_base' },
    async *stream() {
      for (const piece of tries[asked++] ?? []) {
        await Promise.resolve();
        if (piece instanceof ChatError) throw piece;
        yield piece;
      }
    },
  };
  const ports: AskPorts = {
    prepareRequest: async () => ({
      kind: 'ready',
      model,
      request: { messages: [], tools: [] },
      windowShare: 0,
    }),
    compact: async () => false,
    newCallId: () => 'made',
    sleep: async (ms) => void slept.push(ms),
  };
  const relayed = await relayAnswer(askWithRetries(ports, signal), {
    onText: (each) => shown.push(each),
    onCall: (each) => shown.push(each),
    fill: (tool, input) => fillCall(tool, input, secrets),
  });
  return { ...relayed, shown, slept, asked };
}

describe('a tool call for the editor’s agent with a mark in place of a secret', () => {
  const marked = '{"text":"[secret: password #1]"}';

  it('is logged with the mark, and passed to the agent with the secret’s value', async () => {
    const { message, shown } = await relay([call(0, 'c1', marked), finish]);
    assert.deepEqual(shown, [{ callId: 'c1', name: 'edit', input: { text: 'heron' } }]);
    assert.deepEqual(message?.parts, [{ type: 'toolCall', callId: 'c1', name: 'edit', arguments: marked }]);
  });

  it('keeps the mark if the tool is recall', async () => {
    const recall: ChatDelta = {
      type: 'toolCall',
      index: 0,
      callId: 'c1',
      name: 'longthread_recall',
      arguments: marked,
    };
    const { shown } = await relay([recall, finish]);
    assert.deepEqual(shown, [
      { callId: 'c1', name: 'longthread_recall', input: { text: '[secret: password #1]' } },
    ]);
  });

  it('is dropped with all other calls of the answer if the mark belongs to no known secret', async () => {
    const unknown = '{"text":"[secret: password #9]"}';
    const { message, problem, shown } = await relay([call(0, 'c1', marked), call(1, 'c2', unknown), finish]);
    assert.deepEqual([message, shown], [undefined, []]);
    assert.match(problem ?? '', /^Nothing was done: the value of \[secret: password #9\] is not known here/u);
  });
});

describe('a model’s answer to the editor’s agent', () => {
  it('is passed on as pieces of text, followed by complete tool calls', async () => {
    const { shown } = await relay([
      text('I '),
      text('edit.'),
      call(0, 'a', '{"p":'),
      more(0, '1}'),
      call(1, 'b', '{}'),
      finish,
    ]);
    assert.deepEqual(shown, [
      ...['I ', 'edit.'],
      { callId: 'a', name: 'edit', input: { p: 1 } },
      { callId: 'b', name: 'edit', input: {} },
    ]);
  });

  it('is returned as a message whose tool calls have the arguments that the agent received', async () => {
    const { message } = await relay([call(0, 'a', '{ "p": 1 }'), call(1, 'b', 'no JSON'), finish]);
    assert.deepEqual(
      message?.parts.map((part) => part.type === 'toolCall' && part.arguments),
      ['{"p":1}', '{"unparsed":"no JSON"}'],
    );
    assert.deepEqual(message.usage, { inputTokens: 9, outputTokens: 2 });
  });

  it('is requested again after a temporary failure if nothing was shown yet', async () => {
    const { problem, shown, slept } = await relay([failure('rateLimited', true)], [text('Now.'), finish]);
    assert.deepEqual(shown, ['Now.']);
    assert.deepEqual(slept, [1_000]);
    assert.equal(problem, undefined);
  });

  it('fails after three retries, and at once if a retry can’t help', async () => {
    const again = [failure('serverError', true)];
    const patient = await relay(again, again, again, again);
    assert.equal(patient.asked, 4);
    assert.equal(patient.problem, 'It was serverError.');
    assert.equal((await relay([failure('unauthorized', false)])).asked, 1);
  });

  it('is not requested again after text was shown, and omits a tool call that a failure cut off', async () => {
    const { message, problem, shown, asked } = await relay([
      text('I edit.'),
      call(0, 'a', '{"p'),
      failure('interrupted', true),
    ]);
    assert.deepEqual(shown, ['I edit.']);
    assert.equal(asked, 1);
    assert.deepEqual(message?.parts, [text('I edit.')]);
    assert.equal(problem, 'It was interrupted.');
  });

  it('reports no problem if the request was cancelled', async () => {
    const stopped = await relay([text('I '), failure('cancelled', false)]);
    assert.deepEqual(stopped.message?.parts, [text('I ')]);
    assert.equal(stopped.problem, undefined);
  });

  it('is not returned if nothing arrived except part of a tool call', async () => {
    const { message, problem, shown } = await relay([call(0, 'a', '{"p'), failure('interrupted', true)]);
    assert.deepEqual(shown, []);
    assert.equal(message, undefined);
    assert.equal(problem, 'It was interrupted.');
  });

  it('omits a tool call that was cut off at the output limit', async () => {
    const cut: ChatDelta = { type: 'finish', reason: 'length' };
    const { problem, shown } = await relay([text('I write.'), call(0, 'a', '{"path":"a.ts","te'), cut]);
    assert.match(problem ?? '', /reached its output limit .* did not run\. Write less in one call/);
    assert.deepEqual(shown, ['I write.']);
  });
});
