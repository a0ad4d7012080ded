import assert from 'node:assert/strict';
import fc from 'fast-check';
import { digestOf, withGiven } from '../../../../src/core/record/stageDigest.ts';
import { assistant, calls, numbered, person, result } from '../../../support/saidMessages.ts';

const word = { v: 1, id: 'e1', at: 0, kind: 'rule' } as const;

describe('a stage’s digest', () => {
  it('contains the request, the decisions with reasons, the changed files, and the outcome', () => {
    const { title, detailed, brief } = digestOf(
      numbered(
        person('Make the cache bounded.'),
        assistant('The problem was that nothing is ever evicted.'),
        assistant('We decided on an LRU list instead of timers.'),
        calls('edit_file', { path: 'src/cache.ts', old_string: 'a', new_string: 'b' }, 'a'),
        result('edited', 'a'),
        calls('bash', { command: 'rm old.ts' }, 'b'),
        result('', 'b', { exitCode: 0 }),
        calls('bash', { command: 'npm test' }, 'c'),
        result('12 passed', 'c', { exitCode: 0 }),
      ),
    );
    assert.equal(title, 'Make the cache bounded.');
    assert.equal(
      detailed,
      'Asked: Make the cache bounded. Decided: The problem was that nothing is ever evicted. ' +
        'Decided: We decided on an LRU list instead of timers. Files: old.ts (deleted), src/cache.ts. Outcome: npm test: “12 passed”.',
    );
    assert.ok(brief.startsWith('Decided: We decided on an LRU list instead of timers. Files: '));
  });

  it('omits a decision that the person struck', () => {
    const decision = 'We decided on an LRU list.';
    const messages = numbered(person('Make the cache bounded.'), person(decision));
    const detailed = (on: boolean): string =>
      digestOf(messages, new Map([[decision, { ...word, text: decision, on }]])).detailed;
    assert.match(detailed(true), /Decided: We decided on an LRU list\./);
    assert.doesNotMatch(detailed(false), /LRU/);
  });

  it('mentions an error that was not fixed', () => {
    const { detailed } = digestOf(
      numbered(
        person('Build it.'),
        calls('bash', { command: 'make' }, 'a'),
        result('Error: no rule', 'a', { exitCode: 2 }),
      ),
    );
    assert.match(detailed, /Outcome: failing: make: “Error: no rule”/);
  });

  it('does not mention an error if the same command or edit succeeded later', () => {
    const edit = { path: 'src/cache.ts', old_string: 'a', new_string: 'b' };
    const { detailed } = digestOf(
      numbered(
        person('Fix the types.'),
        calls('bash', { command: 'npx tsc' }, 'a'),
        result('error TS2322: no string', 'a', { exitCode: 2 }),
        calls('edit_file', edit, 'b'),
        result('String to replace not found', 'b', { isError: true }),
        calls('edit_file', edit, 'c'),
        result('edited', 'c'),
        calls('bash', { command: 'npx tsc' }, 'd'),
        result('', 'd', { exitCode: 0 }),
      ),
    );
    assert.equal(detailed, 'Asked: Fix the types. Files: src/cache.ts.');
  });

  it('says how many more files changed if there is no room for all names', () => {
    const writes = (path: string): readonly ReturnType<typeof calls>[] => [
      calls('write_file', { path, content: 'x' }, path),
      result('written', path),
    ];
    const paths = Array.from({ length: 12 }, (_, index) => `src/part${String(index)}.ts`);
    const edits = [...paths, `${'deep/'.repeat(20)}leaf.ts`].flatMap(writes);
    const { detailed } = digestOf(numbered(person('Write.'), ...edits));
    assert.match(detailed, /Files: leaf\.ts, src\/part11\.ts, .* and 5 more\./);
  });

  it('has a default title if there are no messages', () => {
    assert.deepEqual(digestOf([]), {
      title: 'Untitled stage',
      detailed: 'Untitled stage',
      brief: 'Untitled stage',
    });
  });

  it('has the given title and decisions, and stays the same if nothing is given', () => {
    const digest = { title: 'Asked', detailed: 'Long.', brief: 'Short.' };
    assert.deepEqual(withGiven(digest, { title: '## Cache bounded', decisions: ['LRU, not timers', ''] }), {
      title: 'Cache bounded',
      detailed: 'LRU, not timers.',
      brief: 'LRU, not timers.',
    });
    assert.deepEqual(withGiven(digest, {}), digest);
  });

  it('does not exceed the maximum lengths for any given title and decisions', () => {
    const decisions = fc.array(fc.oneof(fc.lorem({ maxCount: 90 }), fc.string({ maxLength: 400 })));
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60 }), decisions, (title, given) => {
        const digest = withGiven(digestOf(numbered(person('Go.'))), { title, decisions: given });
        assert.ok(digest.title.length <= 80 && digest.detailed.length <= 1_000 && digest.brief.length <= 280);
      }),
    );
    const { detailed } = withGiven(digestOf([]), { decisions: ['why '.repeat(90), 'Second.'] });
    assert.ok(detailed.endsWith(' Second.') && detailed.length <= 201 + ' Second.'.length, detailed);
  });

  it('does not exceed the maximum lengths for any messages', () => {
    const messages = fc.array(
      fc.oneof(
        fc.lorem({ maxCount: 80 }).map((text) => person(`We decided: ${text}.`)),
        fc.lorem({ maxCount: 80 }).map((text) => assistant(`Decided on ${text} because of that.`)),
        fc.string({ maxLength: 900 }).map(assistant),
      ),
    );
    fc.assert(
      fc.property(messages, (said) => {
        const { title, detailed, brief } = digestOf(numbered(...said));
        assert.ok(title.length <= 80 && detailed.length <= 1_000 && brief.length <= 280);
      }),
    );
  });
});
