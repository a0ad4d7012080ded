import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chatIdOf } from '../../src/core/agent/agentHistory.ts';
import type { AgentMessage, AgentRequest } from '../../src/core/agent/agentRequest.ts';
import { copilotCommand, LONG_RESULT, sayInCopilot } from './copilotCli.ts';
import { CopilotEndpoint, type ScriptedAnswer } from './copilotEndpoint.ts';

const FIRST = 'Fix the berths, and never touch the tests.';
const SECOND = 'Now ask another one.';
const TASK = 'Count the masts of all berths.';
const SUBAGENT = {
  ...{ description: 'count', prompt: TASK, name: 'counter' },
  ...{ agent_type: 'general-purpose', mode: 'sync' },
};

/**
 * Tests the undocumented behaviour of Copilot on which `mapRequest` relies. If a new version changes this behaviour, a
 * test fails.
 */
describe('Copilot’s harness', () => {
  let folder = '';
  let endpoint: CopilotEndpoint;
  let requests: readonly AgentRequest[];
  let summaries: readonly AgentRequest[];

  before(async function () {
    const command = await copilotCommand();
    if (command === undefined) this.skip();
    folder = mkdtempSync(path.join(tmpdir(), 'lt-copilot-'));
    let callsLeft = 8;
    endpoint = await CopilotEndpoint.start((request): ScriptedAnswer => {
      if (isSubagents(request)) return { text: 'There are nine.' };
      if (said(request.messages.at(-1)).includes(SECOND)) return { tool: 'task', input: SUBAGENT };
      callsLeft -= 1;
      if (callsLeft >= 0) return { command: LONG_RESULT };
      return { text: 'All is done.' };
    });
    const places = { command, folder, url: endpoint.url };
    await sayInCopilot(places, FIRST);
    await sayInCopilot(places, SECOND, true);
    const isSummary = ({ messages }: AgentRequest): boolean =>
      said(messages.at(-1)).startsWith('Please create a detailed summary of the conversation so far');
    const all = endpoint.handled.map(({ request }) => request);
    summaries = all.filter(isSummary);
    requests = all.filter((request) => !isSummary(request));
  });

  after(() => {
    (endpoint as CopilotEndpoint | undefined)?.stop();
    if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  function said(message: AgentMessage | undefined): string {
    return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
  }

  const isSubagents = ({ messages }: AgentRequest): boolean => said(messages[1]).includes(TASK);
  const own = (): readonly AgentRequest[] => requests.filter((request) => !isSubagents(request));

  it('names the same session folder in its system text in every turn, in new processes and after its own compaction', () => {
    assert.ok(own().length >= 10);
    const [id, ...others] = new Set(own().map(chatIdOf));
    assert.ok(id !== undefined);
    assert.deepEqual(others, []);
  });

  it('sends a subagent’s request with its own system text and only the task, so the request is not in the chat’s session', () => {
    const [asked, ...others] = endpoint.handled.filter(({ request }) => isSubagents(request));
    assert.deepEqual(others, []);
    assert.match(said(asked?.request.messages[0]), /^As a sub-agent/u);
    assert.equal(asked?.request.messages.length, 2);
    assert.notEqual(asked.sessionId, 's1', 'the subagent’s request is in the chat’s session');
    assert.equal(endpoint.handled.at(-1)?.sessionId, 's1', 'the chat’s last request is in another session');
  });

  it('sends the person’s complete words after the date', () => {
    for (const words of [FIRST, SECOND])
      assert.ok(
        own().some(({ messages }) =>
          messages.some((message) =>
            new RegExp(`^<current_datetime>[^<]*</current_datetime>\\s*${words}`, 'u').test(said(message)),
          ),
        ),
        words,
      );
  });

  it('requests a summary only if more than half of the window is used, and adds its own prompt to the history', () => {
    assert.ok(summaries.length >= 1);
    for (const { messages } of summaries) {
      assert.match(said(messages.at(-1)), /The history is being compacted/);
      assert.ok(messages.some((message) => message.parts.some(({ type }) => type === 'toolResult')));
      assert.ok(JSON.stringify(messages).length / 4 > 15_000);
    }
  });

  it('sends the summary word for word in a user message of later requests', () => {
    const after = own().filter(({ messages }) =>
      messages.some((message) =>
        /^\s*(?:Some of the|The) conversation history has been summarized/u.test(said(message)),
      ),
    );
    assert.ok(after.length > 0);
    for (const { messages } of after) {
      const at = messages.findIndex((message) => said(message).includes('has been summarized'));
      const text = said(messages[at]);
      assert.match(
        text,
        /<summary>[\s\S]*Notes of what was said\.\n\n\[longthread: these notes stand for session s1 through m\d+\][\s\S]*<\/summary>/u,
      );
      assert.equal(messages[at]?.role, 'user');
    }
  });

  it('sends the whole history with each request, and only adds messages to it until the next summary', () => {
    const texts = own().map(({ messages }) => messages.slice(1).map((message) => JSON.stringify(message)));
    for (const [at, messages] of texts.entries()) {
      const isGrown = (texts[at - 1] ?? []).every((text, index) => messages[index] === text);
      assert.ok(isGrown || messages[0]?.includes('has been summarized'), messages[0]?.slice(0, 500));
    }
  });

  it('returns a result with the id that the model chose for the call', () => {
    const ids = own().flatMap(({ messages }) =>
      messages.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'toolResult' ? [part.callId] : [])),
      ),
    );
    assert.ok(ids.includes('call_1') && ids.every((id) => /^call_\d+$/.test(id)));
  });
});
