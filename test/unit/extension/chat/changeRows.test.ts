import assert from 'node:assert/strict';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import type { FileStep } from '../../../../src/core/tools/fileSteps.ts';
import { rowChangesOf } from '../../../../src/extension/chat/changeRows.ts';
import { chatRows } from '../../../../src/extension/chat/chatRows.ts';
import { stepsOfRow, stepsToToggle } from '../../../../src/extension/hands/rowSteps.ts';
import type { ChatRow } from '../../../../src/shared/chatView.ts';

const said = (id: string, message: Message): Entry => ({
  v: 1,
  id,
  at: Number(id.slice(1)),
  kind: 'message',
  message,
});
const user = (id: string): Entry => said(id, { role: 'user', parts: [{ type: 'text', text: `ask ${id}` }] });
const calls = (id: string, ...callIds: readonly string[]): Entry =>
  said(id, {
    role: 'assistant',
    parts: callIds.map((callId) => ({
      type: 'toolCall',
      callId,
      name: 'edit_file',
      arguments: '{"path":"a.ts"}',
    })),
  });
const result = (id: string, callId: string): Entry =>
  said(id, { role: 'tool', callId, toolName: 'edit_file', parts: [{ type: 'text', text: 'Changed.' }] });

/** Two turns whose calls have the same ids. Some providers number the calls of each answer from zero. */
const entries = [
  user('m1'),
  calls('m2', 'c0', 'c1'),
  result('m3', 'c0'),
  result('m4', 'c1'),
  user('m5'),
  calls('m6', 'c0'),
  result('m7', 'c0'),
];

const step = (turn: string, change: string, file: string, takesBack?: readonly string[]): FileStep => ({
  turn,
  message: change.split('/')[0] ?? '',
  change,
  file,
  before: { kind: 'absent' },
  after: { kind: 'absent' },
  ...(takesBack === undefined ? {} : { takesBack }),
});
const steps = [step('m1', 'm2/c0', 'a.ts'), step('m1', 'm2/c1', 'b.ts'), step('m5', 'm6/c0', 'a.ts')];

function rowsOf(
  known: readonly FileStep[],
  { isBusy = false, more = [] as readonly Entry[] } = {},
): readonly ChatRow[] {
  const all = [...entries, ...more];
  return chatRows({
    entries: all,
    session: foldSession(all),
    tokens: new Map(),
    isReadOnly: false,
    isBusy,
    changes: rowChangesOf(known, { nameOf: (file) => file, isClosed: isBusy }),
  });
}

const changesOf = (rows: readonly ChatRow[]): readonly unknown[] =>
  rows.flatMap((row) =>
    row.type === 'changes' ? [[row.id, row.files.map(({ name }) => name), row.isUndone, row.canUndo]] : [],
  );
const liveOf = (more: readonly Entry[] = []): Parameters<typeof stepsOfRow>[2] => {
  const all = [...entries, ...more];
  return { session: foldSession(all), entry: (id) => all.find((each) => each.id === id) };
};

describe('rows of changed files', () => {
  it('come at the end of each turn that changed files', () => {
    const rows = rowsOf(steps);
    assert.deepEqual(changesOf(rows), [
      ['m1:changes', ['a.ts', 'b.ts'], false, true],
      ['m5:changes', ['a.ts'], false, true],
    ]);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['m1', 'm3', 'm4', 'm1:changes', 'm5', 'm7', 'm5:changes'],
    );
    const change = { isUndone: false, isAccepted: false, canUndo: true };
    assert.deepEqual(
      rows.flatMap((row) => (row.type === 'tool' ? [[row.id, row.change]] : [])),
      [
        ['m3', change],
        ['m4', change],
        ['m7', change],
      ],
    );
  });

  it('are absent if no changes are known; while a turn is running, its row is absent and the rows of earlier turns offer no undo', () => {
    assert.deepEqual(changesOf(rowsOf([])), []);
    assert.deepEqual(changesOf(rowsOf(steps, { isBusy: true })), [
      ['m1:changes', ['a.ts', 'b.ts'], false, false],
    ]);
  });

  it('show a turn as undone only if the changes of all calls in the turn are undone', () => {
    const one = [...steps, step('m7', 'm7/back3', 'a.ts', ['m2/c0'])];
    const row = rowsOf(one).find(({ id }) => id === 'm3');
    assert.deepEqual(row?.type === 'tool' && row.change, {
      isUndone: true,
      isAccepted: false,
      canUndo: true,
    });
    assert.deepEqual(changesOf(rowsOf(one))[0], ['m1:changes', ['a.ts', 'b.ts'], false, true]);
    const all = [...one, step('m7', 'm7/back4', 'b.ts', ['m2/c1'])];
    assert.deepEqual(changesOf(rowsOf(all))[0], ['m1:changes', ['a.ts', 'b.ts'], true, true]);
  });

  it('are not the only rows that offer undo: the row of a rewind that restored files offers it, too', () => {
    const rewind: Entry = { v: 1, id: 'e9', at: 9, kind: 'rewind', before: 'm5' };
    const back = step('m5', 'm5/back3', 'a.ts', ['m6/c0']);
    const row = rowsOf([...steps, back], { more: [rewind] }).find(({ id }) => id === 'e9');
    assert.deepEqual(row?.type === 'rewind' && row.change, {
      isUndone: false,
      isAccepted: false,
      canUndo: true,
    });
    assert.deepEqual(stepsOfRow('e9', [...steps, back], liveOf([rewind])), [back]);
  });

  it('show for each file whether the changes were undone or kept', () => {
    const kept = steps.map((each) => (each.file === 'b.ts' ? { ...each, isAccepted: true as const } : each));
    const told = rowsOf([...kept, step('m7', 'm7/back3', 'a.ts', ['m2/c0'])]).find(
      ({ id }) => id === 'm1:changes',
    );
    assert.deepEqual(told, {
      type: 'changes',
      id: 'm1:changes',
      at: 4,
      files: [
        { row: 'm1:changes:0', name: 'a.ts', isUndone: true, isAccepted: false, canUndo: true },
        { row: 'm1:changes:1', name: 'b.ts', isUndone: false, isAccepted: true, canUndo: true },
      ],
      isUndone: false,
      isAccepted: false,
      canUndo: true,
    });
  });

  it('list the changes of a renamed file under both names', () => {
    const moved = [...steps.slice(0, 1), step('m1', 'm2/c1', 'a.ts'), step('m1', 'm2/c1', 'b.ts')];
    const named = (row: string): readonly string[] =>
      stepsOfRow(row, moved, liveOf()).map(({ change, file }) => `${change} ${file}`);
    assert.deepEqual(named('m1:changes:0'), ['m2/c0 a.ts', 'm2/c1 a.ts', 'm2/c1 b.ts']);
    assert.deepEqual(named('m1:changes:1'), ['m2/c1 a.ts', 'm2/c1 b.ts']);
    assert.deepEqual(named('m1:changes:2'), []);
  });

  it('contain only the changes of one turn, even if two turns have the same call ids', () => {
    const named = (row: string): readonly string[] =>
      stepsOfRow(row, steps, liveOf()).map(({ change }) => change);
    assert.deepEqual(named('m3'), ['m2/c0']);
    assert.deepEqual(named('m7'), ['m6/c0']);
    assert.deepEqual(named('m2:1'), ['m2/c1']);
    assert.deepEqual(named('m1:changes'), ['m2/c0', 'm2/c1']);
    assert.deepEqual(named('m5'), []);
  });

  it('offer to redo a change after an undo, and otherwise to undo the change', () => {
    const own = [step('m1', 'm2/c0', 'a.ts')];
    const undo = step('m7', 'm7/back1', 'a.ts', ['m2/c0']);
    const redo = step('m7', 'm7/back2', 'a.ts', ['m7/back1']);
    assert.deepEqual(stepsToToggle(own, own), { isRedo: false, chosen: own });
    assert.deepEqual(stepsToToggle(own, [...own, undo]), { isRedo: true, chosen: [undo] });
    assert.deepEqual(stepsToToggle(own, [...own, undo, redo]), { isRedo: false, chosen: own });
  });
});
