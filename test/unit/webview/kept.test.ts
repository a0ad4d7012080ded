import assert from 'node:assert/strict';
import {
  KeptChat,
  savedKept,
  withEarlyText,
  withHostText,
  withReturned,
  withTyped,
} from '../../../src/webview/chat/kept.ts';

function loadKept(state: unknown): KeptChat['now'] {
  return new KeptChat({ loadState: () => state, saveState: () => undefined }).now;
}

const typed = (text: string, at = 1): { text: string; at: number } => ({ text, at });

describe('drafts', () => {
  it('are stored separately for each session, and an empty draft is removed', () => {
    const two = withTyped(withTyped(new Map(), 's1', typed('one')), 's2', typed('two'));
    assert.deepEqual([...two], [['s1', typed('one')], ['s2', typed('two')]]); // prettier-ignore
    assert.deepEqual([...withTyped(two, 's1', typed(''))], [['s2', typed('two')]]);
  });

  for (const [what, draft, text, result] of [
    ['contain only this text if the drafts were empty', '', 'sent', 'sent'],
    ['contain this text before their old text', 'since', 'sent', 'sent\n\nsince'],
    ['stay unchanged if they equal this text', 'sent', 'sent', 'sent'],
    ['stay unchanged if this text is their first paragraph', 'sent\n\nsince', 'sent', 'sent\n\nsince'],
    [
      'contain this text as a new paragraph even if their first word begins with this text',
      'sentence',
      'sent',
      'sent\n\nsentence',
    ],
  ] as const) {
    it(`that get text back from the host ${what}`, () => {
      assert.equal(withReturned(draft, text), result);
    });
  }

  it('in the format of version 0.2 and earlier can still be read', () => {
    assert.deepEqual([...loadKept({ drafts: [['s1', typed('old')]] }).typed], [['s1', typed('old')]]);
  });

  it('that were typed without a session move to the first shown session', () => {
    const texts = new Map([['', typed('early', 2)], ['s1', typed('own')]]); // prettier-ignore
    assert.deepEqual([...withEarlyText(texts, 's1')], [['s1', typed('early\n\nown', 2)]]);
    assert.deepEqual(withEarlyText(texts, ''), texts);
    const own = new Map([['s1', typed('own')]]);
    assert.deepEqual(withEarlyText(own, 's2'), own);
  });

  it('are replaced by drafts of the host only if the host’s drafts are newer', () => {
    const cut = new Map([['s1', typed('half a thou', 5)]]);
    assert.deepEqual(
      [...withHostText(cut, 's1', typed('half a thought', 6))],
      [['s1', typed('half a thought', 6)]],
    );
    assert.deepEqual([...withHostText(new Map(), 's1', typed('whole', 6))], [['s1', typed('whole', 6)]]);
    assert.deepEqual([...withHostText(cut, 's1', typed('', 6))], []);
    for (const older of [typed('half', 4), typed('half a thou', 5), undefined])
      assert.equal(withHostText(cut, 's1', older), cut);
  });
});

describe('the stored state of the chat', () => {
  it('is restored from JSON unchanged', () => {
    const kept = {
      typed: new Map([['s1', typed('one')]]),
      edits: [{ session: 's1', row: 'm2', text: 'half a thought', of: 'a thought' }],
      reading: { session: 's1', id: 'm4', offset: 12 },
    };
    assert.deepEqual(loadKept(JSON.parse(JSON.stringify(savedKept(kept)))), kept);
  });

  for (const state of [
    null,
    'x',
    {},
    { typed: 'x', reading: { id: 'm4', offset: 1 } },
    { typed: [['a'], ['a', 'text'], ['a', { text: 'x' }], 3] },
    { edits: [{ session: 's1', row: 'm2' }, null] },
  ]) {
    it(`is empty if the stored value is invalid: ${JSON.stringify(state)}`, () => {
      assert.deepEqual(loadKept(state), { typed: new Map(), edits: [] });
    });
  }
});
