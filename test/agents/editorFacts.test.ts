import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentMessage, AgentRequest } from '../../src/core/agent/agentRequest.ts';
import { chatIsKept, needsAgent, openAgentEditor, type AgentEditor } from '../support/agentEditor.ts';
import { copySampleFiles } from '../support/demo/sampleFiles.ts';
import { until } from '../support/until.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { cutRequest } from './cutRequest.ts';
import type { RecordedRequest } from '../agent/probe/recorded.ts';
import { HEAVY, withScript } from '../agent/probe/script.ts';

/**
 * Tests the undocumented behaviour of the editor's own agent on which Longthread relies. If this behaviour changes, a
 * test fails. LONGTHREAD_RECORD=1 writes the requests as fixtures.
 */
const fixtures = path.join(projectRoot, 'test/fixtures/agentRequests');

describe('the editor’s own agent, without a sign-in,', () => {
  const atEnd: (() => unknown)[] = [];
  let editor: AgentEditor;
  let workspace: string;
  let userData: string;
  let first: readonly RecordedRequest[];
  let second: RecordedRequest;

  before(async function () {
    needsAgent(this);
    const folder = mkdtempSync(path.join(tmpdir(), 'lt-agent-'));
    workspace = path.join(folder, 'sample');
    userData = path.join(folder, 'user');
    copySampleFiles(workspace);
    atEnd.push(() => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
    editor = await openAgentEditor({ workspace, userData });
    atEnd.push(() => editor.close());
  });

  after(async () => {
    for (const end of atEnd.toReversed()) await end();
  });

  /** Sends a text to the agent, and returns the resulting requests. */
  async function ask(text: string): Promise<readonly RecordedRequest[]> {
    await editor.say(text);
    return editor.run<RecordedRequest[]>('probe.requests');
  }

  /**
   * Asserts that `cutRequest` converts a request to the recorded fixture. With LONGTHREAD_RECORD=1, records the fixture
   * first.
   */
  function isAsRecorded(name: string, request: AgentRequest): void {
    const cut = cutRequest(request, workspace);
    const file = path.join(fixtures, `${name}.json`);
    if (process.env['LONGTHREAD_RECORD'] === '1') {
      mkdirSync(fixtures, { recursive: true });
      writeFileSync(file, `${JSON.stringify(cut, null, 2)}\n`);
    }
    assert.deepEqual(JSON.parse(JSON.stringify(cut)), JSON.parse(readFileSync(file, 'utf8')));
  }

  it('offers another extension’s models with their context windows after a group of these models is added and the page of language models is opened', async () => {
    await editor.openGates('longthread-probe', 'Probe');
    const models = await editor.run<{ vendor: string; id: string; maxInputTokens: number }[]>('probe.models');
    const large = models.find(({ id }) => id === 'large');
    assert.equal(large?.vendor, 'longthread-probe');
    assert.equal(large.maxInputTokens, 1_000_000_000);
  });

  it('sends the person’s words in a block with a tag, and sends the model’s calls back with their arguments', async () => {
    await choose('large');
    first = await ask(
      withScript('Create a note.', [
        [
          { text: 'I write it.' },
          { tool: 'create_file', input: { filePath: `${workspace}/note.md`, content: 'one\n' } },
        ],
        [{ text: 'Done.' }, { data: 'large\\marker-1', mimeType: 'stateful_marker' }],
      ]),
    );
    const [question, step] = first;
    assert.equal(first.length, 2);
    assert.match(textOf(question!.messages.at(-1)), /<userRequest>\nCreate a note\./);
    const called = step!.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'toolCall'));
    assert.deepEqual(
      called.map((part) => part.type === 'toolCall' && part.callId),
      ['probe-1-1'],
    );
    isAsRecorded('question', question!);
    isAsRecorded('toolResult', step!);
  });

  it('sends each request with the same beginning and with the conversation’s id', async () => {
    [second] = (await ask(withScript('And another turn.', [[{ text: 'Second answer.' }]]))) as [
      RecordedRequest,
    ];
    const [question, step] = first;
    const before = step!.messages.length;
    assert.deepEqual(second.messages.slice(0, before), step!.messages);
    assert.match(second.conversationId ?? '', /^[\da-f-]{36}$/);
    assert.equal(second.conversationId, question!.conversationId);
    isAsRecorded('secondTurn', second);
  });

  it('sends the marker of an earlier answer back in the next turn, once', () => {
    const markers = second.messages.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.type === 'data' && part.mediaType === 'stateful_marker' ? [part.text] : [],
      ),
    );
    assert.deepEqual(markers, ['large\\marker-1']);
  });

  it('keeps the partial text of a stopped answer, and does not mark the answer as stopped', async () => {
    await editor.send(withScript('Talk long.', [[{ wordsUntilStopped: 4 }]]));
    await editor.page.getByText('word4').first().waitFor();
    await editor.run('workbench.action.chat.cancel');
    await editor.idle();
    await editor.run('probe.requests');
    const [request] = await ask(withScript('After the stop.', [[{ text: 'Third.' }]]));
    assert.equal(textOf(request!.messages.at(-2)), 'word1 word2 word3 word4 ');
    isAsRecorded('afterStop', request!);
  });

  it('repeats the request if the person wants another answer', async () => {
    await editor.page.locator('.interactive-list .codicon-refresh').last().click();
    const again: RecordedRequest[] = [];
    const isAsked = async (): Promise<boolean> =>
      again.push(...(await editor.run<RecordedRequest[]>('probe.requests'))) > 0;
    await until('it is asked again', isAsked, { pause: () => sleep(100) });
    await editor.idle();
    assert.match(textOf(again[0]!.messages.at(-1)), /After the stop\./);
    isAsRecorded('afterStop', again[0]!);
  });

  it('sends a subagent’s requests with the conversation’s id and another system text', async () => {
    const inner = withScript('Look around.', [[{ text: 'Seen.' }]]);
    const input = { prompt: inner, description: 'Look around' };
    const requests = await ask(
      withScript('Ask a subagent.', [[{ tool: 'runSubagent', input }], [{ text: 'It has.' }]]),
    );
    const [asked, sub, back] = requests;
    assert.equal(requests.length, 3);
    assert.equal(sub!.conversationId, asked!.conversationId);
    assert.notEqual(textOf(sub!.messages[0]), textOf(asked!.messages[0]));
    assert.equal(textOf(back!.messages[0]), textOf(asked!.messages[0]));
    isAsRecorded('subagent', sub!);
    isAsRecorded('afterSubagent', back!);
  });

  it('requests a summary without the conversation’s id, and sends the summary word for word in later requests', async () => {
    const [summary] = await ask('/compact');
    assert.equal(summary!.conversationId, undefined);
    assert.ok(hasSummaryText(summary!));
    assert.match(textOf(summary!.messages[1]), /<userRequest>\nCreate a note\./);
    assert.match(textOf(summary!.messages.at(-1)), /^Summarize the conversation history so far/);
    const [after] = await ask(withScript('After the summary.', [[{ text: 'Fifth.' }]]));
    const back = after!.messages.map(textOf).find((text) => text.startsWith('<conversation-summary>'));
    assert.match(back ?? '', /^<conversation-summary>\nIt has\.\n/);
  });

  it('does not compact two million tokens for a model with a huge window, and compacts immediately for a small window', async () => {
    const heavy = withScript(`This ${HEAVY}.`, [[{ text: 'Read.' }]]);
    assert.deepEqual((await ask(heavy)).map(hasSummaryText), [false]);
    assert.deepEqual((await ask(withScript('And on.', [[{ text: 'On.' }]]))).map(hasSummaryText), [false]);
    await choose('small');
    const requests = await ask(withScript('With little room.', [[{ text: 'Sixth.' }]]));
    assert.ok(requests.some(hasSummaryText), 'the model with the small window was not asked for a summary');
  });

  it('sends the same conversation id, system text and earlier messages after the window is reloaded', async () => {
    // Waits until the editor has saved the chat, since a reload loses unsaved messages.
    await chatIsKept(userData, 'Sixth.');
    await editor.reload();
    await choose('large');
    const [request] = await ask(withScript('After the reload.', [[{ text: 'Fourth.' }]]));
    assert.equal(request!.conversationId, second.conversationId);
    assert.equal(withoutFinds(request!.messages[0]), withoutFinds(second.messages[0]));
    assert.match(request!.messages.map(textOf).join('\n'), /^Sixth\.$/m);
  });

  it('sends earlier requests of Ask mode as plain text, and the current request in <prompt>', async () => {
    await editor.newChat();
    await choose('large', 'ask');
    const [asked] = await ask(withScript('A question.', [[{ text: 'An answer.' }]]));
    assert.match(textOf(asked!.messages.at(-1)), /<prompt>\nA question\. [^]*<\/prompt>/);
    const [later] = await ask(withScript('Another one.', [[{ text: 'Another answer.' }]]));
    assert.ok(later!.messages.some((message) => /^A question\. SCRIPT/.test(textOf(message))));
  });

  it('offers no tool to create a file in Edit mode', async () => {
    await editor.newChat();
    await choose('large', 'edit');
    const [asked] = await ask(withScript('An edit.', [[{ text: 'Edited.' }]]));
    assert.match(textOf(asked!.messages.at(-1)), /<prompt>\nAn edit\. /);
    assert.ok(!asked!.tools.some(({ name }) => name === 'create_file'));
  });

  const choose = (id: string, mode: 'agent' | 'ask' | 'edit' = 'agent'): Promise<void> =>
    editor.choose(mode, { vendor: 'longthread-probe', id });
});

/** Returns a message's text without skills and agents, since the editor may find them only after the first question. */
function withoutFinds(message: Parameters<typeof textOf>[0]): string {
  return textOf(message).replaceAll(/<(skills|agents)>[\s\S]*?<\/\1>\s*/gu, '');
}

function hasSummaryText({ messages }: AgentRequest): boolean {
  return /^Your task is to create a comprehensive, detailed summary/.test(textOf(messages[0]));
}

function textOf(message: AgentMessage | undefined): string {
  const texts = (parts: AgentMessage['parts']): string =>
    parts
      .map((part) => (part.type === 'text' ? part.text : part.type === 'toolResult' ? texts(part.parts) : ''))
      .join('');
  return texts(message?.parts ?? []);
}
