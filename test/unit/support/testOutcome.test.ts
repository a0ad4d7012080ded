import assert from 'node:assert/strict';
import { noticesIn, outcomeLine, outcomeOf } from '../../support/testOutcome.ts';

const OUTPUT = `
  ..,..

  passed at a retry: A draft stays
  1,708 is no count of tests
  12 passing (2m)
  3 pending
  1 failing
`;

describe('What a run of tests came to', () => {
  it('is read from the closing lines of all its runs', () => {
    assert.deepEqual(outcomeOf({ output: OUTPUT + OUTPUT, isGood: false }), {
      passed: 24,
      failed: 2,
      pending: 6,
    });
  });

  it('is a failure when the run ended badly and no test says so', () => {
    assert.equal(outcomeOf({ output: '  5 passing (1s)\n', isGood: false }).failed, 1);
  });

  it('is a failure with a sentence when there are fewer tests than the floor, those pending counted', () => {
    const output = '  9 passing (1s)\n  1 pending\n';
    assert.deepEqual(outcomeOf({ output, isGood: true, floor: 10 }), { passed: 9, failed: 0, pending: 1 });
    const short = outcomeOf({ output, isGood: true, floor: 11 });
    assert.equal(short.failed, 1);
    assert.match(short.problem ?? '', /There are 10 tests; 11 at least should be/);
  });

  it('is told in one line', () => {
    const outcome = { passed: 9, failed: 0, pending: 2 };
    assert.equal(
      outcomeLine('unit tests', outcome, 1234),
      '✓ unit tests (1.2 s, 9 passed, 0 failed, 2 pending)',
    );
    assert.equal(outcomeLine('lint', { passed: 0, failed: 0, pending: 0 }, 500), '✓ lint (0.5 s)');
  });

  it('tells which tests passed at a retry and how many are pending', () => {
    assert.deepEqual(noticesIn(OUTPUT), ['  passed at a retry: A draft stays', '  3 pending']);
  });

  it('tells of an editor without an agent', () => {
    const line = 'The editor of these tests carries no agent: what it does was not looked at.';
    assert.deepEqual(noticesIn(`\n${line}\n`), [`  ${line}`]);
  });
});
