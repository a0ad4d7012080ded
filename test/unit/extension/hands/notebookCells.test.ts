import assert from 'node:assert/strict';
import { changedCells, textOfCells, type Cell } from '../../../../src/extension/hands/notebookCells.ts';

const cell = (text: string): Cell => ({ kind: 'code', language: 'python', text });
const cells = [cell('a = 1'), cell('b = 2\nb')];
const edit = (before: string, after: string) => [{ before, after, isForAll: false }];

describe('A cell of a notebook', () => {
  it('can be edited or deleted without a change of the other cells', () => {
    const edited = changedCells(cells, { action: 'edit', cell: 1, edits: edit('b = 2', 'b = 3') });
    assert.deepEqual(edited, [cell('a = 1'), cell('b = 3\nb')]);
    assert.deepEqual(changedCells(cells, { action: 'delete', cell: 0 }), [cells[1]]);
  });

  it('is inserted at the given position, even if the position is after the last cell', () => {
    const insert = (at: number) => changedCells(cells, { action: 'insert', cell: at, inserted: cell('new') });
    assert.deepEqual(
      [0, 1, 2].map((at) => insert(at).findIndex(({ text }) => text === 'new')),
      [0, 1, 2],
    );
  });

  it('appears, like every other cell, in the error for a cell number that does not exist', () => {
    assert.throws(
      () => changedCells(cells, { action: 'delete', cell: 2 }),
      /There is no cell 2\. The cells are:\n0 \(code\): a = 1\n1 \(code\): b = 2$/,
    );
    assert.throws(
      () => changedCells([], { action: 'delete', cell: 0 }),
      /There is no cell 0\. The notebook has no cells\.$/,
    );
    assert.throws(
      () => changedCells(cells, { action: 'insert', cell: 3, inserted: cell('') }),
      /no cell 3\. The cells are/,
    );
  });

  it('is identified by number in the error if the text to replace does not occur exactly once', () => {
    for (const before of ['b', 'z'])
      assert.throws(
        () => changedCells(cells, { action: 'edit', cell: 1, edits: edit(before, '') }),
        /^PathError: Cell 1: /,
      );
  });

  it('appears in the notebook’s combined text with the cell’s number and kind', () => {
    assert.equal(textOfCells(cells), '[cell 0, code]\na = 1\n[cell 1, code]\nb = 2\nb');
  });
});
