import assert from 'node:assert/strict';
import type { ChatRow } from '../../../src/shared/chatView.ts';
import type { Edit } from '../../../src/webview/chat/kept.ts';
import { RowMemories } from '../../../src/webview/chat/rowMemory.ts';

describe('the remembered state of a row', () => {
  const row = (id: string): ChatRow => ({ type: 'notice', id, at: 0, kind: 'report', text: '' });
  const said = (id: string, text: string): ChatRow => ({
    ...{ type: 'user', id, at: 0, text, attachments: [], secrets: [], isPinned: false, isEditable: true },
  });
  const edit = { session: 's1', row: 'm1', text: 'half', of: 'whole' };
  let kept: readonly Edit[] | undefined;
  const memoriesOf = (...edits: readonly Edit[]): RowMemories =>
    new RowMemories(edits, (all) => {
      kept = all;
    });
  const keptRows = (): readonly string[] | undefined => kept?.map(({ row: id }) => id);

  it('stays if the row is replaced by a row with the same id', () => {
    const memories = memoriesOf(edit);
    const rows = memories.rowsOf('s1');
    rows.set('streaming:1', { isOpen: true });
    const deltas = [
      { type: 'list', field: 'rows', patch: { replaced: [{ id: 'streaming:1', item: row('m2') }, { id: 'm1', item: said('m1', 'whole') }] } },
      { type: 'list', field: 'rows', patch: { replaced: [{ id: 'unknown', item: row('m3') }] } },
    ] as const; // prettier-ignore
    memories.follow('s1', [said('m1', 'whole'), row('m2'), row('m3')], {
      before: [row('streaming:1')],
      deltas,
    });
    const { edit: left } = rows.get('m1') ?? {};
    assert.deepEqual(left, { text: 'half', of: 'whole' });
    assert.deepEqual([rows.get('m2'), rows.get('m3'), rows.get('streaming:1')], [{ isOpen: true }, undefined, undefined]); // prettier-ignore
  });

  it('moves to the row that replaces the old row, without the original text', () => {
    const memories = memoriesOf();
    const rows = memories.rowsOf('s1');
    rows.set('call', { isOpen: true, original: { title: '', text: 'no result yet' } });
    const replaced = [{ id: 'call', item: row('m9') }];
    const deltas = [{ type: 'list', field: 'rows', patch: { replaced } }] as const;
    memories.follow('s1', [row('m9')], { before: [row('call')], deltas });
    assert.deepEqual([rows.get('call'), rows.get('m9')], [undefined, { isOpen: true }]);
  });

  it('is restored without original texts when the session is shown again, and only its edits are stored', () => {
    const memories = memoriesOf(edit);
    kept = undefined;
    const rows = memories.rowsOf('s1');
    rows.set('t1', { isOpen: true, original: { title: '', text: 'long' } });
    assert.equal(kept, undefined, 'edits were stored although no edit changed');
    rows.set('m2', { edit: { text: '', of: 'this' } });
    memories.rowsOf('s2').set('m1', { isOpen: false });
    const again = memories.rowsOf('s1');
    assert.deepEqual(
      ['m1', 't1', 'm2'].map((id) => again.get(id)),
      [{ edit: { text: 'half', of: 'whole' } }, { isOpen: true }, { edit: { text: '', of: 'this' } }],
    );
    assert.deepEqual(kept, [edit, { session: 's1', row: 'm2', text: '', of: 'this' }]);
    again.set('m2', {});
    assert.deepEqual(kept, [edit]);
  });

  it('is dropped when the row is removed or the text is forgotten', () => {
    const memories = memoriesOf(edit, { ...edit, row: 'm2' }, { ...edit, row: 'm3' });
    kept = undefined;
    memories.rowsOf('s1');
    memories.follow('s1', [said('m1', 'whole'), row('m9')]);
    assert.equal(kept, undefined, 'edits were stored although none was dropped');
    memories.follow('s1', [said('m1', 'whole')], { before: [said('m1', 'whole'), said('m2', 'whole')] });
    assert.deepEqual(keptRows(), ['m1', 'm3']);
    memories.follow('s1', [said('m1', '[forgotten]'), said('m3', 'whole')]);
    assert.deepEqual(kept, [{ ...edit, row: 'm3' }]);
  });
});
