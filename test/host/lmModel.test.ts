import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Cancellation, neverCancelled, type CancelSignal } from '../../src/core/cancellation.ts';
import { ChatError, type ChatDelta, type ChatRequest } from '../../src/core/ports.ts';
import { editorModels, LmModel } from '../../src/extension/models/lmModel.ts';
import { ManualTimers } from '../support/manualTimers.ts';

type Sent = Parameters<vscode.LanguageModelChat['sendRequest']>;
type Piece = vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart | Error | (() => void);

const text = (value: string): Piece => new vscode.LanguageModelTextPart(value);

/** Returns a model in the form in which the editor offers models to extensions. `sent` records the requests. */
function fakeModel(pieces: readonly Piece[], sent: Sent[] = []): vscode.LanguageModelChat {
  async function* stream(): AsyncGenerator<vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart> {
    for (const piece of pieces) {
      await Promise.resolve();
      if (piece instanceof Error) throw piece;
      if (typeof piece === 'function') piece();
      else yield piece;
    }
  }
  return {
    id: 'fake-1',
    name: 'Fake',
    vendor: 'fake',
    family: 'gpt-4',
    version: '1',
    maxInputTokens: 8_000,
    countTokens: () => Promise.resolve(0),
    sendRequest: (...request: Sent) => {
      sent.push(request);
      return Promise.resolve({ stream: stream(), text: (async function* () {})() });
    },
  };
}

const hello: ChatRequest = {
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
};

async function ask(
  pieces: readonly Piece[],
  signal: CancelSignal = neverCancelled,
): Promise<{ deltas: ChatDelta[]; error?: ChatError }> {
  const deltas: ChatDelta[] = [];
  try {
    for await (const delta of new LmModel(fakeModel(pieces)).stream(hello, signal)) deltas.push(delta);
    return { deltas };
  } catch (error) {
    assert.ok(error instanceof ChatError);
    return { deltas, error };
  }
}

describe('a model from the editor', () => {
  it('has a profile with the data from the editor’s description', () => {
    assert.deepEqual(new LmModel(fakeModel([])).profile, {
      id: 'fake-1',
      window: 8_000,
      supportsTools: true,
      encoding: 'cl100k_base',
    });
  });

  it('can be found with editorModels, which returns an array', async () => {
    assert.ok(Array.isArray(await editorModels()));
  });

  it('streams text and tool calls', async () => {
    const call = new vscode.LanguageModelToolCallPart('c1', 'read_file', { path: 'a.ts' });
    assert.deepEqual((await ask([text('I look.'), call])).deltas, [
      { type: 'text', text: 'I look.' },
      { type: 'toolCall', index: 0, callId: 'c1', name: 'read_file', arguments: '{"path":"a.ts"}' },
      { type: 'finish', reason: 'toolCalls' },
    ]);
    assert.deepEqual((await ask([text('Yes.')])).deltas.at(-1), { type: 'finish', reason: 'stop' });
  });

  it('gets messages, tool calls and results in the editor’s format', async () => {
    const sent: Sent[] = [];
    const model = new LmModel(fakeModel([text('ok')], sent));
    const request: ChatRequest = {
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
      maxOutputTokens: 50,
      messages: [
        { role: 'system', parts: [{ type: 'text', text: 'Rules.' }] },
        ...hello.messages,
        {
          role: 'assistant',
          parts: [{ type: 'toolCall', callId: 'c1', name: 'look', arguments: '{"a":1}' }],
        },
        { role: 'tool', callId: 'c1', toolName: 'look', parts: [{ type: 'text', text: 'seen' }] },
      ],
    };
    for await (const delta of model.stream(request, neverCancelled)) assert.ok(delta);
    const [[messages, options] = assert.fail('nothing was sent')] = sent;
    const { User, Assistant } = vscode.LanguageModelChatMessageRole;
    assert.deepEqual(
      messages.map(({ role, content }) => [role, content.length]),
      [
        [User, 2],
        [Assistant, 1],
        [User, 1],
      ],
    );
    const [called] = messages[1]?.content ?? [];
    const [result] = messages[2]?.content ?? [];
    assert.ok(called instanceof vscode.LanguageModelToolCallPart && 'a' in called.input);
    assert.ok(result instanceof vscode.LanguageModelToolResultPart && result.callId === 'c1');
    assert.equal(options?.tools?.[0]?.name, 'look');
    assert.equal(options.modelOptions?.['max_tokens'], 50);
  });

  it('can be cancelled during an answer', async () => {
    for (const end of [[], [new Error('Canceled')]]) {
      const stop = new Cancellation();
      const cancel = (): void => {
        stop.cancel();
      };
      const { deltas, error } = await ask([text('Half'), cancel, ...end], stop.signal);
      assert.deepEqual([deltas.length, error?.reason], [1, 'cancelled']);
    }
  });

  it('may send reasoning and tool calls as tagged text', async () => {
    const thinks = [text('<thi'), text('nk>I plan.</think>\nHello.')];
    assert.deepEqual((await ask(thinks)).deltas, [
      { type: 'reasoning', text: 'I plan.' },
      { type: 'text', text: 'Hello.' },
      { type: 'finish', reason: 'stop' },
    ]);
    const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];
    const model = new LmModel(fakeModel([text('<tool_call>{"name":"look","arguments":{}}</tool_call>')]));
    const deltas: ChatDelta[] = [];
    for await (const delta of model.stream({ ...hello, tools }, neverCancelled)) deltas.push(delta);
    assert.deepEqual(deltas, [
      { type: 'toolCall', index: 0, name: 'look', arguments: '{}' },
      { type: 'finish', reason: 'toolCalls' },
    ]);
  });

  it('gets no unpaired surrogates, not even in tool descriptions', async () => {
    const sent: Sent[] = [];
    const half = '\ud83d';
    const tools = [{ name: 'look', description: half, parameters: { type: 'object', description: half } }];
    const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: half }] }];
    const model = new LmModel(fakeModel([text('ok')], sent));
    for await (const delta of model.stream({ messages, tools }, neverCancelled)) assert.ok(delta);
    const [[written, options] = assert.fail('nothing was sent')] = sent;
    assert.doesNotMatch(JSON.stringify([written, options?.tools]), /\\ud/u);
  });

  describe('times out', () => {
    const limits = (gap: number) => ({ headers: 20, firstToken: 290, gap });
    const endless = async (gap: number, fireMs: number): Promise<ChatError> => {
      const timers = new ManualTimers();
      let release: () => void = () => undefined;
      const silence = new Promise<void>((resolve) => (release = resolve));
      const model: vscode.LanguageModelChat = {
        ...fakeModel([]),
        sendRequest: () =>
          Promise.resolve({
            stream: (async function* () {
              yield text('I write the file now.');
              await silence;
            })(),
            text: (async function* () {})(),
          }),
      };
      const deltas = new LmModel(model, { limits: limits(gap), timers }).stream(hello, neverCancelled);
      const reading = (async () => {
        for await (const delta of deltas) assert.equal(delta.type, 'text');
      })();
      reading.catch(() => undefined);
      await timers.untilSet(fireMs);
      timers.fire(fireMs);
      release();
      try {
        await reading;
      } catch (error) {
        assert.ok(error instanceof ChatError);
        return error;
      }
      return assert.fail('the stream ended without an error');
    };

    it('even if white space arrives during a pause, because white space does not restart the time limit', async () => {
      const timers = new ManualTimers();
      const waits: number[] = [];
      const counted = {
        set: (callback: () => void, ms: number): unknown => (waits.push(ms), timers.set(callback, ms)),
        clear: (timer: unknown): void => timers.clear(timer),
      };
      const model = new LmModel(fakeModel([text('I write.'), text(' '), text('\n')]), {
        limits: limits(60),
        timers: counted,
      });
      for await (const delta of model.stream(hello, neverCancelled)) assert.ok(delta);
      assert.deepEqual(waits, [290_000, 60_000]);
    });

    it('if an answer pauses longer than firstTokenTimeout, which also limits pauses unless the person has set gapTimeout', async () => {
      const { message, reason } = await endless(90, 290_000);
      assert.equal(reason, 'timeout');
      assert.match(message, /^Fake .* for 290 s\. .*raise longthread\.endpoint\./u);
    });

    it('if an answer pauses longer than the person’s longthread.endpoint.gapTimeout', async () => {
      const { message } = await endless(60, 60_000);
      assert.match(message, /for 60 s\. .*raise longthread\.endpoint\.gapTimeout/u);
    });
  });

  it('reports “Fake failed. Try again.” if the model’s extension throws an error without a message', async () => {
    assert.equal((await ask([new Error('')])).error?.message, 'Fake failed. Try again.');
  });

  for (const [what, thrown, reason] of [
    ['no permission', () => vscode.LanguageModelError.NoPermissions('no'), 'unauthorized'],
    [
      'an extension that is blocked from using the model',
      () => vscode.LanguageModelError.Blocked('quota'),
      'rateLimited',
    ],
    ['a model that no longer exists', () => vscode.LanguageModelError.NotFound('gone'), 'notFound'],
    [
      'a request that is too long',
      () => new Error('Message exceeds: maximum context length is 8000'),
      'contextOverflow',
    ],
    ['too many requests', () => new Error('Too many requests'), 'rateLimited'],
    ['any other error', () => new Error('boom'), 'serverError'],
  ] as const) {
    it(`reports the reason of an error: ${what}`, async () => {
      const { error } = await ask([thrown()]);
      assert.equal(error?.reason, reason);
      assert.doesNotMatch(error.message, /%s/);
    });
  }
});
