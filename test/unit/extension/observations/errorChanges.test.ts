import assert from 'node:assert/strict';
import {
  errorChanges,
  ReportedErrors,
  type ErrorsByFile,
} from '../../../../src/extension/observations/errorChanges.ts';

const file = 'src/tide.ts';
const errorsAt = (...errors: readonly (readonly [line: number, message: string])[]): ErrorsByFile =>
  new Map([[file, errors.map(([line, message]) => ({ line, message }))]]);
const none: ErrorsByFile = new Map();

function textsOf(before: ErrorsByFile, now: ErrorsByFile): readonly string[] {
  return errorChanges(before, now).map(({ text }) => text);
}

describe('The errors of a file', () => {
  it('are reported with the line of the first new error when errors appear', () => {
    assert.deepEqual(textsOf(none, errorsAt([4, 'No such name.'])), [
      `an error appeared in ${file}: line 4: No such name.`,
    ]);
    assert.deepEqual(textsOf(errorsAt([2, 'Unused.']), errorsAt([2, 'Unused.'], [4, 'A.'], [5, 'B.'])), [
      `2 errors appeared in ${file}: line 4: A.`,
    ]);
  });

  it('are not reported again when an edit moves them to other lines', () => {
    assert.deepEqual(textsOf(errorsAt([4, 'A.'], [9, 'A.']), errorsAt([6, 'A.'], [11, 'A.'])), []);
  });

  it('that have the same message as an earlier error are reported with their own line', () => {
    assert.deepEqual(textsOf(errorsAt([4, 'A.']), errorsAt([2, 'A.'], [4, 'A.'])), [
      `an error appeared in ${file}: line 2: A.`,
    ]);
  });

  it('are reported as gone only when the last error is gone', () => {
    assert.deepEqual(textsOf(errorsAt([4, 'A.'], [5, 'B.']), errorsAt([5, 'B.'])), []);
    assert.deepEqual(textsOf(errorsAt([5, 'B.']), none), [`no errors in ${file} any more`]);
  });

  it('are reported as they are at the time of the report', () => {
    const errors = new ReportedErrors(none);
    const reportAfter = (...states: readonly ErrorsByFile[]): readonly string[] => {
      for (const state of states) errors.update(state);
      return errors.report().map(({ text }) => text);
    };
    const both = errorsAt([4, 'A.'], [9, 'B.']);
    assert.deepEqual(reportAfter(errorsAt([4, 'A.']), both, errorsAt([4, 'A.'])), [
      `an error appeared in ${file}: line 4: A.`,
    ]);
    assert.deepEqual(reportAfter(both, none, errorsAt([4, 'A.'])), []);
    assert.deepEqual(reportAfter(both, errorsAt([4, 'A.'], [9, 'B.'], [12, 'C.'])), [
      `2 errors appeared in ${file}: line 9: B.`,
    ]);
    assert.deepEqual(reportAfter(), []);
  });
});
