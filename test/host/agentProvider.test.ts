import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { versionProblem } from '../../src/extension/agent/useInAgent.ts';
import { editorModels } from '../../src/extension/models/lmModel.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { longthreadApi, run, set } from './support/longthread.ts';

const READ_FILE: vscode.LanguageModelChatTool = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
};

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));

async function offered(): Promise<readonly vscode.LanguageModelChat[]> {
  return vscode.lm.selectChatModels({ vendor: 'longthread' });
}

describe('Longthread’s models in the editor', () => {
  let demo: DemoEndpoint;
  let model: vscode.LanguageModelChat;

  before(async function () {
    await longthreadApi();
    demo = await startDemoEndpoint({ pauseMs: 0 });
    await run('connect', { url: demo.url, key: 'sk-demo', model: DEMO_MODEL });
    if (versionProblem(vscode.version) !== undefined) return;
    const isThere = async (): Promise<boolean> => (await offered()).length > 0;
    await until('the model is offered', isThere, { pause });
    [model] = (await offered()) as [vscode.LanguageModelChat];
  });

  after(async () => {
    await set({ 'endpoint.url': undefined, model: undefined });
    await demo.close();
  });

  /** Skips a test if the editor is too old to offer models to its agent. */
  function needsAgent(context: Mocha.Context): void {
    if (versionProblem(vscode.version) !== undefined) context.skip();
  }

  async function answer(
    text: string,
    tools: vscode.LanguageModelChatTool[] = [],
    token?: vscode.CancellationToken,
  ): Promise<readonly unknown[]> {
    const response = await model.sendRequest([vscode.LanguageModelChatMessage.User(text)], { tools }, token);
    const parts: unknown[] = [];
    for await (const part of response.stream) parts.push(part);
    return parts;
  }

  it('are offered only if the editor’s agent can use them', async function () {
    const isOld = versionProblem(vscode.version) !== undefined;
    assert.equal((await offered()).length, isOld ? 0 : 1);
  });

  it('have the id of the endpoint’s model, “via Longthread” in the name and a huge input limit', function () {
    needsAgent(this);
    assert.equal(model.id, DEMO_MODEL);
    assert.equal(model.name, `${DEMO_MODEL} via Longthread`);
    assert.ok(model.maxInputTokens >= 1_000_000_000);
  });

  it('answer with text and complete tool calls', async function () {
    needsAgent(this);
    const parts = await answer('Read src/harbour.ts.', [READ_FILE]);
    const calls = parts.filter((part) => part instanceof vscode.LanguageModelToolCallPart);
    assert.deepEqual(
      calls.map(({ name, input }) => [name, input]),
      [['read_file', { path: 'src/harbour.ts' }]],
    );
    assert.ok(parts.some((part) => part instanceof vscode.LanguageModelTextPart && part.value.length > 0));
  });

  it('report the tokens of a request', async function () {
    needsAgent(this);
    const parts = await answer('Thanks.');
    const usage = parts.find(
      (part) => part instanceof vscode.LanguageModelDataPart && part.mimeType === 'usage',
    ) as vscode.LanguageModelDataPart;
    const told = JSON.parse(Buffer.from(usage.data).toString('utf8')) as Record<string, number>;
    assert.deepEqual(Object.keys(told), ['prompt_tokens', 'completion_tokens', 'total_tokens']);
    assert.equal(told['total_tokens'], told['prompt_tokens']! + told['completion_tokens']!);
  });

  it('answer within the output limit of a request', async function () {
    needsAgent(this);
    const charactersWithin = async (limit: number): Promise<number> => {
      const asked = [vscode.LanguageModelChatMessage.User('What is this project about?')];
      const { text } = await model.sendRequest(asked, { modelOptions: { max_tokens: limit } });
      let said = '';
      for await (const piece of text) said += piece;
      return said.length;
    };
    const [cut, whole, atReported] = [
      await charactersWithin(5),
      await charactersWithin(15_999),
      await charactersWithin(16_000),
    ];
    assert.ok(cut > 0 && cut < whole, `${cut} of ${whole} characters`);
    assert.equal(atReported, whole);
  });

  it('count the tokens of a text and of a message', async function () {
    needsAgent(this);
    const text = 'A sentence of nine words for the count alone.';
    const tokens = await model.countTokens(text);
    assert.ok(tokens >= 9 && tokens <= 12, `${tokens} tokens`);
    assert.equal(await model.countTokens(vscode.LanguageModelChatMessage.User(text)), tokens);
  });

  it('are not offered to Longthread itself', async function () {
    needsAgent(this);
    assert.deepEqual(
      (await editorModels()).filter(({ vendor }) => vendor === 'longthread'),
      [],
    );
  });

  it('report an error as one sentence without a stack', async function () {
    needsAgent(this);
    const refusing = createServer((_request, response) => response.writeHead(401).end());
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as AddressInfo;
    await set({ 'endpoint.url': `http://127.0.0.1:${port}/v1` });
    try {
      await until('the models are read anew', async () => (await problemOf('Hello?')) !== '', { pause });
      const problem = await problemOf('Hello?');
      assert.match(problem, /^[^\n]+[.]$/);
      assert.doesNotMatch(problem, /\bat .*:\d+:\d+/);
    } finally {
      refusing.close();
    }
  });

  async function problemOf(text: string): Promise<string> {
    try {
      await answer(text);
      return '';
    } catch (error) {
      const told = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return told instanceof Error ? told.message : String(told);
    }
  }
});
