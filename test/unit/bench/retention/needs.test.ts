import assert from 'node:assert/strict';
import { cutsOf, type CountedMessage, type Cut } from '../../../bench/retention/cuts.ts';
import { needsOf, pastTextOf, standingTogether, type Needs } from '../../../bench/retention/needs.ts';
import { assistant, call, result, user } from './messages.ts';

/** Returns the needs of a session with old messages, then a recent message of 20,000 tokens, then the future. */
function needsFrom(old: readonly CountedMessage[], recent: string, future: readonly CountedMessage[]): Needs {
  const messages = [...old, user(recent, 20_000), ...future];
  const at = old.length + 1;
  const cut: Cut = { fraction: 0.5, at, futureEnd: messages.length, recentStart: old.length, pastTokens: 0 };
  return needsOf(messages, cut, pastTextOf(messages, cut));
}

const facts = (needs: Needs): readonly string[] => [...needs.facts.keys()];

describe('the list of needed facts', () => {
  it('contains the facts that occur both before and after the cut of the session', () => {
    const old = [result('r', 'parseLine in src/a/log.ts')];
    const needs = needsFrom(old, 'nothing', [user('why parseLine?'), assistant('see src/a/log.ts, newName')]);
    assert.deepEqual(facts(needs), ['parseLine', 'src/a/log.ts']);
  });

  it('includes facts in decoded arguments of tool calls, but not in results', () => {
    const old = [user('firstName lastName otherName')];
    const future = [
      call('c', { text: 'a\nfirstName("x")', deep: [{ name: 'lastName' }] }),
      result('c', 'otherName'),
    ];
    assert.deepEqual(facts(needsFrom(old, '', future)), ['firstName', 'lastName']);
  });

  it('omits facts in the newest 20,000 tokens before the cut', () => {
    const needs = needsFrom([user('oldName bothName')], 'bothName', [assistant('oldName bothName')]);
    assert.deepEqual(facts(needs), ['oldName']);
  });

  it('omits facts in text that the client added to a message', () => {
    const reminder = { type: 'text', text: 'oldName', origin: 'client' } as const;
    const future: CountedMessage = { message: { role: 'user', parts: [reminder] }, tokens: 0 };
    assert.deepEqual(facts(needsFrom([user('oldName')], '', [future])), []);
  });

  it('pairs two facts that are close together before the cut if one message after the cut contains both', () => {
    const near = `oneName${' '.repeat(300)}twoName`;
    const far = `${near}${' '.repeat(301)}threeName`;
    const needs = needsFrom([user(far)], '', [assistant('oneName twoName threeName')]);
    assert.deepEqual(needs.pairs, [['oneName', 'twoName']]);
  });

  it('does not pair facts of different later messages', () => {
    const needs = needsFrom([user('oneName twoName')], '', [assistant('oneName'), assistant('twoName')]);
    assert.deepEqual(needs.pairs, []);
  });

  it('does not pair a fact with a part of the same fact', () => {
    const needs = needsFrom([user('src/a/log.ts log.ts')], '', [assistant('src/a/log.ts log.ts')]);
    assert.deepEqual(needs.pairs, []);
  });
});

describe('the search for pairs of nearby facts', () => {
  it('finds a pair in either order and anywhere in the text', () => {
    const text = `bName ${'-'.repeat(400)} aName, bName`;
    assert.equal(standingTogether([['aName', 'bName']], text).length, 1);
    assert.equal(standingTogether([['aName', 'bName']], `bName ${'-'.repeat(400)} aName`).length, 0);
    assert.equal(standingTogether([['aName', 'bName']], 'aName alone').length, 0);
  });

  it('finds every needed pair in the text before a cut', () => {
    const messages = Array.from({ length: 30 }, (_, index) =>
      user(`fact${String(index)}Name other${String(index % 7)}Name`, 2500),
    );
    for (const cut of cutsOf(messages)) {
      const past = pastTextOf(messages, cut);
      const { pairs } = needsOf(messages, cut, past);
      assert.equal(standingTogether(pairs, past.text).length, pairs.length);
    }
  });
});
