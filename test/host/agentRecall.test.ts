import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import * as vscode from 'vscode';
import { versionProblem } from '../../src/extension/agent/useInAgent.ts';
import { ask, connected, kept, listen, said, SYSTEM, type Param } from './support/chatEndpoint.ts';
import { longthreadApi, set } from './support/longthread.ts';

const { User: USER } = vscode.LanguageModelChatMessageRole;
const TOOLS = ['longthread_recall', 'write_file'].map((name) => ({
  name,
  description: name,
  inputSchema: {},
}));

function calling(id: string, name: string, input: object): object {
  return { tool_calls: [{ index: 0, id, function: { name, arguments: JSON.stringify(input) } }] };
}

/** A chat in which the person named a password. */
class Chat {
  readonly #chat = `chat-${Math.random()}`;
  readonly history: vscode.LanguageModelChatMessage[];

  constructor(password: string) {
    this.history = [
      said(SYSTEM, `You are the agent of ${password.length}.`),
      this.person(`password: ${password}`),
    ];
  }

  person(words: string): vscode.LanguageModelChatMessage {
    return said(USER, `<userRequest>\n${words}\n</userRequest>`);
  }

  async ask(model: vscode.LanguageModelChat): Promise<readonly unknown[]> {
    const parts = await ask(model, this.history, { chat: this.#chat, tools: TOOLS });
    this.history.push(kept(parts));
    return parts;
  }

  result(callId: string, text: string): void {
    const part = new vscode.LanguageModelToolResultPart(callId, [new vscode.LanguageModelTextPart(text)]);
    this.history.push(said(USER, part));
  }
}

async function recalled(input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool('longthread_recall', {
    input,
    toolInvocationToken: undefined,
  });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('recall with two open chats of the editor’s agent', () => {
  const sent: (readonly Param[])[] = [];
  const answers: (object | undefined)[] = [];
  let server: Server;
  let model: vscode.LanguageModelChat;

  before(async function () {
    if (versionProblem(vscode.version) !== undefined) this.skip();
    await longthreadApi();
    server = await listen(sent, answers);
    model = await connected(server, 'tiny');
  });

  after(async () => {
    await set({ 'endpoint.url': undefined, model: undefined });
    server.close();
  });

  it('reads the session in which the model made the call, and keeps the number in the secret’s mark', async () => {
    const [first, second] = [new Chat('heron-9f4c1'), new Chat('quayside-7c2d4e')];
    answers.push(calling('call_a', 'longthread_recall', { address: 'm2' }));
    await first.ask(model);
    await second.ask(model);
    const text = await recalled({ address: 'm2' });
    assert.match(text, /password: \[secret: password #1\]/u);
    first.result('call_a', text);
    answers.push(calling('call_b', 'write_file', { text: 'pw=[secret: password #1]' }));
    const parts = await first.ask(model);
    const call = parts.find((part) => part instanceof vscode.LanguageModelToolCallPart);
    assert.deepEqual(call?.input, { text: 'pw=heron-9f4c1' });
  });

  it('omits the number in the mark of each secret if the calling chat is unknown', async () => {
    const [first, second] = [new Chat('heron-9f4c1b'), new Chat('quayside-7c2d4e5')];
    await first.ask(model);
    await second.ask(model);
    const text = await recalled({ address: 'm2' });
    assert.match(text, /password: \[secret: password\]/u);
    // Adds a call and its result to the first chat's history. The log has no such call, as the model did not make it.
    first.history.pop();
    const asked = new vscode.LanguageModelToolCallPart('call_c', 'longthread_recall', { address: 'm2' });
    first.history.push(said(vscode.LanguageModelChatMessageRole.Assistant, asked));
    first.result('call_c', text);
    answers.push(calling('call_d', 'write_file', { text: 'pw=[secret: password]' }));
    await assert.rejects(first.ask(model), /the value of \[secret: password\] is not known here/u);
  });
});
