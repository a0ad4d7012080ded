import assert from 'node:assert/strict';
import { DENIED, INTERRUPTED, NOT_ANSWERED, NOT_BEGUN } from '../../../../src/core/tools/noEffect.ts';
import { deniedText } from '../../../../src/extension/approvals/deniedText.ts';
import { chatRows } from '../../../../src/extension/chat/chatRows.ts';
import type { ChatRow } from '../../../../src/shared/chatView.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

function rowsOf(built: ViewedSession, { isBusy = false } = {}): readonly ChatRow[] {
  const { entries, session, account, log } = built;
  return chatRows({ entries, session, tokens: account.known, isReadOnly: log.isReadOnly, isBusy });
}

/** Returns the only row of a kind. */
function onlyRow<Type extends ChatRow['type']>(
  rows: readonly ChatRow[],
  type: Type,
): Extract<ChatRow, { type: Type }> {
  const found = rows.filter((row): row is Extract<ChatRow, { type: Type }> => row.type === type);
  assert.equal(found.length, 1, `rows of type ${type}`);
  return found[0]!;
}

describe('the rows of a session', () => {
  it('combine a tool call and the result in one row', () => {
    const built = new ViewedSession();
    built.asks('Where is it?');
    built.calls('c1', 'src/a.ts', 'I look.');
    built.results('c1', 'one\ntwo\n\nthree');
    built.answers('There.');
    const rows = rowsOf(built);
    assert.deepEqual(
      rows.map(({ type, id }) => [type, id]),
      [
        ['user', 'm1'],
        ['assistant', 'm2'],
        ['tool', 'm3'],
        ['assistant', 'm4'],
      ],
    );
    const tool = onlyRow(rows, 'tool');
    assert.deepEqual(
      [tool.name, tool.mainArgument, tool.status, tool.outcome, tool.away],
      ['read_file', 'src/a.ts', 'done', '3 lines', undefined],
    );
  });

  it('show a tool call without a result as running during the turn, and as interrupted after the turn', () => {
    const built = new ViewedSession();
    built.calls('c1', 'src/a.ts');
    const running = onlyRow(rowsOf(built, { isBusy: true }), 'tool');
    assert.deepEqual([running.id, running.status], ['m1:0', 'running']);
    const { status, outcome } = onlyRow(rowsOf(built), 'tool');
    assert.deepEqual([status, outcome], ['interrupted', 'interrupted']);
  });

  for (const [what, end, text, expected] of [
    ['has exit code 2', { exitCode: 2 }, 'boom', ['failed', 'exit 2']],
    ['has exit code 0', { exitCode: 0 }, 'fine', ['done', 'exit 0']],
    ['is an error', { isError: true }, 'no such file\nat all', ['failed', 'no such file']],
    [
      'is an error that names the tool',
      { isError: true },
      'read_file failed: no such file',
      ['failed', 'no such file'],
    ],
    ['is empty', {}, '', ['done', 'empty']],
    ['comes from a search without hits', {}, '[no line has TODO]', ['done', 'none']],
    ['reports an interruption', { isError: true }, INTERRUPTED, ['interrupted', 'interrupted']],
    ['reports an unanswered question', { isError: true }, NOT_ANSWERED, ['interrupted', 'unanswered']],
    ['says that the call did not start', { isError: true }, NOT_BEGUN, ['interrupted', 'not begun']],
    ['reports a denial', { isError: true }, deniedText({ kind: 'denied' }), ['interrupted', 'denied']],
    ['is a file that contains the text of a denial', {}, DENIED, ['done', '1 line']],
  ] as const) {
    it(`show the outcome of a tool call whose result ${what}`, () => {
      const built = new ViewedSession();
      built.calls('c1', 'a.ts');
      built.results('c1', text, end);
      const { status, outcome } = onlyRow(rowsOf(built), 'tool');
      assert.deepEqual([status, outcome], expected);
    });
  }

  it('show the numbers of added and removed lines for a call that edits a file', () => {
    const built = new ViewedSession();
    const text = '{"path":"a.ts","old":"a\\nb","new":"a\\nc\\nd"}';
    const call = { type: 'toolCall' as const, callId: 'c1', name: 'edit_file', arguments: text };
    built.add({ kind: 'message', message: { role: 'assistant', parts: [call], finish: 'toolCalls' } });
    built.results('c1', 'Changed a.ts.');
    assert.equal(onlyRow(rowsOf(built), 'tool').outcome, '+2 −1');
  });

  it('show a result without a call under the result’s tool name', () => {
    const built = new ViewedSession();
    built.results('lost', 'text');
    assert.equal(onlyRow(rowsOf(built), 'tool').name, 'read_file');
  });

  it('leave out system text and rewound messages, and show the number of rewound messages in the rewind’s row', () => {
    const built = new ViewedSession();
    built.add({ kind: 'message', message: { role: 'system', parts: [{ type: 'text', text: 'Rules.' }] } });
    built.asks('first');
    const second = built.asks('second');
    built.answers('answer');
    built.add({ kind: 'rewind', before: second });
    built.asks('instead');
    assert.deepEqual(
      rowsOf(built).map((row) => (row.type === 'user' ? row.text : row.type)),
      ['first', 'rewind', 'instead'],
    );
    assert.equal(onlyRow(rowsOf(built), 'rewind').leftCount, 2);
  });

  it('show the client’s label for a message with only the client’s texts, and attachments for other messages', () => {
    const built = new ViewedSession();
    built.add({
      kind: 'message',
      message: {
        role: 'user',
        parts: [{ type: 'text', text: 'Be brief.', origin: 'client', label: 'system-reminder' }],
      },
    });
    built.add({
      kind: 'message',
      message: {
        role: 'user',
        parts: [
          { type: 'text', text: 'note', origin: 'client', label: 'note' },
          { type: 'file', path: 'src/a.ts:3-9', text: 'code' },
          { type: 'text', text: 'a.ts: error', origin: 'client', label: 'problems' },
          { type: 'text', text: 'Fix this.' },
        ],
      },
    });
    const [reminder, asked] = rowsOf(built);
    assert.ok(reminder?.type === 'user' && asked?.type === 'user');
    assert.deepEqual(
      [reminder.clientLabel, reminder.text, reminder.isEditable],
      ['system-reminder', 'Be brief.', false],
    );
    assert.equal(asked.text, 'Fix this.');
    assert.deepEqual(
      asked.attachments.map(({ label, kind }) => [label, kind]),
      [
        ['src/a.ts:3-9', 'selection'],
        ['@problems', 'problems'],
      ],
    );
  });

  it('mask secrets that are not revealed', () => {
    const built = new ViewedSession();
    const secret = { part: 0, start: 7, end: 13, kind: 'password' };
    const message = { role: 'user' as const, parts: [{ type: 'text' as const, text: 'log in abc123 now' }] };
    const target = built.add({ kind: 'message', message, secrets: [secret] });
    const masked = onlyRow(rowsOf(built), 'user');
    assert.equal(masked.text, 'log in [secret: password] now');
    assert.deepEqual(masked.secrets, [{ index: 0, kind: 'password' }]);
    built.add({ kind: 'reveal', target, span: secret });
    const revealed = onlyRow(rowsOf(built), 'user');
    assert.deepEqual([revealed.text, revealed.secrets], ['log in abc123 now', []]);
  });

  it('list a secret under the name in its mark, but not a forgotten secret or a text that looks like a mark', () => {
    const built = new ViewedSession();
    const message = { role: 'user' as const, parts: [{ type: 'text' as const, text: 'log in abc123 now' }] };
    const secret = { part: 0, start: 7, end: 13, kind: 'password', number: 2 };
    const others = [
      { part: 0, start: 0, end: 0, kind: 'token', number: 1 },
      { part: 0, start: 14, end: 17, kind: 'mark', number: 3 },
    ];
    built.add({ kind: 'message', message, secrets: [...others, secret] });
    const row = onlyRow(rowsOf(built), 'user');
    assert.equal(row.text, 'log in [secret: password #2] [secret: mark #3]');
    assert.deepEqual(row.secrets, [{ index: 2, kind: 'password #2' }]);
  });

  it('show the effect of a compaction on earlier rows until the compaction is undone', () => {
    const built = new ViewedSession();
    built.asks('Read a.');
    built.calls('c1', 'a.ts');
    const result = built.results('c1', Array.from({ length: 900 }, (_, i) => `line ${i}`).join('\n'));
    built.answers('Done.');
    built.asks('And now?');
    const compaction = built.compacts();
    const rows = rowsOf(built);
    const row = onlyRow(rows, 'compaction');
    assert.deepEqual([row.id, row.canUndo, rows.at(-1)?.id], [compaction, true, compaction]);
    assert.ok(row.tokensAfter < row.tokensBefore);
    assert.match(
      row.figures.at(-1)!,
      /^Of \d+ names and figures: \d+ word for word · \d+ in the notes · \d+ can be looked up$/,
    );
    const tool = rows.find(({ id }) => id === result);
    assert.ok(tool?.type === 'tool' && tool.away?.fate === 'notes');
    built.add({ kind: 'undo', compactions: [compaction] });
    const undone = rowsOf(built);
    assert.deepEqual(
      [onlyRow(undone, 'compaction').state, onlyRow(undone, 'compaction').canUndo],
      ['undone', false],
    );
    assert.equal(onlyRow(undone, 'tool').away, undefined);
  });

  it('show a compaction as superseded if a rewind removed the compacted messages', () => {
    const built = new ViewedSession();
    built.asks('Read a.');
    built.calls('c1', 'a.ts');
    built.results('c1', 'line\n'.repeat(900));
    built.answers('Done.');
    built.asks('And now?');
    built.compacts();
    built.add({ kind: 'rewind', before: 'm1' });
    assert.equal(onlyRow(rowsOf(built), 'compaction').state, 'superseded');
  });

  it('show a notice for a changed model and a finished stage, but not for the first model', () => {
    const built = new ViewedSession();
    built.add({ kind: 'model', model: 'small' });
    built.add({ kind: 'model', model: 'small', window: 8_000 });
    built.add({ kind: 'model', model: 'large' });
    built.add({
      kind: 'stage',
      title: 'Fixed',
      by: 'person',
      first: 'm1',
      last: 'm1',
      messageCount: 1,
      detailed: 'd',
      brief: 'b',
    });
    assert.deepEqual(
      rowsOf(built).map((row) => row.type === 'notice' && row.text),
      ['Now with large', 'Stage done: Fixed'],
    );
  });

  it('offer neither to edit a message nor to undo a compaction if the session is read-only', () => {
    const built = new ViewedSession();
    built.asks('Read a.');
    built.calls('c1', 'a.ts');
    built.results('c1', 'line\n'.repeat(900));
    built.answers('Done.');
    built.asks('And now?');
    built.compacts();
    const can = (): readonly boolean[] => {
      const rows = rowsOf(built);
      return [rows.some((row) => row.type === 'user' && row.isEditable), onlyRow(rows, 'compaction').canUndo];
    };
    assert.deepEqual(can(), [true, true]);
    built.log.isReadOnly = true;
    assert.deepEqual(can(), [false, false]);
  });
});
