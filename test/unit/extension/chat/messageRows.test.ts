import assert from 'node:assert/strict';
import type { FinishReason, ToolMessage, UserMessage } from '../../../../src/core/log/message.ts';
import { chatRows, messageIdOf } from '../../../../src/extension/chat/chatRows.ts';
import type { ChatRow, ToolRow, UserRow } from '../../../../src/shared/chatView.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

function rowsOf(built: ViewedSession): readonly ChatRow[] {
  const { entries, session, log } = built;
  return chatRows({
    entries,
    session,
    tokens: new Map([['m2', 7]]),
    isReadOnly: log.isReadOnly,
    isBusy: false,
  });
}

function userRow(parts: UserMessage['parts']): UserRow {
  const built = new ViewedSession();
  built.add({ kind: 'message', message: { role: 'user', parts } });
  const [row] = rowsOf(built);
  return row?.type === 'user' ? row : assert.fail('there is no row');
}

const client = (text: string, label?: string): UserMessage['parts'][number] => ({
  type: 'text',
  text,
  origin: 'client',
  ...(label === undefined ? {} : { label }),
});

describe('the row of a person’s message', () => {
  it('lists each attachment with its label, its kind and the index of its message part', () => {
    const { attachments } = userRow([
      { type: 'text', text: 'See.' },
      { type: 'file', path: 'src/a.ts', text: 'x' },
      { type: 'file', path: 'src/a.ts:7', text: 'x' },
      { type: 'file', path: 'src/a.ts:', text: 'x' },
      { type: 'file', path: 'src/a.ts:7-9', text: 'x' },
      { type: 'image', mediaType: 'image/png', name: 'shot.png' },
      { type: 'image', mediaType: 'image/png' },
      client('x', 'problems'),
      client('x', 'note'),
      client('x'),
    ]);
    assert.deepEqual(
      attachments.map(({ id, label, kind }) => [id, label, kind]),
      [
        ['m1:1', 'src/a.ts', 'file'],
        ['m1:2', 'src/a.ts:7', 'selection'],
        ['m1:3', 'src/a.ts:', 'file'],
        ['m1:4', 'src/a.ts:7-9', 'selection'],
        ['m1:5', 'shot.png', 'image'],
        ['m1:6', 'image', 'image'],
        ['m1:7', '@problems', 'problems'],
      ],
    );
  });

  it('shows the client’s texts, lists each of their labels once, and is not editable, if the person wrote nothing', () => {
    const row = userRow([client('one', 'reminder'), client('two'), client('three', 'reminder')]);
    assert.deepEqual(
      [row.text, row.clientLabel, row.isEditable],
      ['one\n\ntwo\n\nthree', 'reminder, text added automatically', false],
    );
  });

  it('is editable even if the message has only attachments', () => {
    const row = userRow([{ type: 'file', path: 'a.ts', text: 'x' }]);
    assert.deepEqual([row.text, row.clientLabel, row.isEditable], ['', undefined, true]);
  });

  it('has a single line that lists the texts added by the client', () => {
    const along = userRow([
      { type: 'text', text: 'Go on.' },
      client('Remembered:\n- fact: tabs', 'memory'),
      client('In the editor:\n- test: 2 failed\n- terminal: git push', 'note'),
      client('x', 'system-reminder'),
      client('src/a.ts:3', 'problems'),
    ]).sentAlong;
    assert.equal(along?.label, 'Sent along: 1 memory, 2 observations, system-reminder');
    assert.equal(
      along.text,
      'Remembered:\n- fact: tabs\n\nIn the editor:\n- test: 2 failed\n- terminal: git push\n\nx',
    );
    assert.equal(userRow([{ type: 'text', text: 'Go on.' }]).sentAlong, undefined);
  });

  it('has an id from which messageIdOf reads the message’s id', () => {
    assert.deepEqual(['m5', 'm5:0', ''].map(messageIdOf), ['m5', 'm5', '']);
  });
});

describe('the row of an answer', () => {
  const ends: Readonly<Record<FinishReason, string | undefined>> = {
    stop: undefined,
    toolCalls: undefined,
    length: 'cut at the output limit',
    filtered: 'cut by the provider’s filter',
    interrupted: 'stopped',
  };
  for (const [finish, ended] of Object.entries(ends) as [FinishReason, string | undefined][]) {
    it(`without text ${ended === undefined ? 'does not exist' : 'shows how the answer ended'} if the finish reason is “${finish}”`, () => {
      const built = new ViewedSession();
      built.add({
        kind: 'message',
        message: { role: 'assistant', parts: [{ type: 'text', text: ' ' }], finish },
      });
      const [row] = rowsOf(built);
      if (ended === undefined) assert.equal(row, undefined, 'an answer without content has a row');
      else assert.equal(row?.type === 'assistant' && row.ended, ended);
    });
  }

  it('contains the answer, the reasoning and the model’s name', () => {
    const built = new ViewedSession();
    const id = built.add({
      kind: 'message',
      message: {
        role: 'assistant',
        model: 'tiny',
        parts: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'One.' },
          { type: 'reasoning', text: 'So.' },
          { type: 'text', text: 'Two.' },
        ],
      },
    });
    built.add({ kind: 'pin', target: id, on: true });
    assert.deepEqual(rowsOf(built), [
      {
        type: 'assistant',
        id,
        at: 1_000,
        markdown: 'One.\n\nTwo.',
        reasoning: 'Hm.\n\nSo.',
        isStreaming: false,
        isPinned: true,
        model: 'tiny',
      },
    ]);
  });

  it('exists even if the answer contains only reasoning', () => {
    const built = new ViewedSession();
    built.add({
      kind: 'message',
      message: { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }] },
    });
    assert.equal(rowsOf(built).length, 1);
  });
});

describe('the row of a result', () => {
  function resultRow(text: string, end: Partial<ToolMessage> = {}): ToolRow {
    const built = new ViewedSession();
    built.calls('c1', 'src/a.ts');
    built.add({
      kind: 'message',
      message: { role: 'tool', callId: 'c1', toolName: 'read_file', parts: [{ type: 'text', text }], ...end },
    });
    const row = rowsOf(built).at(-1);
    return row?.type === 'tool' ? row : assert.fail('there is no row');
  }

  for (const [what, text, end, outcome] of [
    ['a search that found nothing', '[no file has it]', {}, 'none'],
    ['a search whose result is only “[no]”', ' [no]\n', {}, 'none'],
    ['a text with a second line after “[no file has it]”', '[no file has it]\nbut this', {}, '2 lines'],
    ['an empty text', ' \n', {}, 'empty'],
    ['an error of 80 characters', 'x'.repeat(80), { isError: true }, 'x'.repeat(80)],
    ['an error of 81 characters', 'x'.repeat(81), { isError: true }, `${'x'.repeat(79)}…`],
    ['an error without words', ' \n', { isError: true }, 'failed'],
    [
      'an error with the tool’s name after a line break',
      '\n read_file failed: gone',
      { isError: true },
      'read_file failed: gone',
    ],
    ['an error with an exit code', 'boom', { isError: true, exitCode: 3 }, 'exit 3'],
  ] as const) {
    it(`shows a short outcome for ${what}`, () => {
      assert.equal(resultRow(text, end).outcome, outcome);
    });
  }

  it('shows the progress of a plan', () => {
    const built = new ViewedSession();
    const steps = ['completed', 'in_progress', 'pending'].map((status) => ({ step: status, status }));
    const call = { type: 'toolCall', callId: 'c1', name: 'update_plan' } as const;
    built.add({
      kind: 'message',
      message: { role: 'assistant', parts: [{ ...call, arguments: JSON.stringify({ plan: steps }) }] },
    });
    const parts = [{ type: 'text', text: 'Noted.' }] as const;
    built.add({
      kind: 'message',
      message: { role: 'tool', callId: 'c1', toolName: 'update_plan', parts: [...parts] },
    });
    const row = rowsOf(built).at(-1);
    assert.equal(row?.type === 'tool' ? row.outcome : '', '1 of 3 done');
  });

  it('has the result’s token count and the tool name from the call', () => {
    const row = resultRow('text', { toolName: 'other' });
    assert.deepEqual([row.id, row.name, row.tokens, row.status], ['m2', 'read_file', 7, 'done']);
  });

  for (const [toolName, name] of [
    ['grep', 'grep'],
    ['', 'result of an unknown tool'],
  ] as const) {
    it(`without a call has the name “${name}” if the result’s tool name is “${toolName}”`, () => {
      const built = new ViewedSession();
      const parts = [{ type: 'text' as const, text: 'x' }];
      built.add({ kind: 'message', message: { role: 'tool', callId: 'lost', toolName, parts } });
      const [row] = rowsOf(built);
      assert.ok(row?.type === 'tool');
      assert.deepEqual([row.name, row.mainArgument, 'tokens' in row], [name, '', false]);
    });
  }
});
