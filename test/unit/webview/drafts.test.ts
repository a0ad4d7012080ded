import assert from 'node:assert/strict';
import { withDraft, withHome, withReturned } from '../../../src/webview/chat/drafts.ts';
import { loadKept, savedKept } from '../../../src/webview/chat/kept.ts';

describe('drafts', () => {
  it('are kept a session each, and an empty one is none', () => {
    const two = withDraft(withDraft(new Map(), 's1', 'one'), 's2', 'two');
    assert.deepEqual([...two], [['s1', 'one'], ['s2', 'two']]); // prettier-ignore
    assert.deepEqual([...withDraft(two, 's1', '')], [['s2', 'two']]);
  });

  for (const [what, draft, text, result] of [
    ['alone', '', 'sent', 'sent'],
    ['before what was typed since', 'since', 'sent', 'sent\n\nsince'],
    ['once, though it comes twice', 'sent', 'sent', 'sent'],
    ['once, though more was typed below it', 'sent\n\nsince', 'sent', 'sent\n\nsince'],
    ['beside one that only begins alike', 'sentence', 'sent', 'sent\n\nsentence'],
  ] as const) {
    it(`take back what was not sent: ${what}`, () => {
      assert.equal(withReturned(draft, text), result);
    });
  }

  it('go with the first session that is shown, before its own', () => {
    const drafts = new Map([['', 'early'], ['s1', 'own']]); // prettier-ignore
    assert.deepEqual([...withHome(drafts, 's1')], [['s1', 'early\n\nown']]);
    assert.deepEqual(withHome(drafts, ''), drafts);
    assert.deepEqual(withHome(new Map([['s1', 'own']]), 's2'), new Map([['s1', 'own']]));
  });
});

describe('what the chat keeps over a reload', () => {
  it('comes back through JSON as it was', () => {
    const kept = {
      drafts: new Map([['s1', 'one']]),
      edits: [{ session: 's1', row: 'm2', text: 'half a thought', of: 'a thought' }],
      reading: { session: 's1', id: 'm4', offset: 12 },
    };
    assert.deepEqual(loadKept(JSON.parse(JSON.stringify(savedKept(kept)))), kept);
  });

  for (const state of [
    null,
    'x',
    {},
    { drafts: 'x', reading: { id: 'm4', offset: 1 } },
    { drafts: [['a'], 3] },
    { edits: [{ session: 's1', row: 'm2' }, null] },
  ]) {
    it(`is nothing where the editor hands over ${JSON.stringify(state)}`, () => {
      assert.deepEqual(loadKept(state), { drafts: new Map(), edits: [] });
    });
  }
});
