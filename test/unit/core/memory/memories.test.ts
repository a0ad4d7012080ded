import assert from 'node:assert/strict';
import fc from 'fast-check';
import { offerMemories, offersOf } from '../../../../src/core/memory/savedMemories.ts';
import { searchMemories, selectMemories } from '../../../../src/core/memory/searchMemories.ts';
import type { Memory } from '../../../../src/core/ports.ts';
import { assistant, numbered, person } from '../../../support/saidMessages.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';
import { quarterCount } from '../../../support/summaryRequests.ts';

const memory = (at: number, text: string, type: Memory['type'] = 'fact'): Memory => ({
  id: `k${String(at)}`,
  type,
  text,
  at,
});
const texts = (memories: readonly Pick<Memory, 'text'>[]): readonly string[] =>
  memories.map(({ text }) => text);

const known = [
  memory(1, 'The refresh token lives in src/auth/tokenStore.ts.'),
  memory(2, 'The database is on port 5433.'),
  memory(3, 'Use tabs in makefiles.', 'preference'),
  memory(4, 'Tokens are renewed once an hour.'),
];

describe('searching memories', () => {
  it('finds a name in another spelling, and lists the best match first', () => {
    assert.deepEqual(texts(searchMemories(known, 'token store')), [known[0]?.text]);
    assert.deepEqual(texts(searchMemories(known, 'refresh_token')), [known[0]?.text]);
    assert.equal(searchMemories(known, 'port of the database')[0]?.text, known[1]?.text);
  });

  it('returns nothing if no word matches, and at most the requested number of memories', () => {
    assert.deepEqual(searchMemories(known, 'kubernetes'), []);
    assert.deepEqual(searchMemories([], 'token'), []);
    assert.equal(searchMemories(known, 'the', 1).length, 1);
  });

  it('prefers the newer of two equal matches', () => {
    const twins = [memory(1, 'Port 80 is taken.'), memory(9, 'Port 80 is taken.')];
    assert.deepEqual(
      searchMemories(twins, 'port').map(({ at }) => at),
      [9, 1],
    );
  });

  it('prefers the shorter of two memories with the same word', () => {
    const [short, long] = [memory(1, 'Port 80.'), memory(9, 'Port 80 is taken by the old server.')];
    assert.deepEqual(searchMemories([long, short], 'port'), [short, long]);
  });
});

describe('the selection of memories for a message', () => {
  it('lists the best matches first, and then preferences without a match, newest first', () => {
    const chosen = selectMemories(known, 'Which port has the database?', 1_000, quarterCount);
    assert.equal(chosen[0]?.text, known[1]?.text);
    assert.ok(chosen.includes(known[2] ?? memory(0, '')));
    const rules = [1, 3, 2].map((at) => memory(at, `Rule ${String(at)}.`, 'preference'));
    assert.deepEqual(texts(selectMemories(rules, 'port', 1_000, quarterCount)), [
      'Rule 3.',
      'Rule 2.',
      'Rule 1.',
    ]);
  });

  it('never exceeds its token limit, but includes smaller memories if a larger memory does not fit', () => {
    const many = [
      memory(1, `alpha ${'long '.repeat(100)}`),
      memory(2, 'alpha beta'),
      memory(3, 'Keep it.', 'decision'),
    ];
    assert.deepEqual(texts(selectMemories(many, 'alpha', 20, quarterCount)), ['alpha beta', 'Keep it.']);
    fc.assert(
      fc.property(fc.array(fc.lorem()), fc.nat(80), (words, budget) => {
        const chosen = selectMemories(
          words.map((text, at) => memory(at, text)),
          words[0] ?? '',
          budget,
          quarterCount,
        );
        assert.ok(chosen.reduce((sum, { text }) => sum + quarterCount(text), 0) <= budget);
      }),
    );
  });
});

describe('memories offered without a model', () => {
  it('are the constraints and decisions of the person', () => {
    const offered = offerMemories(
      numbered(
        person('Never touch session.ts. Fix the loop.'),
        assistant('We decided on a queue rather than a lock.'),
        person('Never touch session.ts.'),
        person("Let's use the adapter."),
      ),
    );
    assert.deepEqual(offered, [
      { type: 'decision', text: "Let's use the adapter.", source: 'm4' },
      { type: 'preference', text: 'Never touch session.ts.', source: 'm3' },
    ]);
  });

  it('exclude memories that were already saved or declined', () => {
    const messages = numbered(person('Never touch session.ts.'), person("Let's use the adapter."));
    const isKnown = (text: string): boolean => text === 'Never touch session.ts.';
    assert.deepEqual(texts(offerMemories(messages, { isKnown })), ["Let's use the adapter."]);
  });

  it('come only from messages up to the newest compacted message', () => {
    const built = new ViewedSession();
    built.asks('Never touch gen.ts. Fix the loop.');
    built.answers('Fixed.');
    for (const name of ['one', 'two']) {
      built.asks(`What does ${name} do? ${'It is long. '.repeat(40)}`);
      built.answers('It counts.');
    }
    built.asks("Let's use the adapter.");
    built.answers('Done.');
    assert.deepEqual(offersOf(built.session), []);
    const id = built.compacts();
    assert.deepEqual(texts(offersOf(built.session)), ['Never touch gen.ts.']);
    built.add({ kind: 'undo', compactions: [id] });
    assert.deepEqual(offersOf(built.session), []);
  });

  it('exclude rules in messages that the person excluded', () => {
    const built = new ViewedSession();
    const excluded = built.asks('Never touch gen.ts. Fix the loop.');
    built.answers('Fixed.');
    built.asks(`Never touch session.ts. ${'It is long. '.repeat(40)}`);
    built.answers('Done.');
    built.asks('What does two do?');
    built.answers('It counts.');
    built.add({ kind: 'exclude', target: excluded, on: true });
    built.compacts();
    assert.deepEqual(texts(offersOf(built.session)), ['Never touch session.ts.']);
  });

  it('are at most twenty', () => {
    const rules = Array.from({ length: 40 }, (_, index) => person(`Never rename table ${String(index)}.`));
    assert.equal(offerMemories(numbered(...rules)).length, 20);
  });
});
