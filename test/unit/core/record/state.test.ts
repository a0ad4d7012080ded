import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/log/message.ts';
import { failurePassages, standingOf, statePassages } from '../../../../src/core/record/state.ts';
import type { Passage } from '../../../../src/core/record/passage.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import { call, countRoughly, person, result, sessionOf } from './sessionOf.ts';

type Ran = readonly [command: string, printed: string, code?: number, isError?: true];

/** How things stand and what failed before, after commands, each with what it printed and its exit code, and requests. */
function after(...steps: readonly (Ran | string)[]): { readonly state: string; readonly failures: string } {
  const messages = sessionOf(
    ...steps.flatMap((step, index): readonly Message[] => {
      if (typeof step === 'string') return [person(step)];
      const [command, printed, code, isError] = step;
      const id = `c${String(index)}`;
      return [
        call(id, 'bash', { command }),
        { ...result(id, 'bash', printed, code), ...(isError && { isError }) },
      ];
    }),
  );
  const standing = standingOf(workOf(messages), messages);
  const textOf = (passages: readonly Passage[]): string =>
    passages.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('\n');
  return {
    state: textOf(statePassages(standing, countRoughly)),
    failures: textOf(failurePassages(standing, countRoughly, () => 1)),
  };
}

const stateAfter = (...runs: readonly Ran[]): string => after(...runs).state;

describe('how things stand', () => {
  it('is how the last run of a command ended, where that printed nothing, too', () => {
    assert.equal(stateAfter(['npx tsc', 'error TS2322', 2], ['npx tsc', '', 0]), 'npx tsc → ok');
    assert.equal(stateAfter(['npx tsc', '', 0]), '');
  });

  it('is not told as good where the output tells of a failure that a pipe hid', () => {
    assert.equal(
      stateAfter(['python -m unittest | tail', 'Ran 5 tests in 0.001s\n\nFAILED (failures=1)', 0]),
      'python -m unittest | tail → ended\nRan 5 tests in 0.001s\nFAILED (failures=1)',
    );
  });

  it('is not told as bad where a command only showed words of a failure', () => {
    assert.equal(stateAfter(['git log --oneline', '1a2b3c4 cli: exit code 2 for bad options']), '');
  });

  it('is a failure until the person has gone on from it; what failed before is told once, in the story', () => {
    const failure: Ran = ['npm test', '1 failed', 1];
    assert.deepEqual(after('Go.', failure, 'And?'), { state: 'npm test → failed\n1 failed', failures: '' });
    assert.deepEqual(after('Go.', failure, 'And?', 'Now this.'), {
      state: '',
      failures: 'npm test → failed\n1 failed',
    });
    assert.deepEqual(after('Go.', failure, failure), {
      state: 'npm test → failed\n1 failed',
      failures: 'npm test → failed\n1 failed',
    });
  });

  it('is not told by a command that the person refused: it never ran', () => {
    const refusal = "The user doesn't want to take this action right now. STOP what you are doing.";
    assert.deepEqual(after(['npm test', '3 passed', 0], ['npm test', refusal, 1, true]), {
      state: 'npm test → ok\n3 passed',
      failures: 'npm test → refused',
    });
    const skipped = 'The user chose to skip the tool call, they want to proceed without running it';
    assert.equal(after(['npm test', skipped]).failures, 'npm test → refused');
  });

  it('is no refusal by the words that a command printed, nor where a run was stopped', () => {
    const denied = 'The user denied access to the camera\nERROR 500 disk broken';
    assert.equal(after(['cat log.txt', denied, 0]).failures, '');
    const stopped = '[Request interrupted by user]\nmigrated 3 of 9 tables';
    for (const printed of [denied, stopped])
      assert.match(after(['npm run migrate', printed, 1]).state, /^npm run migrate → failed\n/u);
  });

  it('is a command that passed, behind many that failed long ago', () => {
    const failures = Array.from({ length: 12 }, (_, at): Ran => [
      `make ${String(at)}`,
      `${String(at)} failed`,
      1,
    ]);
    const { state, failures: told } = after(
      'Go.',
      ['make lint', '12 passed', 0],
      ...failures,
      'And?',
      'Now this.',
    );
    assert.equal(state, 'make lint → ok\n12 passed');
    assert.equal(told.match(/→ failed/gu)?.length, 12);
  });
});
