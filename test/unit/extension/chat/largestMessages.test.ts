import assert from 'node:assert/strict';
import { largestMessages } from '../../../../src/extension/chat/largestMessages.ts';
import { PendingTokens } from '../../../../src/extension/sessions/pendingTokens.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const words = (count: number): string => Array.from({ length: count }, () => 'tide').join(' ');

function session(): ViewedSession {
  const built = new ViewedSession();
  built.asks(words(30));
  built.calls('c1', 'chart.ts');
  built.results('c1', words(90));
  built.answers(words(60));
  built.asks('Thanks a lot.');
  return built;
}

describe('The largest messages of a context', () => {
  it('are listed largest first; all but the person’s newest message can be shortened and left out', () => {
    assert.deepEqual(
      largestMessages(session()).map(({ id, speaker, canLeaveOut, canShorten }) => {
        assert.equal(canShorten, canLeaveOut);
        return [id, speaker, canLeaveOut];
      }),
      [
        ['m3', 'tool', true],
        ['m4', 'assistant', true],
        ['m1', 'you', true],
        ['m5', 'you', false],
        ['m2', 'assistant', true],
      ],
    );
  });

  it('can’t be shortened or left out while they are pinned, and have a token count while they are left out', () => {
    const built = session();
    built.add({ kind: 'pin', target: 'm1', on: true });
    built.add({ kind: 'exclude', target: 'm4', on: true });
    const found = largestMessages(built);
    const pinned = found.find(({ id }) => id === 'm1');
    assert.deepEqual([pinned?.isPinned, pinned?.canLeaveOut, pinned?.canShorten], [true, false, false]);
    assert.deepEqual(
      found.filter(({ isLeftOut }) => isLeftOut).map(({ id, tokens }) => [id, tokens]),
      [['m4', 64]],
    );
  });

  it('are limited to eight messages', () => {
    const built = new ViewedSession();
    for (let at = 0; at < 12; at += 1) built.asks(words(at + 1));
    assert.equal(largestMessages(built).length, 8);
  });
});

describe('The token count of the composer', () => {
  it('is the sum for the typed text and the attachments, separately for each session', () => {
    const pending = new PendingTokens();
    let changes = 0;
    const listening = pending.onDidChange(() => (changes += 1));
    pending.set('s1', 'typed', 40);
    pending.set('s1', 'attached', 2);
    pending.set('s1', 'attached', 2);
    assert.deepEqual([pending.of('s1'), pending.of('s2'), changes], [42, 0, 2]);
    listening.dispose();
    pending.set('s1', 'typed', 0);
    assert.deepEqual([pending.of('s1'), changes], [2, 2]);
  });
});
