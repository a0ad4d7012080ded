import assert from 'node:assert/strict';
import { toolCallsOf } from '../../../../src/core/log/message.ts';
import { jsonLines, readContent, readFixture, sketch } from '../../../support/transcriptFiles.ts';

const user = (uuid: string, parentUuid: string | null, content: unknown, more = {}) => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
  ...more,
});
const assistant = (uuid: string, parentUuid: string, text: string) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { role: 'assistant', content: [{ type: 'text', text }] },
});

describe('the Claude Code reader', () => {
  it('merges the lines of one answer, and separates results and client text', async () => {
    const { format, title, messages } = await readFixture('claudeCode.jsonl');
    assert.equal(format, 'claude-code');
    assert.equal(title, 'Fix the lamp');
    assert.deepEqual(sketch(messages), [
      'user: <command>',
      'user: <command> | <command> | <command> | the lamp, never touch the socket | <command>',
      'assistant: (Look first.) | I look at it. | Read#t1({"file_path":"lamp.ts"}) | Bash#t2({"command":"npm test"})',
      'tool Read#t1: export const lamp = 1; | <system-reminder>',
      'tool Bash#t2: Exit code 2\nlamp is broken | [image]',
      'assistant: <synthetic>',
      'user: <system-reminder> | Is it the wire? I saw <system-reminder> in a log.',
      'user: <foreign-summary>',
      'assistant: It is the wire. | Bash#t1~2({"command":"git diff"})',
      'user: <interrupt>',
      'user: Then leave it.',
    ]);
  });

  it('reads the newest title by the person, or else by a model', async () => {
    const titled = async (...titles: readonly object[]): Promise<string | undefined> =>
      (await readContent(jsonLines(user('u1', null, 'Hello.'), ...titles))).title;
    const own = (customTitle: string) => ({ type: 'custom-title', customTitle, sessionId: 's' });
    const models = (aiTitle: string) => ({ type: 'ai-title', aiTitle, sessionId: 's' });
    assert.equal(await titled(models('A lamp'), models('Two lamps')), 'Two lamps');
    assert.equal(await titled(own('Mine'), own('Ours'), models('A lamp')), 'Ours');
  });

  it('reports every line that it skips', async () => {
    const { skipped } = await readFixture('claudeCode.jsonl');
    assert.deepEqual(
      skipped.map(({ where, what, count }) => `${where}: ${String(count)} ${what}`),
      [
        'line 1: 2 summary line',
        'line 2: 1 custom-title line',
        'line 10: 1 progress line',
        'line 15: 1 system/compact_boundary line',
        'line 18: 1 repeated line',
        'line 21: 1 unreadable line',
        'line 14: 1 line of a subagent',
      ],
    );
  });

  it('counts an answer’s usage once, with cached tokens, and reads finish reasons and exit codes', async () => {
    const { messages } = await readFixture('claudeCode.jsonl');
    const answer = messages[2]?.message;
    assert(answer?.role === 'assistant');
    assert.deepEqual(answer.usage, { inputTokens: 105, outputTokens: 7, cachedInputTokens: 90 });
    assert.equal(answer.finish, 'toolCalls');
    const result = messages[4]?.message;
    assert(result?.role === 'tool');
    assert.equal(result.isError, true);
    assert.equal(result.exitCode, 2);
  });

  it('ignores signatures and the structured copies of results', async () => {
    const text = JSON.stringify(await readFixture('claudeCode.jsonl'));
    assert(!text.includes('c2lnbmF0dXJl'));
    assert(!text.includes('never imported'));
  });

  it('omits a branch that the person rewound', async () => {
    const { messages, skipped } = await readFixture('claudeCodeRewound.jsonl');
    assert.deepEqual(sketch(messages), [
      'user: Paint the door.',
      'assistant: Which colour?',
      'user: Blue.',
      'assistant: Blue it is.',
    ]);
    assert.deepEqual(skipped, [
      { where: 'the whole file', what: 'message of an abandoned branch', count: 3 },
    ]);
  });

  it('omits branches within a rewound branch', async () => {
    const { messages } = await readContent(
      jsonLines(
        user('u1', null, 'start'),
        user('u2', 'u1', 'first'),
        user('u3', 'u2', 'inner'),
        user('u4', 'u2', 'inner again'),
        user('u5', 'u1', 'second'),
      ),
    );
    assert.deepEqual(sketch(messages), ['user: start', 'user: second']);
  });

  it('keeps both branches if the first branch continued after the second branch began', async () => {
    const { messages } = await readContent(
      jsonLines(
        user('u1', null, 'start'),
        user('u2', 'u1', 'first'),
        user('u3', 'u1', 'second'),
        assistant('a1', 'u2', 'to the first'),
      ),
    );
    assert.equal(messages.length, 4);
  });

  it('reads a file that contains only a subagent’s messages', async () => {
    const { messages } = await readContent(jsonLines(user('u1', null, 'Find it.', { isSidechain: true })));
    assert.deepEqual(sketch(messages), ['user: Find it.']);
  });

  it('omits error messages that the client wrote in the form of answers', async () => {
    const error = { ...assistant('a1', 'u1', 'API Error'), isApiErrorMessage: true };
    const { messages, skipped } = await readContent(jsonLines(user('u1', null, 'Hello.'), error));
    assert.deepEqual(sketch(messages), ['user: Hello.']);
    assert.equal(skipped[0]?.what, 'error message of the client');
  });

  it('reads messages typed during the assistant’s work, and omits repeated lines and messages taken back', async () => {
    const queue = (operation: string, content?: string) => ({
      ...{ type: 'queue-operation', operation, content, sessionId: 's' },
    });
    const attachment = { type: 'attachment', uuid: 'x1', attachment: {} };
    const again = { ...attachment, attachment: { type: 'queued_command', prompt: 'And the docs.' } };
    const { messages } = await readContent(
      jsonLines(
        user('u1', null, 'Hello.'),
        ...[queue('enqueue', 'Any tests?'), queue('enqueue', 'And the docs.'), queue('remove')],
        assistant('a1', 'u1', 'Not yet.'),
        ...[queue('remove'), again],
        ...[queue('enqueue', 'Go on.'), queue('remove'), queue('enqueue', 'Go on.'), queue('remove')],
        ...['x2', 'x3'].map((uuid) => ({
          ...again,
          uuid,
          attachment: { ...again.attachment, prompt: 'Go on.' },
        })),
        ...[queue('enqueue', 'Next turn.'), queue('dequeue'), user('u2', 'a1', 'Next turn.')],
        ...[queue('enqueue', 'Taken back.'), queue('popAll'), queue('remove')],
        queue('enqueue', '{"task_id":"b1","description":"Run the tests","task_type":"local_bash"}'),
        queue('remove'),
      ),
    );
    assert.deepEqual(sketch(messages), [
      ...[
        'user: Hello.',
        'user: Any tests?',
        'assistant: Not yet.',
        'user: And the docs.',
        ...['user: Go on.', 'user: Go on.'],
        'user: Next turn.',
      ],
    ]);
  });

  it('labels a command as client text if only the client received the command', async () => {
    const command = (name: string, args: string): string =>
      `<command-name>${name}</command-name>\n<command-args>${args}</command-args>`;
    const { messages } = await readContent(
      jsonLines(
        user('u1', null, command('/effort', 'max')),
        user('u2', 'u1', '<local-command-stdout>Set effort level to max</local-command-stdout>'),
        user('u3', 'u2', command('/review', 'the harbour alone')),
        assistant('a1', 'u3', 'I look.'),
      ),
    );
    const said = sketch(messages);
    assert.ok(!said.join('\n').includes('max'), said.join('\n'));
    assert.ok(said[2]?.includes('the harbour alone'), said.join('\n'));
  });

  it('labels memory files, hooks and notifications in attachments', async () => {
    const attachment = (uuid: string, more: object) => ({ type: 'attachment', uuid, attachment: more });
    const { messages, skipped } = await readContent(
      jsonLines(
        user('u1', null, 'Hello.'),
        attachment('x1', { type: 'nested_memory', content: { content: 'Use tabs.' } }),
        attachment('x2', { type: 'hook_additional_context', content: ['Checked.'] }),
        attachment('x3', { type: 'queued_command', prompt: 'ended', commandMode: 'task-notification' }),
        attachment('x4', { type: 'date_change', newDate: '2026-03-02' }),
      ),
    );
    assert.deepEqual(sketch(messages).slice(1), [
      'user: <instructions>',
      'user: <hook>',
      'user: <notification>',
    ]);
    assert.equal(skipped[0]?.what, 'attachment/date_change line');
  });

  it('splits messages that share a line, and makes repeated call ids unique', async () => {
    const call = {
      type: 'assistant',
      uuid: 'REDACTED',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'REDACTED', name: 'Bash', input: {} }],
      },
    };
    const result = user('REDACTED', null, [{ type: 'tool_result', tool_use_id: 'REDACTED', content: 'ok' }]);
    const glued = [call, result, call, result].map((each) => JSON.stringify(each)).join('');
    const { messages, skipped } = await readContent(glued);
    assert.deepEqual(
      messages.flatMap(({ message }) => toolCallsOf(message).map(({ callId }) => callId)),
      ['REDACTED', 'REDACTED~2'],
    );
    assert.deepEqual(
      messages.flatMap(({ message }) => (message.role === 'tool' ? [message.callId] : [])),
      ['REDACTED', 'REDACTED~2'],
    );
    assert.deepEqual(skipped, []);
  });

  it('reads the program’s stream output without the messages of subagents', async () => {
    const line = (type: string, content: unknown, parent: string | null = null) => ({
      ...{ type, session_id: 's', parent_tool_use_id: parent },
      message: { role: type, ...(type === 'assistant' && { id: `m-${parent ?? ''}` }), content },
    });
    const { format, messages, skipped } = await readContent(
      jsonLines(
        { type: 'system', subtype: 'init', session_id: 's' },
        line('assistant', [{ type: 'tool_use', id: 't1', name: 'Task', input: {} }]),
        line('user', [{ type: 'text', text: 'Find it.' }], 't1'),
        line('assistant', [{ type: 'text', text: 'Found.' }], 't1'),
        line('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'Found.' }]),
        { type: 'result', subtype: 'success', session_id: 's', result: 'Done.' },
      ),
    );
    assert.equal(format, 'claude-code');
    assert.deepEqual(sketch(messages), ['assistant: Task#t1({})', 'tool Task#t1: Found.']);
    assert(skipped.some(({ what, count }) => what === 'line of a subagent' && count === 2));
  });

  it('reads the provider’s own tool calls as text, without encrypted content', async () => {
    const { messages } = await readContent(
      jsonLines(user('u1', null, 'Search.'), {
        ...assistant('a1', 'u1', ''),
        message: {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'lamps' } },
            {
              type: 'web_search_tool_result',
              tool_use_id: 's1',
              content: [
                { type: 'web_search_result', url: 'https://lamps.example', encrypted_content: 'SECRET' },
              ],
            },
            { type: 'text', text: 'There are lamps.' },
          ],
        },
      }),
    );
    assert.deepEqual(sketch(messages).slice(1), [
      'assistant: <provider-tool> | <provider-tool> | There are lamps.',
    ]);
    const told = JSON.stringify(messages[1]?.message);
    assert.match(told, /lamps\.example/u);
    assert.doesNotMatch(told, /SECRET/u);
  });
});
