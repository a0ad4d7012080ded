import assert from 'node:assert/strict';
import { jsonLines, readContent, readFixture, sketch } from '../../../support/transcriptFiles.ts';

describe('the Codex reader', () => {
  it('reads only response items, base instructions and summaries, and reads each answer as one message', async () => {
    const { format, messages } = await readFixture('codex.jsonl');
    assert.equal(format, 'codex');
    assert.deepEqual(sketch(messages), [
      'system: You write code.',
      'system: Ask before you write.',
      'user: <instructions>',
      'user: <environment>',
      'user: Count the tests.',
      'assistant: (Counting) | I count them. | shell#c1({"command":["ls"]})',
      'tool shell#c1: a.test.ts',
      'assistant: apply_patch#c2(*** Begin Patch)',
      'tool apply_patch#c2: Exit code: 0\nWall time: 1 seconds\nOutput:\ndone',
      'assistant: <provider-tool> | shell#c3({"command":["pwd"]})',
      'tool shell#c3: denied',
      'tool #lost: whose?',
      'user: <foreign-summary>',
      'user: <instructions>',
      'assistant: There is one.',
    ]);
  });

  it('finds the exit code of a command in each format of the output', async () => {
    const { messages } = await readFixture('codex.jsonl');
    const results = messages.flatMap(({ message }) => (message.role === 'tool' ? [message] : []));
    assert.deepEqual(
      results.map(({ exitCode, isError }) => exitCode ?? isError),
      [1, 0, true, undefined],
    );
    for (const output of [
      'Chunk ID: 1\nProcess exited with code 3\nOutput:\n',
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 3, stdout: no',
    ]) {
      const chunk = { type: 'function_call_output', call_id: 'c', output };
      const other = await readContent(jsonLines({ timestamp: 'x', type: 'response_item', payload: chunk }));
      assert.equal(other.messages[0]?.message.role === 'tool' && other.messages[0].message.exitCode, 3);
    }
  });

  it('marks the result of a call as an error if the result says that Codex did not make the call', async () => {
    for (const output of [
      'patch rejected: writing outside of the project; rejected by user approval settings',
      'exec_command failed for `/bin/sh -c "npm test"`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
      'exec_command failed: CreateProcess { message: "Codex(Sandbox(Denied { output: 1 }))" }',
      'exec command rejected by user',
      'execution error: Io(Custom { kind: Other, error: "sandbox: access denied" })',
      'approval policy is Never; reject command — you should not ask for escalated permissions',
      'failed to parse function arguments: missing field `cmd`',
    ]) {
      const called = {
        type: 'function_call',
        call_id: 'c',
        name: 'exec_command',
        arguments: '{"cmd":"npm test"}',
      };
      const answered = { type: 'function_call_output', call_id: 'c', output };
      const lines = [called, answered].map((payload) => ({ timestamp: 'x', type: 'response_item', payload }));
      const result = (await readContent(jsonLines(...lines))).messages[1]?.message;
      assert.equal(result?.role === 'tool' && result.isError, true, output);
    }
  });

  it('reports skipped lines, and results without a call', async () => {
    const { skipped } = await readFixture('codex.jsonl');
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['event_msg/user_message line', 'world_state line', 'result without a call'],
    );
  });

  it('ignores encrypted reasoning', async () => {
    assert(!JSON.stringify(await readFixture('codex.jsonl')).includes('SECRET'));
  });

  it('reads files of the first versions, which have one bare item per line', async () => {
    const { format, messages } = await readFixture('codexLegacy.jsonl');
    assert.equal(format, 'codex');
    assert.deepEqual(sketch(messages), [
      'user: <instructions>',
      'user: Which branch?',
      'assistant: shell#c1({"command":["git","branch"]})',
      'tool shell#c1: main',
      'assistant: main',
    ]);
  });

  it('reads an image’s data, labels agents’ messages and encrypted summaries, and reports unknown items', async () => {
    const item = (payload: unknown) => ({ timestamp: 'x', type: 'response_item', payload });
    const url = 'data:image/png;base64,AAAA';
    const content = [
      { type: 'input_image', image_url: url },
      { type: 'input_image', image_url: null },
    ];
    const { messages, skipped } = await readContent(
      jsonLines(
        item({ type: 'message', role: 'user', content }),
        item({ type: 'agent_message', content: [{ type: 'input_text', text: 'ready' }] }),
        item({ type: 'message', role: 'narrator', content: [] }),
        item({ type: 'ghost_snapshot' }),
        { timestamp: 'x', type: 'compacted', payload: { message: '' } },
      ),
    );
    assert.deepEqual(messages[0]?.message.parts, [{ type: 'image', mediaType: 'image/png', data: 'AAAA' }]);
    assert.deepEqual(sketch(messages).slice(1), ['user: <agent-message>', 'user: <encrypted-summary>']);
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['message of an unknown role', 'ghost_snapshot item'],
    );
  });

  it('reads an answer’s model and usage and the window’s size, and ignores empty token counts', async () => {
    const line = (type: string, payload: object) => ({ timestamp: '2026-03-01T09:00:00Z', type, payload });
    const count = (last: object) =>
      line('event_msg', {
        type: 'token_count',
        info: { last_token_usage: last, model_context_window: 258_400 },
      });
    const { messages, window, skipped } = await readContent(
      jsonLines(
        line('turn_context', { model: 'gpt-5.2-codex' }),
        line('response_item', {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'Go.' }],
        }),
        line('response_item', { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' }),
        line('response_item', { type: 'function_call_output', call_id: 'c', output: 'ok' }),
        count({ input_tokens: 900, cached_input_tokens: 500, output_tokens: 20 }),
        line('event_msg', { type: 'token_count', info: null }),
        count({ input_tokens: 0, output_tokens: 0 }),
      ),
    );
    const answer = messages.find(({ message }) => message.role === 'assistant')?.message;
    assert.deepEqual(answer?.role === 'assistant' && [answer.model, answer.usage], [
      'gpt-5.2-codex',
      { inputTokens: 900, outputTokens: 20, cachedInputTokens: 500 },
    ]);
    assert.equal(window, 258_400);
    assert.deepEqual(skipped, [
      { where: 'line 1', what: 'turn_context line', count: 1 },
      { where: 'line 6', what: 'event_msg/token_count line', count: 1 },
    ]);
  });

  it('omits rolled back turns', async () => {
    const line = (type: string, payload: object) => ({ timestamp: '2026-03-01T09:00:00Z', type, payload });
    const said = (role: string, text: string) =>
      line('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] });
    const rolledBack = (turns: number) => line('event_msg', { type: 'thread_rolled_back', num_turns: turns });
    const { messages, skipped } = await readContent(
      jsonLines(
        line('session_meta', { id: 'x' }),
        said('user', '<environment_context>here</environment_context>'),
        said('user', 'one'),
        said('user', 'two'),
        line('response_item', { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{}' }),
        said('user', 'three'),
        rolledBack(2),
        said('user', 'two again'),
      ),
    );
    assert.deepEqual(sketch(messages), ['user: <environment>', 'user: one', 'user: two again']);
    assert.deepEqual(skipped, [{ where: 'line 7', what: 'message of a turn that was taken back', count: 3 }]);
    const all = await readContent(jsonLines(said('user', 'one'), rolledBack(9), said('user', 'two')));
    assert.deepEqual(sketch(all.messages), ['user: two']);
  });

  it('removes nothing for a rollback that has no valid number of turns', async () => {
    const line = (type: string, payload: object) => ({ timestamp: '2026-03-01T09:00:00Z', type, payload });
    const said = (text: string) =>
      line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    const rolledBack = (turns: unknown) =>
      line('event_msg', { type: 'thread_rolled_back', num_turns: turns });
    for (const turns of [0, -1, 0.5, '2', null]) {
      const { messages } = await readContent(
        jsonLines(said('one'), said('two'), rolledBack(turns), said('three'), rolledBack(1), said('four')),
      );
      assert.deepEqual(sketch(messages), ['user: one', 'user: two', 'user: four'], String(turns));
    }
  });
});

describe('Codex’s stream', () => {
  it('marks the result of a failed or declined call as an error', async () => {
    for (const [status, isError] of [
      ['completed', false],
      ['failed', true],
      ['declined', true],
    ] as const) {
      const item = { id: 'a', type: 'command_execution', command: 'make', status };
      const { messages } = await readContent(
        jsonLines({ type: 'thread.started', thread_id: 't' }, { type: 'item.completed', item }),
      );
      const result = messages.at(-1)?.message;
      assert.equal(result?.role === 'tool' && result.isError === true, isError, status);
    }
  });
});
