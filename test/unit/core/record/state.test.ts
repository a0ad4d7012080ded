import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/log/message.ts';
import { stateOf } from '../../../../src/core/record/state.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import { call, countRoughly, result, sessionOf } from './sessionOf.ts';

/** How things stand after commands, each with what it printed and its exit code. */
function stateAfter(
  ...runs: readonly (readonly [command: string, printed: string, code?: number])[]
): string {
  const messages = runs.flatMap(([command, printed, code], index): readonly Message[] => {
    const id = `c${String(index)}`;
    return [call(id, 'bash', { command }), result(id, 'bash', printed, code)];
  });
  return stateOf(workOf(sessionOf(...messages)), countRoughly)
    .flatMap(({ pieces }) => pieces.map(({ text }) => text))
    .join('\n');
}

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
});
