import assert from 'node:assert/strict';
import type { ChatRow } from '../../../src/shared/chatView.ts';
import { applyDelta, prependRows, type ChatState } from '../../../src/webview/chat/chatState.ts';

const notice = (id: string, text = id): ChatRow => ({ type: 'notice', id, at: 0, kind: 'report', text });
const answer = (id: string, markdown: string): ChatRow => ({
  type: 'assistant',
  id,
  at: 0,
  markdown,
  reasoning: '',
  isStreaming: true,
  isPinned: false,
});

const state: ChatState = {
  header: { sessionId: 's', title: '', strategy: 'hybrid', isOpening: false },
  rows: [notice('a'), answer('b', 'Hello'), notice('c')],
  hasEarlier: true,
  composer: { attachments: [], isBusy: false },
  rowCount: 10,
};
const ids = (rows: readonly ChatRow[]): readonly string[] => rows.map(({ id }) => id);

describe('the state of the chat', () => {
  it('appends streamed text to the answer', () => {
    const grown = applyDelta(state, { type: 'textStreamed', id: 'b', text: ' there', reasoning: 'hm' });
    const row = grown.rows[1];
    assert.ok(row?.type === 'assistant');
    assert.deepEqual([row.markdown, row.reasoning], ['Hello there', 'hm']);
    assert.equal(grown.rows[0], state.rows[0]);
    assert.equal(grown.rows[2], state.rows[2]);
  });

  it('ignores streamed text for a row that does not exist or is not an answer', () => {
    assert.deepEqual(applyDelta(state, { type: 'textStreamed', id: 'x', text: '!' }), state);
    assert.deepEqual(applyDelta(state, { type: 'textStreamed', id: 'a', text: '!' }).rows, state.rows);
  });

  it('puts loaded earlier rows before the present rows, without duplicates', () => {
    const earlier = prependRows(state, [notice('y'), notice('z'), notice('a')], false);
    assert.deepEqual([ids(earlier.rows), earlier.hasEarlier], [['y', 'z', 'a', 'b', 'c'], false]);
  });
});
