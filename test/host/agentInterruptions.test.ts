import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import * as vscode from 'vscode';
import { versionProblem } from '../../src/extension/agent/useInAgent.ts';
import { until } from '../support/until.ts';
import {
  ask,
  connected,
  kept,
  listen,
  said,
  SYSTEM,
  type Param,
  type Part,
  type Unended,
} from './support/chatEndpoint.ts';
import { longthreadApi, set } from './support/longthread.ts';

const { User: USER } = vscode.LanguageModelChatMessageRole;
const TOOLS = [{ name: 'write_file', description: 'Writes a file.', inputSchema: {} }];
const HALF_CALL = {
  index: 0,
  id: 'call_half',
  function: { name: 'write_file', arguments: '{"path":"a.ts","te' },
};

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));

describe('an interrupted chat of the editor’s agent', () => {
  const sent: (readonly Param[])[] = [];
  const answers: (object | Unended | undefined)[] = [];
  let server: Server;
  let model: vscode.LanguageModelChat;
  let history: vscode.LanguageModelChatMessage[] = [];
  let chat = '';
  let cases = 0;

  before(async function () {
    if (versionProblem(vscode.version) !== undefined) this.skip();
    await longthreadApi();
    server = await listen(sent, answers);
    model = await connected(server, 'tiny');
  });

  after(async () => {
    await set({ 'endpoint.url': undefined, model: undefined });
    server.closeAllConnections();
    server.close();
  });

  beforeEach(async () => {
    cases += 1;
    chat = `chat-${Math.random()}`;
    history = [said(SYSTEM, `You are agent ${cases}.`)];
    person('word-one');
    answers.push({ content: 'word-two' });
    history.push(kept(await ask(model, history, { chat, tools: TOOLS })));
    person('word-three');
  });

  function person(word: string): void {
    history.push(said(USER, `<userRequest>\n${word}\n</userRequest>`));
  }

  /**
   * Sends the history, and cancels the request when `isTime` returns true. Returns the parts that arrived until then.
   */
  async function stopped(isTime: (parts: readonly unknown[]) => boolean): Promise<readonly Part[]> {
    const cancelling = new vscode.CancellationTokenSource();
    const parts: Part[] = [];
    const asking = (async () => {
      const modelOptions = { _conversationId: chat };
      const response = await model.sendRequest(history, { modelOptions, tools: TOOLS }, cancelling.token);
      for await (const part of response.stream) parts.push(part as Part);
    })().catch(() => undefined);
    await until('it is time to stop', () => isTime(parts), { pause });
    cancelling.cancel();
    await asking;
    return parts;
  }

  /** Sends one more message, and checks that each word of the chat reaches the model only once and in order. */
  async function goesOn(...words: readonly string[]): Promise<void> {
    person('word-last');
    await ask(model, history, { chat, tools: TOOLS });
    const told = JSON.stringify(sent.at(-1));
    const all = ['word-one', 'word-two', 'word-three', ...words, 'word-last'];
    assert.deepEqual(told.match(/word-\w+/gu), all);
  }

  it('sends each message only once after a stop before the first word of the answer', async () => {
    const before = sent.length;
    answers.push({ pieces: [], then: 'hold' });
    await stopped(() => sent.length > before);
    await goesOn();
  });

  it('sends each message only once after a stop at the very start of the request', async () => {
    answers.push({ pieces: [], then: 'hold' });
    await stopped(() => true);
    await pause();
    answers.length = 0;
    await goesOn();
  });

  it('sends each message only once after a stop within the text, if the agent keeps the text', async () => {
    answers.push({ pieces: [{ content: 'word-half' }], then: 'hold' });
    history.push(kept(await stopped((parts) => parts.length > 0)));
    await goesOn('word-half');
  });

  it('sends each message only once after a stop within the text, if the agent drops the text', async () => {
    answers.push({ pieces: [{ content: 'word-half' }], then: 'hold' });
    await stopped((parts) => parts.length > 0);
    await goesOn();
  });

  it('sends each message only once and drops the incomplete tool call after a stop', async () => {
    answers.push({ pieces: [{ content: 'word-half' }, { tool_calls: [HALF_CALL] }], then: 'hold' });
    const parts = await stopped((some) => some.length > 0);
    assert.ok(!parts.some((part) => part instanceof vscode.LanguageModelToolCallPart));
    history.push(kept(parts));
    await goesOn('word-half');
  });

  it('sends each message only once and drops the incomplete tool call after a lost connection', async () => {
    const broken: Unended = {
      pieces: [{ content: 'word-half' }, { tool_calls: [HALF_CALL] }],
      then: 'break',
    };
    answers.push(...Array.from({ length: 10 }, () => broken));
    const parts: Part[] = [];
    await assert.rejects(async () => {
      const modelOptions = { _conversationId: chat };
      const response = await model.sendRequest(history, { modelOptions, tools: TOOLS });
      for await (const part of response.stream) parts.push(part as Part);
    }, /broke off|Try again/u);
    answers.length = 0;
    assert.ok(!parts.some((part) => part instanceof vscode.LanguageModelToolCallPart));
    // The agent sends the same request again.
    history.push(kept(await ask(model, history, { chat, tools: TOOLS })));
    assert.deepEqual(JSON.stringify(sent.at(-1)).match(/word-\w+/gu), ['word-one', 'word-two', 'word-three']);
    await goesOn();
  });

  it('sends each message only once, and “[interrupted]” for a missing tool result', async () => {
    const whole = {
      ...HALF_CALL,
      id: `call_${cases}`,
      function: { name: 'write_file', arguments: '{"a":"word-arg"}' },
    };
    answers.push({ tool_calls: [whole] });
    history.push(kept(await ask(model, history, { chat, tools: TOOLS })));
    await goesOn('word-arg');
    assert.match(JSON.stringify(sent.at(-1)), /\[interrupted\]/u);
  });
});
