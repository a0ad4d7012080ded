import assert from 'node:assert/strict';
import { textOf } from '../../../../src/core/log/message.ts';
import { draftsBefore, rewoundText, titleBefore } from '../../../../src/extension/chat/rewound.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

describe('The messages removed by a rewind', () => {
  function wentBackTwice(): { readonly built: ViewedSession; readonly rewinds: readonly string[] } {
    const built = new ViewedSession();
    built.asks('first');
    built.answers('one');
    const second = built.asks('second');
    built.answers('two');
    const rewinds = [built.add({ kind: 'rewind', before: second })];
    const instead = built.asks('instead');
    built.answers('three');
    rewinds.push(built.add({ kind: 'rewind', before: instead }));
    built.asks('at last');
    return { built, rewinds };
  }

  it('can be read for each rewind, with the speaker of each message', () => {
    const { built, rewinds } = wentBackTwice();
    const left = rewinds.map((rewind) => rewoundText(built, rewind)?.text ?? '');
    assert.match(left[0]!, /^You · m\d+\nsecond\n\nThe assistant · m\d+\ntwo$/);
    assert.match(left[1]!, /^You · m\d+\ninstead\n\nThe assistant · m\d+\nthree$/);
    assert.equal(rewoundText(built, 'm1'), undefined);
  });

  it('become drafts for a new session, together with all earlier messages', () => {
    const { built, rewinds } = wentBackTwice();
    const said = (rewind: string): readonly string[] | undefined =>
      draftsBefore(built, rewind)?.map((draft) =>
        draft.kind === 'message' ? textOf(draft.message) : draft.kind,
      );
    assert.deepEqual(said(rewinds[0]!), ['first', 'one', 'second', 'two']);
    assert.deepEqual(said(rewinds[1]!), ['first', 'one', 'instead', 'three']);
    assert.equal(said('m1'), undefined);
    assert.equal(titleBefore('Berths'), 'Berths (before going back)');
  });
});
