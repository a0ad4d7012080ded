import assert from 'node:assert/strict';
import { cutsOf, type CountedMessage } from '../../../bench/retention/cuts.ts';
import { assistant, call, result, user } from './messages.ts';

describe('cutsOf', () => {
  const plain = (count: number, tokens: number): readonly CountedMessage[] =>
    Array.from({ length: count }, () => user('x', tokens));

  it('cuts a session into past and future at 40 %, 60 % and 80 % of the session’s tokens', () => {
    const cuts = cutsOf(plain(100, 1000));
    assert.deepEqual(
      cuts.map(({ fraction, at }) => [fraction, at]),
      [
        [0.4, 40],
        [0.6, 60],
        [0.8, 80],
      ],
    );
    assert.deepEqual(
      cuts.map(({ pastTokens }) => pastTokens),
      [40_000, 60_000, 80_000],
    );
  });

  it('moves a cut to the next place without an open tool call', () => {
    const messages = [...plain(39, 1000), call('a', {}, 1000), result('a', 'ok', 1000), ...plain(59, 1000)];
    assert.equal(cutsOf(messages)[0]?.at, 41);
  });

  it('does not move a cut because of a call that never got a result', () => {
    const messages = [...plain(39, 1000), call('a', {}, 1000), ...plain(60, 1000)];
    assert.equal(cutsOf(messages)[0]?.at, 40);
  });

  it('limits the future after a cut to 60 messages', () => {
    assert.equal(cutsOf(plain(1000, 100))[0]?.futureEnd, 460);
  });

  it('limits the future after a cut to 30,000 tokens', () => {
    assert.equal(cutsOf(plain(100, 1000))[0]?.futureEnd, 70);
  });

  it('counts a message as recent if the message is partly within the newest 20,000 tokens before the cut', () => {
    const cuts = cutsOf([...plain(30, 1000), user('long', 15_000), ...plain(55, 1000)]);
    assert.deepEqual(
      cuts.map(({ at, recentStart }) => [at, recentStart]),
      [
        [31, 25],
        [46, 30],
        [66, 46],
      ],
    );
  });

  it('skips a cut without old or later messages, and a cut at the same place as another cut', () => {
    assert.deepEqual(cutsOf(plain(4, 1000)), []);
    assert.deepEqual(cutsOf([...plain(30, 1000), user('x', 200_000)]), []);
    const huge = [...plain(30, 1000), assistant('all at once', 200_000), user('x', 1000)];
    assert.deepEqual(
      cutsOf(huge).map(({ at }) => at),
      [31],
    );
  });
});
