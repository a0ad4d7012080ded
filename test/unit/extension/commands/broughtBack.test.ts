import assert from 'node:assert/strict';
import { bringBack } from '../../../../src/core/context/away.ts';
import { broughtBack } from '../../../../src/extension/commands/broughtBack.ts';
import { emptyCompaction } from '../../../support/sessionBuilder.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

describe('What is said when a message is brought back', () => {
  const built = new ViewedSession();
  const id = built.asks('one');
  built.answers('two');

  it('is not that it is pinned where it was only left out', () => {
    built.add({ kind: 'exclude', target: id, on: true });
    assert.match(broughtBack(bringBack(built.session, id)), /the model sees it again$/u);
  });

  it('is that it is pinned where a compaction took it away', () => {
    built.add({ ...emptyCompaction, folded: [{ ids: [id], as: 'summary' }] });
    assert.match(broughtBack(bringBack(built.session, id)), /and pinned/u);
  });
});
