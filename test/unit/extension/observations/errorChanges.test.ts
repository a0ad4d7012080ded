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
      for (const state of states) errors.update((present = state));
      return errors.report(present).map(({ text }) => text);
    };
    let present = none;
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

  it('are not reported if they are gone at the time of the report, even if they had settled, but are reported if they come back', () => {
    const [a, b, c] = [errorsAt([4, 'A.']), errorsAt([6, 'B.']), errorsAt([8, 'C.'])];
    const errors = new ReportedErrors(a);
    for (const [settled, present, texts] of [
      [errorsAt([4, 'A.'], [6, 'B.']), a, []],
      [
        errorsAt([4, 'A.'], [6, 'B.']),
        errorsAt([4, 'A.'], [6, 'B.']),
        ['an error appeared in F: line 6: B.'],
      ],
      [a, none, []],
      [none, c, []],
      [b, c, []],
      [c, c, ['an error appeared in F: line 8: C.']],
      [a, none, ['no errors in F any more']],
      [a, a, ['an error appeared in F: line 4: A.']],
    ] as const) {
      errors.update(settled);
      assert.deepEqual(
        errors.report(present).map(({ text }) => text.replace(file, 'F')),
        texts,
      );
    }
  });

  it('are described for at most five files, and further files whose errors appeared or disappeared are only counted', () => {
    const inFiles = (count: number, first = 0): ErrorsByFile =>
      new Map(
        Array.from({ length: count }, (_, at) => [`${at + first}.ts`, [{ line: 1, message: 'A.' }]] as const),
      );
    const errors = new ReportedErrors(none);
    const reportOf = (present: ErrorsByFile): readonly string[] => {
      errors.update(present);
      return errors.report(present).map(({ text }) => text);
    };
    const many = reportOf(inFiles(15));
    assert.deepEqual(
      [many.length, many[4], many[5]],
      [6, 'an error appeared in 4.ts: line 1: A.', 'errors appeared in 10 more files'],
    );
    const others = reportOf(inFiles(6, 15));
    assert.equal(others[4], 'an error appeared in 19.ts: line 1: A.');
    assert.deepEqual(others.slice(5), [
      'errors appeared in 1 more file, no errors any more in 15 more files',
    ]);
    assert.equal(reportOf(inFiles(1, 15)).length, 5);
  });
});
