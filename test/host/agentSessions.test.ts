import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import * as vscode from 'vscode';
import { versionProblem } from '../../src/extension/agent/useInAgent.ts';
import { ask, connected, kept, listen, said, SYSTEM, textOf, type Param } from './support/chatEndpoint.ts';
import { longthreadApi, run, set } from './support/longthread.ts';

const { User: USER, Assistant: ASSISTANT } = vscode.LanguageModelChatMessageRole;
const LONG = 'A line of the file that was read.\n'.repeat(200);

describe('a chat of the editor’s agent', () => {
  const sent: (readonly Param[])[] = [];
  const answers: (object | undefined)[] = [];
  const history: vscode.LanguageModelChatMessage[] = [];
  const conversationId = `chat-${Date.now()}`;
  const OF_CHAT = { chat: conversationId, tools: [{ name: 'read_file', description: 'Reads a file.' }] };
  let server: Server;
  let model: vscode.LanguageModelChat;

  before(async function () {
    if (versionProblem(vscode.version) !== undefined) this.skip();
    await longthreadApi();
    server = await listen(sent, answers);
    // Summaries are off, since their requests are sent in the background, and the tests look at the endpoint's newest
    // request.
    await set({ 'compaction.keepRecentMessages': 2, 'summary.enabled': false });
    model = await connected(server, 'tiny');
    history.push(said(SYSTEM, 'You are an agent.'), said(USER, '<environment_info>Linux</environment_info>'));
  });

  after(async () => {
    const names = ['endpoint.url', 'model', 'compaction.keepRecentMessages', 'summary.enabled'];
    await set(Object.fromEntries(names.map((name) => [name, undefined])));
    server.close();
  });

  /**
   * Sends messages in the same way as the agent. By default, sends the history with a tool, and adds the answer to the
   * history.
   */
  async function request(messages = history, options: Parameters<typeof ask>[2] = OF_CHAT) {
    const parts = await ask(model, messages, options);
    if (messages === history) history.push(kept(parts));
    return parts;
  }

  it('sends the agent’s messages to the model unchanged, and gets an answer with a session marker', async () => {
    history.push(
      said(USER, '<context>Monday</context>\n<userRequest>\nNever change time.ts. Read it.\n</userRequest>'),
    );
    const parts = await request();
    assert.deepEqual(
      sent.at(-1)!.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.match(
      sent.at(-1)!.at(-1)!.content,
      /<context>Monday<\/context>\n<userRequest>\nNever change time\.ts/,
    );
    // `<client` is Longthread's own mark around text that the person did not write.
    assert.doesNotMatch(sent.at(-1)!.at(-1)!.content, /<client/);
    const marker = parts.find((part) => part instanceof vscode.LanguageModelDataPart)!;
    assert.equal(marker.mimeType, 'stateful_marker');
    assert.match(Buffer.from(marker.data).toString('utf8'), /^tiny\\longthread:[\w-]+$/);
  });

  it('sends earlier messages unchanged with the next request', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const call = new vscode.LanguageModelToolCallPart(`call_${turn}`, 'read_file', {
        path: `src/${turn}.ts`,
      });
      history.push(said(ASSISTANT, call));
      history.push(
        said(
          USER,
          new vscode.LanguageModelToolResultPart(`call_${turn}`, [new vscode.LanguageModelTextPart(LONG)]),
        ),
      );
    }
    history.push(said(USER, '<userRequest>\nGo on.\n</userRequest>'));
    const before = sent.at(-1)!;
    await request();
    assert.deepEqual(sent.at(-1)!.slice(0, before.length), before);
    assert.equal(sent.at(-1)!.filter(({ role }) => role === 'tool').length, 6);
  });

  it('is compacted by the next request after Compact Now, and is whole again after an undo', async () => {
    const whole = sent.at(-1)!;
    await run('compactNow');
    history.push(said(USER, '<userRequest>\nAnd now?\n</userRequest>'));
    await request();
    const compacted = JSON.stringify(sent.at(-1));
    assert.ok(compacted.length < JSON.stringify(whole).length / 2, 'the model got the whole chat');
    assert.match(compacted, /Never change time\.ts/);
    assert.match(compacted, /And now\?/);
    await run('undoCompaction');
    history.push(said(USER, '<userRequest>\nAll of it?\n</userRequest>'));
    await request();
    assert.deepEqual(sent.at(-1)!.slice(0, whole.length), whole);
  });

  it('answers a request for a summary with notes, without asking the model, and is whole again after an undo', async () => {
    const whole = sent.at(-1)!;
    const task = 'Your task is to create a comprehensive, detailed summary of the conversation.';
    const asked = [
      said(SYSTEM, task),
      ...history.slice(2),
      said(USER, 'Summarize the conversation history so far.'),
    ];
    const notes = textOf(await request(asked, {}));
    assert.ok(
      !sent.some((messages) => JSON.stringify(messages).includes(task)),
      'the model was asked for the summary',
    );
    assert.match(notes, /Never change time\.ts/);
    history.splice(
      2,
      history.length,
      said(USER, `<conversation-summary>\n${notes}\n</conversation-summary>`),
    );
    history.push(said(USER, '<userRequest>\nGo on after it.\n</userRequest>'));
    await request();
    assert.match(JSON.stringify(sent.at(-1)), /Go on after it\./);
    await run('undoCompaction');
    history.push(said(USER, '<userRequest>\nWhole?\n</userRequest>'));
    await request();
    assert.deepEqual(sent.at(-1)!.slice(0, whole.length), whole);
  });

  it('adds no messages to a request for a title, and gets an answer without a session marker', async () => {
    const parts = await request([said(USER, 'Write a title for this chat.')], {});
    assert.equal(sent.at(-1)!.length, 1);
    assert.ok(
      !parts.some(
        (part) => part instanceof vscode.LanguageModelDataPart && part.mimeType === 'stateful_marker',
      ),
    );
  });

  it('restarts from an earlier message that the person changed', async () => {
    history.splice(2, history.length, said(USER, '<userRequest>\nSomething else.\n</userRequest>'));
    await request();
    assert.deepEqual(
      sent.at(-1)!.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.match(JSON.stringify(sent.at(-1)), /Something else\./);
    assert.doesNotMatch(JSON.stringify(sent.at(-1)), /Never change/);
  });
});
