import assert from 'node:assert/strict';
import { bringBack } from '../../../../src/core/context/away.ts';
import { broughtBackSentence } from '../../../../src/extension/commands/broughtBack.ts';
import { emptyCompaction } from '../../../support/sessionBuilder.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

describe('The notice after a message was brought back into the context', () => {
  const built = new ViewedSession();
  const id = built.asks('one');
  built.answers('two');

  it('does not mention a pin if the message was excluded but not compacted', () => {
    built.add({ kind: 'exclude', target: id, on: true });
    assert.match(broughtBackSentence(bringBack(built.session, id)), /in the context word for word again$/u);
  });

  it('mentions the pin if a compaction had removed the message', () => {
    built.add({ ...emptyCompaction, folded: [{ ids: [id], as: 'summary' }] });
    assert.match(broughtBackSentence(bringBack(built.session, id)), /and pinned/u);
  });
});
