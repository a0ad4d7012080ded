import assert from 'node:assert/strict';
import { readContent, sketch } from '../../../support/transcriptFiles.ts';

describe('Continue’s sessions', () => {
  const user = { message: { role: 'user', content: 'Make the lamp brighter.' } };
  const answer = (content: string, more: object = {}): object => ({
    message: { role: 'assistant', content },
    ...more,
  });
  const reasoning = (text: string): object => ({ reasoning: { active: false, text, startAt: 1, endAt: 2 } });
  const thinking = (content: string): object => ({ message: { role: 'thinking', content } });
  const read = async (...history: readonly object[]) =>
    readContent(JSON.stringify({ sessionId: 's', title: 'A lamp', history }));
  const sketched = async (...history: readonly object[]) => {
    const { messages, skipped } = await read(...history);
    return [...sketch(messages), ...skipped.map(({ what, count }) => `${count} × ${what}`)];
  };
  const state = (id: string, status: string, ...output: readonly string[]): object => ({
    ...{ toolCallId: id, status, output: output.map((content) => ({ name: 'Result', content })) },
  });
  const calls = (states: readonly object[]): object => ({
    message: {
      ...{ role: 'assistant', content: 'I look.' },
      toolCalls: states.map((each) => ({
        ...{ id: (each as { readonly toolCallId: string }).toolCallId, type: 'function' },
        function: { name: 'Bash', arguments: '{}' },
      })),
    },
    toolCallStates: states,
  });

  it('are read with thoughts that a model wrote in tags, whether they are stored with the answer or with the item before it', async () => {
    assert.deepEqual(
      await sketched(
        user,
        answer('I look.', reasoning('First look.')),
        answer('', reasoning('Then paint.')),
        answer('Done.'),
      ),
      [
        'user: Make the lamp brighter.',
        'assistant: (First look.) | I look.',
        'assistant: (Then paint.) | Done.',
      ],
    );
  });

  it('are read with thoughts that no answer followed, before the person’s next message and at the end', async () => {
    assert.deepEqual(await sketched(user, thinking('Hm.'), user, answer('Done.'), thinking('And red?')), [
      'user: Make the lamp brighter.',
      'assistant: (Hm.)',
      'user: Make the lamp brighter.',
      'assistant: Done.',
      'assistant: (And red?)',
    ]);
  });

  it('are read with the results that Continue’s command-line program stores only in the states of calls', async () => {
    const states = [
      state('c1', 'done', 'power = 1', 'lamp.py'),
      state('c2', 'errored', 'no such file'),
      state('c3', 'canceled', 'Permission denied by user'),
      state('c4', 'calling'),
    ];
    const { messages } = await read(user, calls(states), answer('Done.'));
    assert.deepEqual(sketch(messages).slice(2), [
      'tool Bash#c1: power = 1\nlamp.py',
      'tool Bash#c2: no such file',
      'tool Bash#c3: Permission denied by user',
      'assistant: Done.',
    ]);
    assert.deepEqual(
      messages.flatMap(({ message }) => (message.role === 'tool' ? [message.isError === true] : [])),
      [false, true, true],
    );
  });

  it('are read with a result only once if an item repeats it, and with its failure even if only the call’s state reports the failure', async () => {
    const result = { message: { role: 'tool', content: 'no such file', toolCallId: 'c1' } };
    const { messages } = await read(user, calls([state('c1', 'errored', 'no such file')]), result);
    assert.deepEqual(sketch(messages).slice(2), ['tool Bash#c1: no such file']);
    assert.ok(messages.some(({ message }) => message.role === 'tool' && message.isError === true));
  });

  it('are read with the summary of a compaction once, although Continue’s command-line program repeats it as an answer', async () => {
    const summary = 'They decided to use green.';
    assert.deepEqual(
      await sketched(answer(summary, { conversationSummary: summary }), user, answer('Done.')),
      ['user: <foreign-summary>', 'user: Make the lamp brighter.', 'assistant: Done.'],
    );
  });
});
