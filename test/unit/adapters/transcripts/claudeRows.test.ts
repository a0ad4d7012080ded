import assert from 'node:assert/strict';
import { personTextOf } from '../../../../src/core/log/message.ts';
import { jsonLines, readContent, sketch } from '../../../support/transcriptFiles.ts';

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

describe('the rows of a Claude Code file', () => {
  it('count as client text if they name another origin than the person', async () => {
    const origins: readonly (readonly [object, string])[] = [
      [{ origin: { kind: 'human' }, promptSource: 'sdk' }, 'person'],
      [{ origin: { kind: 'cli' }, promptSource: 'user' }, 'person'],
      [{}, 'person'],
      [{ origin: { kind: 'task-notification' }, promptSource: 'sdk' }, 'client'],
      [{ origin: { kind: 'peer', from: 'x' } }, 'client'],
      [{ origin: { kind: 'coordinator' } }, 'client'],
      [{ promptSource: 'system' }, 'client'],
    ];
    const lines = origins.map(([more], at) => user(`u${String(at)}`, null, 'Never stop.', more));
    const queued = { type: 'queued_command', prompt: 'Never stop.', origin: { kind: 'peer' } };
    const { messages } = await readContent(
      jsonLines(...lines, { type: 'attachment', uuid: 'x', attachment: queued }),
    );
    assert.deepEqual(
      messages.map(({ message }) => (personTextOf(message) === '' ? 'client' : 'person')),
      [...origins.map(([, whose]) => whose), 'client'],
    );
  });

  it('are read once if a plugin’s compaction repeats them, and are omitted if the plugin wrote them', async () => {
    const at = (line: object, minute: number) => ({
      ...line,
      timestamp: `2026-11-25T10:${String(minute).padStart(2, '0')}:00.000Z`,
    });
    const call = (uuid: string, id: string, model: string) => ({
      ...{ type: 'assistant', uuid, parentUuid: 'u1' },
      message: {
        role: 'assistant',
        id,
        model,
        content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }],
      },
    });
    const result = [{ type: 'tool_result', tool_use_id: 't1', content: 'text' }];
    const hook = { rowSource: 'hook' };
    const synthetic = (uuid: string, parent: string, text: string) => ({
      ...assistant(uuid, parent, text),
      message: { role: 'assistant', id: uuid, model: '<synthetic>', content: [{ type: 'text', text }] },
    });
    const { messages, skipped } = await readContent(
      jsonLines(
        at(user('u1', null, 'Never touch the socket.'), 1),
        at(call('a1', 'm1', 'claude'), 2),
        at(user('r1', 'a1', result), 3),
        at(synthetic('s0', 'r1', 'No response requested.'), 3),
        at(user('u2', 'r1', 'Go on.'), 4),
        { type: 'system', subtype: 'compact_boundary', uuid: 'b1', parentUuid: null },
        at(user('h1', 'b1', 'Rules: never touch the socket.', hook), 5),
        at(synthetic('h2', 'h1', 'Notes taken.'), 5),
        at(call('h3', 'h3', '<synthetic>'), 5),
        at(user('h4', 'h3', result, hook), 5),
        at(user('c1', 'h4', 'Go on.'), 4),
        at(assistant('a2', 'c1', 'Done.'), 6),
        at(user('u3', 'a2', 'Go on.'), 7),
      ),
    );
    assert.deepEqual(sketch(messages), [
      'user: Never touch the socket.',
      'assistant: Read#t1({})',
      'tool Read#t1: text',
      'assistant: <synthetic>',
      'user: Go on.',
      'assistant: Done.',
      'user: Go on.',
    ]);
    assert.deepEqual(
      skipped.map(({ what, count }) => `${String(count)} ${what}`),
      ['1 system/compact_boundary line', '4 row of a plugin’s compaction', '1 repeated line'],
    );
  });

  it('are read with the model’s plan separated from the person’s words in the same message', async () => {
    const planContent = '# Paint the door\n\nNever touch the socket.\n';
    const handed = `Implement the following plan:\n\n${planContent}`;
    const transcript = '\n\nIf you need details, read the transcript at: /home/ann/lamp.jsonl';
    const feedback = '\n\nUser feedback on this plan: Use blue.';
    const said = async (text: string, more: object) => {
      const { messages } = await readContent(jsonLines(user('u1', null, text, more)));
      return sketch(messages);
    };
    assert.deepEqual(await said(handed + transcript, { planContent }), [
      'user: Implement the following plan: | <plan> | <environment>',
    ]);
    assert.deepEqual(await said(handed + transcript + feedback, { planContent }), [
      'user: Implement the following plan: | <plan> | <environment> | Use blue.',
    ]);
    assert.deepEqual(await said(handed, {}), [`user: ${handed.trim()}`]);
    assert.deepEqual(await said('Paint it.', { planContent }), ['user: Paint it.']);
  });
});
