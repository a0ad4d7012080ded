import assert from 'node:assert/strict';
import type { ChatDelta, ChatRow, ChatSnapshot } from '../../../src/shared/chatView.ts';
import { applyDelta, prependRows, stateFrom, type ChatState } from '../../../src/webview/chat/chatState.ts';

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

const snapshot: ChatSnapshot = {
  header: { sessionId: 's', title: '', strategy: 'hybrid', isOpening: false },
  rows: [notice('a'), answer('b', 'Hello'), notice('c')],
  hasEarlier: true,
  composer: { attachments: [], isBusy: false },
  rowCount: 10,
};
const state = stateFrom(snapshot);
const ids = (rows: readonly ChatRow[]): readonly string[] => rows.map(({ id }) => id);

describe('the state of the chat', () => {
  it('appends, replaces, removes and cuts rows, and counts those not loaded', () => {
    const appended = applyDelta(state, { type: 'rowsAppended', rows: [notice('d'), notice('e')] });
    assert.deepEqual([ids(appended.rows), appended.rowCount], [['a', 'b', 'c', 'd', 'e'], 12]);
    const cut = applyDelta(appended, { type: 'rowsCutFrom', id: 'c' });
    assert.deepEqual([ids(cut.rows), cut.rowCount], [['a', 'b'], 9]);
    const removed = applyDelta(state, { type: 'rowsRemoved', ids: ['a', 'nowhere'] });
    assert.deepEqual([ids(removed.rows), removed.rowCount], [['b', 'c'], 9]);
    const replaced = applyDelta(state, {
      type: 'rowsReplaced',
      rows: [
        { id: 'a', row: notice('a', 'new') },
        { id: 'nowhere', row: notice('x') },
        { id: 'c', row: notice('c', 'new') },
      ],
    });
    assert.deepEqual(replaced.rows, [notice('a', 'new'), state.rows[1], notice('c', 'new')]);
  });

  it('keeps what drew a row for the one that takes its place, and for those after that', () => {
    const put = (from: ChatState, id: string, row: ChatRow): ChatState =>
      applyDelta(from, { type: 'rowsReplaced', rows: [{ id, row }] });
    const taken = put(state, 'b', answer('m2', 'Hello there'));
    const again = put(taken, 'm2', answer('m2', 'Hello there, all'));
    assert.deepEqual(
      [taken, again].map(({ rows }) => [rows[1]?.id, rows[1]?.key]),
      [['m2', 'b'], ['m2', 'b']], // prettier-ignore
    );
  });

  it('looks at each row but a few times, however many are changed or go at once', () => {
    let reads = 0;
    const many = Array.from({ length: 1_000 }, (_, index): ChatRow => ({
      ...notice(''),
      get id() {
        reads += 1;
        return `r${index}`;
      },
    }));
    const readsFor = (delta: ChatDelta): number => {
      reads = 0;
      applyDelta({ ...state, rows: many }, delta);
      return reads / many.length;
    };
    const some = many.slice(0, 800).map(({ id }) => id);
    const replaced = some.map((id) => ({ id, row: notice(id, 'new') }));
    assert.ok(readsFor({ type: 'rowsReplaced', rows: replaced }) <= 4);
    assert.ok(readsFor({ type: 'rowsRemoved', ids: some }) <= 4);
  });

  it('grows a streaming answer and leaves all other rows the same objects', () => {
    const grown = applyDelta(state, { type: 'textStreamed', id: 'b', text: ' there', reasoning: 'hm' });
    const row = grown.rows[1];
    assert.ok(row?.type === 'assistant');
    assert.deepEqual([row.markdown, row.reasoning], ['Hello there', 'hm']);
    assert.equal(grown.rows[0], state.rows[0]);
    assert.equal(grown.rows[2], state.rows[2]);
  });

  it('does not change for rows that it does not hold', () => {
    assert.equal(applyDelta(state, { type: 'rowsCutFrom', id: 'x' }), state);
    assert.deepEqual(applyDelta(state, { type: 'textStreamed', id: 'x', text: '!' }), state);
    assert.deepEqual(applyDelta(state, { type: 'textStreamed', id: 'a', text: '!' }).rows, state.rows);
  });

  it('puts earlier rows first and none of them twice', () => {
    const earlier = prependRows(state, [notice('y'), notice('z'), notice('a')], false);
    assert.deepEqual([ids(earlier.rows), earlier.hasEarlier], [['y', 'z', 'a', 'b', 'c'], false]);
  });
});
