import assert from 'node:assert/strict';
import { findInThread } from '../../../../src/extension/chat/findInThread.ts';
import { ThreadFeed } from '../../../../src/extension/chat/threadFeed.ts';
import type { FoundRow } from '../../../../src/shared/chatRequest.ts';
import type { ChangedFileView, ChangesRow } from '../../../../src/shared/chatView.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

function found(built: ViewedSession, query: string): readonly FoundRow[] {
  const feed = new ThreadFeed({ live: built, isBusy: () => false, now: () => 5, send: () => undefined });
  feed.newest();
  return feed.find(query);
}

describe('searching the thread', () => {
  it('finds rows that the view has not loaded, and ignores case and extra spaces', () => {
    const built = new ViewedSession();
    const first = built.asks('The harbour master asks for the tide table.');
    for (let i = 0; i < 200; i++) built.answers(`Nothing of it, ${i}.`);
    const last = built.answers('A Tide   Table it is.');
    assert.deepEqual(found(built, 'tide table'), [
      { row: first, isFolded: false },
      { row: last, isFolded: false },
    ]);
  });

  it('finds text with and without its Markdown marks', () => {
    const built = new ViewedSession();
    const id = built.answers('Call `renew()` **only once** a_day.');
    for (const query of ['renew() only once', 'a_day', '`renew()`']) {
      assert.deepEqual(found(built, query), [{ row: id, isFolded: false }], query);
    }
  });

  it('finds text that the row of a call shows only when expanded', () => {
    const built = new ViewedSession();
    built.calls('c1', 'src/harbour.ts');
    const result = built.add({
      kind: 'message',
      message: {
        role: 'tool',
        callId: 'c1',
        toolName: 'read_file',
        parts: [{ type: 'text', text: 'export class Quay {}' }],
      },
    });
    assert.deepEqual(found(built, 'class quay'), [{ row: result, isFolded: true }]);
    assert.deepEqual(found(built, 'harbour'), [{ row: result, isFolded: false }]);
  });

  it('finds file names in a row of changed files only if the row has several files', () => {
    const state = { isUndone: false, isAccepted: false, canUndo: true };
    const fileOf = (name: string): ChangedFileView => ({ ...state, row: name, name });
    const rowOf = (id: string, ...names: readonly string[]): ChangesRow => ({
      ...{ type: 'changes', id, at: 0, files: names.map(fileOf), ...state },
    });
    const rows = [rowOf('m1:changes', 'src/quay.ts', 'src/mole.ts'), rowOf('m9:changes', 'src/quay.ts')];
    assert.deepEqual(findInThread('quay', rows, []), [{ row: 'm1:changes', isFolded: true }]);
  });

  it('finds text that was sent along with a message', () => {
    const built = new ViewedSession();
    const id = built.add({
      kind: 'message',
      message: {
        role: 'user',
        parts: [
          { type: 'text', text: 'Go on.' },
          { type: 'text', text: '- terminal: git push', origin: 'client', label: 'note' },
        ],
      },
    });
    assert.deepEqual(found(built, 'git push'), [{ row: id, isFolded: true }]);
  });

  it('finds each result by the arguments of its own call, even if several calls have the same id', () => {
    const built = new ViewedSession();
    const results = ['quay', 'mole'].map((word) => {
      const call = { type: 'toolCall', callId: 'c1', name: 'write_file' } as const;
      const parts = [{ ...call, arguments: JSON.stringify({ path: 'a.ts', content: word }) }];
      built.add({ kind: 'message', message: { role: 'assistant', parts, finish: 'toolCalls' } });
      return built.results('c1', 'Written.');
    });
    assert.deepEqual(found(built, 'quay'), [{ row: results[0], isFolded: true }]);
    assert.deepEqual(found(built, 'mole'), [{ row: results[1], isFolded: true }]);
  });

  it('finds the names and values of arguments, even if they are escaped in the JSON', () => {
    const built = new ViewedSession();
    const written = String.raw`{"root":"C:\\new\\quay.ts","edits":[{"text":"f\u00fcr \"alle\"\nund\tjeden"}],"limit":42}`;
    const parts = [{ type: 'toolCall', callId: 'c1', name: 'write_file', arguments: written } as const];
    built.add({ kind: 'message', message: { role: 'assistant', parts, finish: 'toolCalls' } });
    const row = built.results('c1', 'Written.');
    for (const query of [String.raw`C:\new\quay`, 'für "alle" und jeden', 'limit', '42'])
      assert.equal(found(built, query)[0]?.row, row, query);
  });

  it('does not find the punctuation of JSON', () => {
    const built = new ViewedSession();
    const written = '{"path":"a.ts","content":"one\\ntwo","lines":[4,5]}';
    const parts = [{ type: 'toolCall', callId: 'c1', name: 'write_file', arguments: written } as const];
    built.add({ kind: 'message', message: { role: 'assistant', parts, finish: 'toolCalls' } });
    const row = built.results('c1', 'Written.');
    for (const query of ['{', '"', '":', String.raw`\n`, ','])
      assert.deepEqual(found(built, query), [], query);
    for (const query of ['content', 'one two', '5']) assert.equal(found(built, query)[0]?.row, row, query);
  });

  it('takes special characters literally, and finds nothing for a blank query', () => {
    const built = new ViewedSession();
    const id = built.asks('Why (a|b)* and not [c]?');
    assert.deepEqual(found(built, '  '), []);
    assert.deepEqual(found(built, '(a|b)* and'), [{ row: id, isFolded: false }]);
    assert.deepEqual(found(built, '.*'), []);
  });

  it('loads the earlier rows back to a found row, and 30 rows before it, as one page', () => {
    const built = new ViewedSession();
    for (let i = 0; i < 500; i++) built.asks(`message ${i}`);
    const feed = new ThreadFeed({ live: built, isBusy: () => false, now: () => 5, send: () => undefined });
    feed.newest();
    const page = feed.earlier('m441', 'm100');
    assert.deepEqual([page.rows[0]?.id, page.rows.at(-1)?.id, page.hasEarlier], ['m70', 'm440', true]);
  });
});
