import assert from 'node:assert/strict';
import type { ChatRow } from '../../../src/shared/chatView.ts';
import { moveMemories, RowMemories, type RowMemory } from '../../../src/webview/chat/rowMemory.ts';

describe('how a row was left', () => {
  it('goes with the row that takes its place, and to no other', () => {
    const row: ChatRow = { type: 'notice', id: 'm2', at: 0, kind: 'report', text: '' };
    const rows = new Map<string, RowMemory>([
      ['streaming:1', { isOpen: true }],
      ['m1', { edit: 'half' }],
    ]);
    moveMemories(rows, [
      { type: 'rowsReplaced', rows: [{ id: 'streaming:1', row }, { id: 'm1', row: { ...row, id: 'm1' } }] }, // prettier-ignore
      { type: 'rowsReplaced', rows: [{ id: 'unknown', row: { ...row, id: 'm3' } }] },
    ]);
    assert.deepEqual([...rows], [['m1', { edit: 'half' }], ['m2', { isOpen: true }]]); // prettier-ignore
  });

  it('comes back with its session, its text to be read anew, and an edit beyond the page', () => {
    const memories = new RowMemories([{ session: 's1', row: 'm1', text: 'half' }]);
    const rows = memories.of('s1');
    rows.set('t1', { isOpen: true, original: { title: '', text: 'long' } });
    rows.set('m2', { edit: '' });
    memories.of('s2').set('m1', { isOpen: false });
    assert.deepEqual([...memories.of('s1')], [['m1', { edit: 'half' }], ['t1', { isOpen: true }], ['m2', { edit: '' }]]); // prettier-ignore
    assert.deepEqual(memories.edits, [
      { session: 's1', row: 'm1', text: 'half' },
      { session: 's1', row: 'm2', text: '' },
    ]);
  });
});
