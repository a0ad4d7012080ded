import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { askToGoOn, tellNotices } from '../../src/extension/agent/tellInAgent.ts';
import type { Conversation } from '../../src/core/chat/conversation.ts';
import { until } from '../support/until.ts';
import { longthreadApi, run, set } from './support/longthread.ts';

interface Body {
  readonly tools?: readonly unknown[];
  readonly reasoning_effort?: string;
}

describe('the model menu', () => {
  const sent: Body[] = [];
  const notices: string[] = [];
  const { showQuickPick, showInformationMessage } = vscode.window;
  let takesTools = true;
  let pressed: string | undefined;
  let server: Server;

  /** Chooses the items with these labels, one after another. */
  function picking(...labels: readonly RegExp[]): void {
    const left = [...labels];
    Object.assign(vscode.window, {
      showQuickPick: async (
        items: readonly vscode.QuickPickItem[] | Promise<readonly vscode.QuickPickItem[]>,
      ) => {
        const label = left.shift() ?? /^never$/u;
        return (await items).find((item) => label.test(item.label)) ?? assert.fail(String(label));
      },
    });
  }

  async function asked(text: string): Promise<Body> {
    sent.length = 0;
    await run('ask', text);
    return sent.at(-1) ?? assert.fail('nothing was sent');
  }

  before(async () => {
    await longthreadApi();
    server = createServer((request, response) => {
      if (request.url?.endsWith('/chat/completions') !== true)
        return void response.end(JSON.stringify({ data: [{ id: 'tiny', context_length: 50_000 }] }));
      let text = '';
      request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      request.on('end', () => {
        const body = JSON.parse(text) as Body;
        sent.push(body);
        if (!takesTools && body.tools !== undefined) {
          response.writeHead(400, { 'content-type': 'application/json' });
          return void response.end(JSON.stringify({ error: { message: 'tiny does not support tools' } }));
        }
        response.setHeader('content-type', 'text/event-stream');
        const choice = { index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' };
        response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await run('connect', {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      model: 'tiny',
    });
    await run('newSession');
    Object.assign(vscode.window, {
      showInformationMessage: (sentence: string, ...buttons: readonly string[]) => {
        notices.push(sentence);
        return Promise.resolve(buttons.find((button) => button === pressed));
      },
    });
  });

  after(async () => {
    Object.assign(vscode.window, { showQuickPick, showInformationMessage });
    await set({ 'endpoint.url': undefined, model: undefined, thinkingEffort: undefined });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sets and resets the thinking effort of the model', async () => {
    picking(/Thinking effort of tiny/u, /^High$/u);
    await run('chooseModel');
    assert.equal((await asked('Think of it.')).reasoning_effort, 'high');
    const configuration = vscode.workspace.getConfiguration('longthread');
    assert.deepEqual(configuration.get('thinkingEffort'), { tiny: 'high' });
    picking(/Thinking effort of tiny/u, /provider’s default/u);
    await run('chooseModel');
    assert.equal((await asked('Think less.')).reasoning_effort, undefined);
  });

  it('lets the person turn tools on again after the model refused them, and explains this in a single notice', async () => {
    takesTools = false;
    pressed = undefined;
    notices.length = 0;
    assert.equal((await asked('Look into it.')).tools, undefined);
    assert.equal((await asked('Look again.')).tools, undefined);
    assert.equal(sent.length, 1, 'refused tools were sent again');
    const told = notices.filter((sentence) => sentence.includes('answers without tools'));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /press “Try Again” or choose the model again/u);
    picking(/^tiny$/u);
    await run('chooseModel');
    pressed = 'Try Again';
    assert.equal((await asked('Once more.')).tools, undefined);
    assert.equal(sent.length, 2, 'the request had no tools after the model was chosen again');
    takesTools = true;
    await until('tools are sent again', async () => ((await asked('And now?')).tools?.length ?? 0) > 0);
  });
});

describe('the budget of a session in the editor’s agent', () => {
  const { showInformationMessage } = vscode.window;
  const told: (readonly string[])[] = [];
  let pressed: string | undefined;
  let wentOn = 0;
  const used = (refusal: string | undefined) =>
    ({ budget: { refusal, goOn: () => (wentOn += 1) } }) as unknown as Conversation;

  beforeEach(() => {
    told.length = 0;
    wentOn = 0;
    pressed = undefined;
    Object.assign(vscode.window, {
      showInformationMessage: (...shown: readonly string[]) => {
        told.push(shown);
        return Promise.resolve(pressed);
      },
    });
  });

  afterEach(() => {
    Object.assign(vscode.window, { showInformationMessage });
  });

  it('causes a notification with a button to continue when the budget is used up', async () => {
    await askToGoOn(used('This session has used all of its budget.'));
    assert.deepEqual(told, [
      [
        'This session has used all of its budget. After “Go On”, send your message again in the chat.',
        'Go On',
      ],
    ]);
    assert.equal(wentOn, 0);
    pressed = 'Go On';
    await askToGoOn(used('This session has used all of its budget.'));
    assert.equal(wentOn, 1);
  });

  it('causes a warning before the budget is used up', async () => {
    await askToGoOn(used(undefined));
    assert.deepEqual(told, []);
    let happen: Parameters<Conversation['onEvent']>[0] = () => undefined;
    tellNotices({
      onEvent: (listener) => {
        happen = listener;
        return () => undefined;
      },
    });
    happen({ type: 'noticed', sentence: 'This session has used 80 % of its budget.' });
    happen({ type: 'gauge' });
    assert.deepEqual(told, [['This session has used 80 % of its budget.']]);
  });
});
