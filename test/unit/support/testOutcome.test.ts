import assert from 'node:assert/strict';
import type { TestEvent, TestResult } from '../../support/resultsReporter.ts';
import { noticesIn, outcomeLine, outcomeOf, timeTable, underWay } from '../../support/testOutcome.ts';

const file = 'test/unit/tide.test.ts';
const end = (title: string, state: TestResult['state'] = 'passed', milliseconds = 5): TestResult => ({
  event: 'end',
  file,
  title,
  state,
  milliseconds,
  isRetried: false,
});
const begin = (title: string): TestEvent => ({ event: 'begin', file, title });
const committed = new Map([[file, ['rises', 'falls']]]);
const whole = [begin('rises'), end('rises'), begin('falls'), end('falls', 'pending')];

describe('The outcome of a run of tests', () => {
  it('is a success if all listed tests ran or are pending', () => {
    const { failed, problems } = outcomeOf({ events: whole, isGood: true, committed });
    assert.deepEqual([failed, problems], [0, []]);
  });

  it('counts each failed test and each failed hook', () => {
    const events: TestEvent[] = [
      end('rises', 'failed'),
      end('falls', 'failed'),
      { event: 'hookFailed', file, title: 'The tide "before all" hook' },
    ];
    assert.equal(outcomeOf({ events, isGood: false, committed }).failed, 3);
  });

  it('is a failure if the run failed, even if no test failed', () => {
    assert.equal(outcomeOf({ events: whole, isGood: false, committed }).failed, 1);
    assert.equal(outcomeOf({ events: [], isGood: false }).failed, 1);
  });

  it('is a failure that names the missing tests if a suite stops half-way', () => {
    const { failed, problems } = outcomeOf({ events: whole.slice(0, 3), isGood: true, committed });
    assert.equal(failed, 1);
    assert.deepEqual(problems, [`“falls” of ${file} was not run.`]);
    assert.deepEqual(underWay(whole.slice(0, 3)), [`${file}: falls`]);
  });

  it('is described in one line', () => {
    const outcome = outcomeOf({ events: whole, isGood: true, committed });
    assert.equal(
      outcomeLine('unit tests', outcome, 1.234),
      '✓ unit tests (1.2 s, 1 passed, 0 failed, 1 pending)',
    );
    assert.equal(outcomeLine('lint', outcomeOf({ events: [], isGood: true }), 0.5), '✓ lint (0.5 s)');
    assert.equal(outcomeLine('lint', outcomeOf({ events: [], isGood: false }), 0.5), '✗ lint (0.5 s)');
  });

  it('comes with a table of the steps and the slowest tests', () => {
    const outcome = outcomeOf({
      events: [end('rises', 'passed', 300), end('falls', 'passed', 2_000)],
      isGood: true,
    });
    const table = timeTable([{ name: 'unit tests', wallSeconds: 61, cpuSeconds: 118.6, outcome }], 1);
    assert.deepEqual(table.slice(1), [
      `${'unit tests'.padEnd(32)}     61    119`,
      'the slowest tests',
      `    2.0 s  ${file}: falls`,
    ]);
  });

  it('comes with notices about retries, pending tests and an editor without an agent', () => {
    const output = [
      '  ..,..',
      '  passed at a retry: A draft stays',
      '  12 passing (2m)',
      '  3 pending',
      'The editor of these tests has no agent, so the tests of the agent did not run.',
    ].join('\n');
    assert.deepEqual(noticesIn(output), [
      '  passed at a retry: A draft stays',
      '  3 pending',
      '  The editor of these tests has no agent, so the tests of the agent did not run.',
    ]);
  });
});
