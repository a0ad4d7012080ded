import assert from 'node:assert/strict';
import type { ChatCompletionRequest, ChatMessage, ToolCall } from '@copilotkit/aimock';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentResponse, isAgentRequest } from '../../support/demo/demoAgent.ts';
import { copySample } from '../../support/demo/startSetUp.ts';

const NAMES = ['list_dir', 'read_file', 'replace_string_in_file', 'run_in_terminal'];

/** An agent with the tools that the demo calls. */
class FakeAgent {
  readonly messages: ChatMessage[] = [];
  readonly said: string[] = [];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#hears(`<workspace_info>\nfollowing folders:\n- ${folder}\n</workspace_info>`);
  }

  /**
   * Sends a question and runs the tool calls of each answer until an answer has no calls. Returns the last answer.
   */
  ask(words: string): string {
    this.#hears(`<context>\nIt is Monday.\n</context>\n<userRequest>\n${words}\n</userRequest>\n`);
    for (;;) {
      const answer = agentResponse(requestOf(this.messages));
      const calls = 'toolCalls' in answer ? answer.toolCalls : [];
      this.said.push(...calls.map(({ name }) => name));
      if (calls.length === 0) return answer.content ?? '';
      for (const call of calls) this.#run(call);
    }
  }

  #hears(content: string): void {
    this.messages.push({ role: 'user', content });
  }

  #run({ id = '', name, arguments: written }: ToolCall): void {
    const input = JSON.parse(written) as Readonly<Record<string, string>>;
    this.messages.push({ role: 'tool', tool_call_id: id, content: this.#result(name, input) });
  }

  #result(
    name: string,
    { filePath = '', oldString = '', newString = '' }: Readonly<Record<string, string>>,
  ): string {
    if (name === 'read_file') return readFileSync(filePath, 'utf8');
    if (name === 'replace_string_in_file') {
      const text = readFileSync(filePath, 'utf8');
      assert.ok(text.includes(oldString), `${filePath} has no ${oldString}`);
      writeFileSync(
        filePath,
        text.replace(oldString, () => newString),
      );
    }
    return name === 'run_in_terminal' ? testsIn(this.#folder).stdout : 'done';
  }
}

function requestOf(messages: readonly ChatMessage[], names = NAMES): ChatCompletionRequest {
  const parameters = { type: 'object', properties: { filePath: { type: 'string' } } };
  const tools = names.map((name) => ({ type: 'function' as const, function: { name, parameters } }));
  return { model: 'demo', messages: [...messages], tools };
}

/** Runs the sample's tests without a test runner, because a test runner would start a second process. */
function testsIn(cwd: string): { readonly status: number | null; readonly stdout: string } {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' };
  return spawnSync(process.execPath, ['test/harbour.test.ts'], { cwd, encoding: 'utf8', env });
}

describe('The demo endpoint behind the editor’s agent', () => {
  let folder: string;

  beforeEach(() => {
    folder = copySample(path.join(mkdtempSync(path.join(tmpdir(), 'lt-demo-')), 'harbour-log'));
  });

  afterEach(() => {
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });

  it('fixes the sample with the agent’s own tools, so that the failing tests pass', () => {
    assert.notEqual(testsIn(folder).status, 0);
    const agent = new FakeAgent(folder);
    assert.match(agent.ask('Fix the failing tests.'), /fixed.*\(demo model\)$/su);
    assert.equal(testsIn(folder).status, 0);
    for (const name of ['run_in_terminal', 'read_file', 'replace_string_in_file'])
      assert.ok(agent.said.includes(name));
    assert.ok(!readFileSync(path.join(folder, 'test/harbour.test.ts'), 'utf8').includes('padStart'));
  });

  it('continues at the same step after a compaction removed the earlier tool calls', () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: `notes: ${folder}/src/time.ts was read` },
      { role: 'user', content: '<userRequest>\nFix the failing tests.\n</userRequest>' },
      { role: 'tool', tool_call_id: 'demo_fix_2_abc', content: 'x' },
    ];
    const answer = agentResponse(requestOf(messages));
    assert.ok('toolCalls' in answer);
    const [call] = answer.toolCalls;
    assert.equal(call?.name, 'replace_string_in_file');
    assert.equal((JSON.parse(call.arguments) as { filePath: string }).filePath, `${folder}/src/berths.ts`);
  });

  it('reads the sample and changes nothing if no fix is requested, and calls only tools that the agent has', () => {
    const agent = new FakeAgent(folder);
    assert.match(agent.ask('What is this project about?'), /harbour’s log/u);
    assert.equal(agent.said.filter((name) => name === 'read_file').length, 11);
    agent.ask('Which tests are there, and what would you change?');
    assert.ok(!agent.said.includes('replace_string_in_file'));
    const answer = agentResponse(requestOf(agent.messages, ['read_memory']));
    assert.ok(!('toolCalls' in answer));
  });

  it('calls the tools of the Copilot harness if the request comes from that harness', () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: `* Current working directory: ${folder}` },
      {
        role: 'user',
        content:
          '<current_datetime>2026-11-25T03:23:35Z</current_datetime>\n\nFix the failing tests.\n\n<system_reminder>\nHook\n</system_reminder>',
      },
    ];
    const next = (): ToolCall | undefined => {
      const answer = agentResponse(requestOf(messages, ['bash', 'view', 'edit']));
      return 'toolCalls' in answer ? answer.toolCalls[0] : undefined;
    };
    assert.equal(next()?.name, 'bash');
    messages.push({ role: 'tool', tool_call_id: 'demo_fix_2_abc', content: 'x' });
    const call = next();
    assert.equal(call?.name, 'edit');
    const { path: edited } = JSON.parse(call.arguments) as { path: string };
    assert.equal(edited, `${folder}/src/berths.ts`);
    assert.ok(isAgentRequest(requestOf(messages, ['bash', 'view', 'edit'])));
  });

  it('uses the parameters of read_file to distinguish requests of the agent from requests of Longthread’s chat', () => {
    assert.ok(isAgentRequest(requestOf([])));
    const own = { type: 'object', properties: { path: { type: 'string' } } };
    const tools = [{ type: 'function' as const, function: { name: 'read_file', parameters: own } }];
    assert.ok(!isAgentRequest({ model: 'demo', messages: [], tools }));
  });
});
