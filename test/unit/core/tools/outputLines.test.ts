import assert from 'node:assert/strict';
import { linesOfFiles, errorLineIndexes, isErrorMessage } from '../../../../src/core/tools/outputLines.ts';

const told = (lines: readonly string[], most = 1): readonly string[] =>
  errorLineIndexes(lines, most).map((place) => lines[place] ?? '');

describe('the error lines of an output', () => {
  it('are sorted so that errors of compilers, linters, tests and exceptions come first', () => {
    for (const line of [
      'main.c:12:5: error: expected a semicolon',
      'cmd/a.go:254:2: G104: Errors unhandled (gosec)',
      '    a_test.go:760: got 33.3%, want 42.9%',
      'src/a.ts(16,58): error TS2305: no exported member',
      'C:\\src\\a.cs(3,4): error CS1002: ; expected',
      'tests/test_a.py:37: AssertionError',
      'E       assert 1 == 2',
      '--- FAIL: TestOne (0.00s)',
      'not ok 3 - parses dates',
      '  ● dates › parse',
      "thread 'main' panicked at src/main.rs:2:5:",
      '✖ parses dates',
      'Error: it sank',
      'TypeError: a is not a function',
      'json.decoder.JSONDecodeError: Expecting a comma',
      'AssertionError [ERR_ASSERTION]: 1 == 2',
    ])
      assert.deepEqual(told(['[test] ERROR task failed', 'error', line]), [line]);
  });

  it('are sorted so that lines that only report a failure come after the errors themselves', () => {
    const lines = ['starting', '2 failed', 'a.ts:1:2: no such name', 'done', 'error'];
    assert.deepEqual(told(lines, 9), ['a.ts:1:2: no such name', '2 failed', 'error']);
  });

  it('do not include warnings, stack frames, times or addresses', () => {
    for (const line of [
      'main.c:12:5: warning: unused variable',
      'tests/test_a.py:2: in <module>',
      '/usr/lib/testing.go:1872 +0x190',
      '12:30:05: started',
      'http://localhost:80: up',
      'E        +  where 1 = f()',
    ])
      assert.deepEqual(told([line, 'it failed'], 9), ['it failed'], line);
  });

  it('include only one frame of each stack trace, the innermost one in the project’s code, even if others contain words such as “error”', () => {
    const lines = [
      'TypeError: lamp is undefined',
      '    at Object.error (node:internal/fail:1:2)',
      '    at light (/srv/harbour/lamp.ts:12:7)',
      '    at failed (/srv/harbour/error.ts:4:1)',
      'it failed',
    ];
    assert.deepEqual(told(lines, 9), [lines[0], lines[2], lines[4]]);
  });

  it('are sorted so that the lines that package managers add come last', () => {
    for (const line of [
      ' ELIFECYCLE  Command failed with exit code 1.',
      '[ERROR] ELIFECYCLE  Test failed. See above for more details.',
      'npm ERR! code ELIFECYCLE',
      'error Command failed with exit code 1.',
      'make: *** [Makefile:2: test] Error 1',
    ])
      assert.deepEqual(told([line, 'it failed'], 9), ['it failed', line], line);
  });

  it('include the file name above the findings of a linter', () => {
    const finding = "  3:10  error  'x' is defined but never used  no-unused-vars";
    assert.deepEqual(told(['/app/src/a.ts', finding, '', '/app/src/b.ts'], 9), ['/app/src/a.ts', finding]);
  });

  it('include the expected and the actual value of a test', () => {
    const lines = ['  ● adds', '', '    Expected: 3', '    Received: 4'];
    assert.deepEqual(told(lines, 9), ['  ● adds', '    Expected: 3', '    Received: 4']);
  });

  it('include a repeated line only once', () => {
    assert.deepEqual(errorLineIndexes(['FAIL', '  FAIL', 'x failed', 'FAIL'], 9), [0, 2]);
  });
});

describe('lines with only a file name', () => {
  it('are recognised for both Unix and Windows line breaks', () => {
    assert.deepEqual(linesOfFiles(['src/a.ts\r', 'of src/b.ts and others', 'src/c.ts'], 9), [
      'src/a.ts\r',
      'src/c.ts',
    ]);
  });
});

describe('isErrorMessage', () => {
  for (const line of [
    "src/lamp.ts(3,1): error TS2304: Cannot find name 'dim'.",
    'lamp.c:3:5: fatal error: x.h: No such file',
    'src/lamp.ts:3:1 - error TS2304: no dim',
    'error[E0308]: mismatched types',
    'error TS18003: No inputs were found',
    'npm error code ELIFECYCLE',
    'make: *** [lamp] Error 2',
  ])
    it(`is true for an error with its place or code, and for a build tool’s report: ${line}`, () => {
      assert.ok(isErrorMessage(line));
    });

  for (const line of [
    'Validation error: 0.031',
    'No error: clean',
    'error: 0.2',
    'Error: no lamp, handled',
    'TypeError: no lamp, retrying',
  ])
    it(`is false for a line that may be ordinary output: ${line}`, () => {
      assert.ok(!isErrorMessage(line));
    });
});
