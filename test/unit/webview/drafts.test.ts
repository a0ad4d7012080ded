import assert from 'node:assert/strict';
import {
  KeptChat,
  savedKept,
  withDraft,
  withHome,
  withKept,
  withReturned,
} from '../../../src/webview/chat/kept.ts';

function loadKept(state: unknown): KeptChat['now'] {
  return new KeptChat({ loadState: () => state, saveState: () => undefined }).now;
}

const draft = (text: string, at = 1): { text: string; at: number } => ({ text, at });

describe('drafts', () => {
  it('are kept a session each, and an empty one is none', () => {
    const two = withDraft(withDraft(new Map(), 's1', draft('one')), 's2', draft('two'));
    assert.deepEqual([...two], [['s1', draft('one')], ['s2', draft('two')]]); // prettier-ignore
    assert.deepEqual([...withDraft(two, 's1', draft(''))], [['s2', draft('two')]]);
  });

  for (const [what, typed, text, result] of [
    ['alone', '', 'sent', 'sent'],
    ['before what was typed since', 'since', 'sent', 'sent\n\nsince'],
    ['once, though it comes twice', 'sent', 'sent', 'sent'],
    ['once, though more was typed below it', 'sent\n\nsince', 'sent', 'sent\n\nsince'],
    ['beside one that only begins alike', 'sentence', 'sent', 'sent\n\nsentence'],
  ] as const) {
    it(`take back what was not sent: ${what}`, () => {
      assert.equal(withReturned(typed, text), result);
    });
  }

  it('go with the first session that is shown, before its own', () => {
    const drafts = new Map([['', draft('early', 2)], ['s1', draft('own')]]); // prettier-ignore
    assert.deepEqual([...withHome(drafts, 's1')], [['s1', draft('early\n\nown', 2)]]);
    assert.deepEqual(withHome(drafts, ''), drafts);
    const own = new Map([['s1', draft('own')]]);
    assert.deepEqual(withHome(own, 's2'), own);
  });

  it('are as the host kept them where that was typed later than what the editor kept of the view', () => {
    const cut = new Map([['s1', draft('half a thou', 5)]]);
    assert.deepEqual(
      [...withKept(cut, 's1', draft('half a thought', 6))],
      [['s1', draft('half a thought', 6)]],
    );
    assert.deepEqual([...withKept(new Map(), 's1', draft('whole', 6))], [['s1', draft('whole', 6)]]);
    assert.deepEqual([...withKept(cut, 's1', draft('', 6))], []);
    for (const older of [draft('half', 4), draft('half a thou', 5), undefined])
      assert.equal(withKept(cut, 's1', older), cut);
  });
});

describe('what the chat keeps over a reload', () => {
  it('comes back through JSON as it was', () => {
    const kept = {
      drafts: new Map([['s1', draft('one')]]),
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
    { drafts: [['a'], ['a', 'text'], ['a', { text: 'x' }], 3] },
    { edits: [{ session: 's1', row: 'm2' }, null] },
  ]) {
    it(`is nothing where the editor hands over ${JSON.stringify(state)}`, () => {
      assert.deepEqual(loadKept(state), { drafts: new Map(), edits: [] });
    });
  }
});
