import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowChanges } from '../../../../src/extension/chat/rowChanges.ts';
import type { ChatRow } from '../../../../src/shared/chatView.ts';
import { applyDelta, type ChatState } from '../../../../src/webview/chat/chatState.ts';

const notice = (id: string, text = id): ChatRow => ({ type: 'notice', id, at: 0, kind: 'report', text });

function stateWith(rows: readonly ChatRow[]): ChatState {
  return {
    header: { sessionId: 's', title: '', strategy: 'hybrid', isOpening: false },
    gauge: undefined,
    rows,
    hasEarlier: false,
    composer: { attachments: [], isBusy: false },
    rowCount: rows.length,
  };
}

const rows = fc
  .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 12 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom(notice(`${id}`), notice(`${id}`, 'changed')))));

describe('the changes of rows', () => {
  it('turn any rows into any others, in the view’s own words', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const state = rowChanges(before, after).reduce(applyDelta, stateWith(before));
        assert.deepEqual(state.rows, after);
        assert.equal(state.rowCount, after.length);
      }),
    );
  });

  it('are none where nothing changed', () => {
    assert.deepEqual(rowChanges([notice('a')], [notice('a')]), []);
  });

  it('add at the end, and put a streamed answer’s place to the one in the log', () => {
    const answer: ChatRow = {
      type: 'assistant',
      id: 'streaming',
      at: 0,
      markdown: 'Hal',
      reasoning: '',
      isStreaming: true,
      isPinned: false,
    };
    const done: ChatRow = { ...answer, id: 'm2', markdown: 'Hallo', isStreaming: false };
    assert.deepEqual(rowChanges([notice('m1'), answer], [notice('m1'), done, notice('e1')]), [
      { type: 'rowsReplaced', rows: [{ id: 'streaming', row: done }] },
      { type: 'rowsAppended', rows: [notice('e1')] },
    ]);
  });
});
