import assert from 'node:assert/strict';
import { readContent, readFixture, readInShort, sketch } from '../../../support/transcriptFiles.ts';

describe('Cline’s and Roo’s histories', () => {
  it('tell the person’s words from results and from what the client says', async () => {
    assert.deepEqual(await readInShort('clineHistory.json'), {
      format: 'cline-history',
      messages: [
        'user: Make the lamp brighter. | <instructions> | <environment>',
        'assistant: (First look.) | I look. | read_file#c1({"path":"lamp.py"}) | execute_command#c2({"command":"make"})',
        'tool read_file#c1: power = 1',
        'tool execute_command#c2: Command failed with exit code 2.\nOutput:\nno make',
        'user: <instructions> | <environment>',
        'assistant: replace_in_file#c3({"path":"lamp.py"})',
        'tool replace_in_file#c3: The user denied this operation and provided the following feedback:',
        'user: Never touch the socket. | <environment>',
        'assistant: ask_followup_question#c4({"question":"Which?"})',
        'tool ask_followup_question#c4: The red one.',
        'assistant: attempt_completion#c5({"result":"Done."})',
        'tool attempt_completion#c5: Done',
        'user: <instructions> | And blue? | <environment>',
        'assistant: I read it. | read_file#text-1({"path":"blue.py"})',
        'tool read_file#text-1: power = 2',
        'user: <environment>',
        'assistant: Hm.',
        'user: <instructions> | <environment>',
        'user: <foreign-summary>',
        'assistant: (Easy.)',
        'assistant: read_file#c6({"path":"c.py"})',
        'tool read_file#c6: power = 3',
        'user: Faster. | [image]',
        'user: No, stop.',
      ],
      skipped: ['item without a known role'],
    });
  });

  it('are known by a result where they do not tell of the workspace', async () => {
    const { format, messages } = await readContent(
      JSON.stringify([
        { role: 'user', content: '<task>\nGo.\n</task>' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read_file', input: {} }] },
        { role: 'user', content: "[read_file for 'a.py'] Result:\npower = 1" },
      ]),
    );
    assert.deepEqual(
      [format, ...sketch(messages)],
      ['cline-history', 'user: Go.', 'assistant: read_file#c1({})', 'tool read_file#c1: power = 1'],
    );
  });

  it('have their models, times and failures', async () => {
    const { messages } = await readFixture('clineHistory.json');
    const [first, answer] = messages;
    assert.equal(first?.at, Date.UTC(2026, 2, 1, 9));
    assert.equal(answer?.message.role === 'assistant' && answer.message.model, 'model-x');
    const failed = messages.flatMap(({ message }) =>
      message.role === 'tool' && message.isError === true
        ? [`${message.callId} ${message.exitCode ?? ''}`]
        : [],
    );
    assert.deepEqual(failed, ['c2 2', 'c3 ']);
  });
});

describe('Cline’s screens', () => {
  const row = (say: string, text: string, partial = false): object => ({
    ts: 1,
    type: 'say',
    say,
    text,
    partial,
  });

  it('begin with the person’s task, whatever its row is called', async () => {
    const { format, messages } = await readContent(
      JSON.stringify([
        row('text', 'Make it brighter.'),
        row('api_req_started', '{}'),
        row('text', 'I look.'),
      ]),
    );
    assert.deepEqual(
      [format, sketch(messages)],
      ['cline-ui', ['user: Make it brighter.', 'assistant: I look.']],
    );
  });

  it('keep what was never written to its end, and nothing twice', async () => {
    const { messages, skipped } = await readContent(
      JSON.stringify([
        row('task', 'Go.'),
        row('reasoning', 'Look fir', true),
        row('text', 'I lo', true),
        row('text', 'I look.'),
      ]),
    );
    assert.deepEqual(sketch(messages), ['user: Go.', 'assistant: (Look fir) | I look.']);
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['text row'],
    );
  });
});
