import assert from 'node:assert/strict';
import type { ToolMessage } from '../../../../src/core/log/message.ts';
import { readResult, type ToolOutcome } from '../../../../src/core/tools/readResult.ts';
import { reportsFailure } from '../../../../src/core/tools/outputLines.ts';
import type { ToolKind } from '../../../../src/core/tools/toolKind.ts';

const read = (kind: ToolKind, text: string, more: Partial<ToolMessage> = {}): ToolOutcome =>
  readResult({ role: 'tool', callId: 'c', toolName: '', parts: [{ type: 'text', text }], ...more }, kind);

describe('a tool result without a failure mark', () => {
  it('is a failure if the beginning says that the call had no effect', () => {
    for (const text of [
      'The user chose to skip the tool call, they want to proceed without running it',
      'The user cancelled the tool call.',
      'ERROR while calling tool: Could not find matching text to replace.',
      "ERROR: Your input to the tool was invalid (must have required property 'filePath')",
      'Applying patch failed with error: Invalid context at character 0',
      "[write_to_file for 'a.ts'] Result:\nThe user denied this operation.",
      '<tool_use_error>File has not been read yet.</tool_use_error>',
      'User rejected update to src/a.ts\n 1 - x',
      'No (tell Claude what to do differently)',
      '[interrupted]',
      'The person did not allow this; nothing was done.',
      'patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings',
      'exec_command failed for `sh -c "rm a"`: CreateProcess { message: "Rejected(\\"blocked by policy\\")" }',
      '`rm -rf a` rejected: blocked by policy',
    ])
      for (const kind of ['edit', 'shell', 'ask', 'read', 'plan'] as const)
        assert.equal(read(kind, text).isFailure, true, `${kind}: ${text}`);
  });

  it('is not a failure if only a later part says that the call had no effect', () => {
    for (const kind of ['edit', 'shell', 'ask'] as const)
      assert.equal(read(kind, 'The text was: The user cancelled the tool call.').isFailure, false);
  });

  it('yields the first line as the error message if the person refused the edit', () => {
    const { errors } = read('edit', 'User rejected update to a.py\n 3 + except Exception as error:');
    assert.deepEqual(errors, ['User rejected update to a.py']);
  });

  it('is a failure if the call is an edit and the result begins with “Error”', () => {
    assert.equal(read('edit', 'Error: String to replace not found in file.').isFailure, true);
    assert.equal(read('read', 'Error: of the first kind\nError: of the second').isFailure, false);
  });
});

describe('the reason for a command’s failure', () => {
  const lint = 'Exit code 1\n[lint] ERROR task failed\na.go:2:1: unused name\n[lint] ERROR task failed';

  it('begins with the most important line', () => {
    assert.deepEqual(read('shell', lint).errors, ['a.go:2:1: unused name', '[lint] ERROR task failed']);
  });

  it('quotes the lines that name files if no line reports an error, or the first line that is not a passed check if no line names a file either', () => {
    const checked = [
      '> app@1.0.0 format',
      '> prettier --check .',
      '',
      'Checking formatting...',
      '[warn] src/a.ts',
    ];
    const { errors } = read('shell', [...checked, 'Exit code 1'].join('\n'));
    assert.deepEqual(errors, ['[warn] src/a.ts']);
    const hooks = 'lamps.....................Passed\nThe piers are dark.\npiers.....................Passed';
    assert.deepEqual(read('shell', `Exit code 1\n${hooks}`).errors, ['The piers are dark.']);
    assert.deepEqual(read('shell', 'gofmt -l .\nmain.go\nExit code 1').errors, ['main.go']);
  });

  it('is the first line if there is neither a better line nor a file', () => {
    assert.deepEqual(read('shell', 'Exit code 1\nsomething').errors, ['something']);
    assert.deepEqual(read('shell', 'Exit code 1').errors, []);
  });
});

describe('the exit code of a command', () => {
  it('is read from a separate line', () => {
    for (const line of [
      'Process exited with code 1',
      'Command exited with code 1',
      'Exit code: 1',
      'Error: Exit code 1',
      '(exit code 1)',
      'npm ERR! Exit status 1',
      '[Command -1 finished with exit code 1]',
      '[finished with exit code 1]',
      '[The command completed with exit code 1.]',
      'exit status 1',
      '- exit code: 1',
      'error Command failed with exit code 1.',
      ' ELIFECYCLE  Command failed with exit code 1.',
      '<exited with exit code 1>',
      '<shellId: 0 completed with exit code 1>',
      '<exit_code>1</exit_code>',
    ])
      assert.equal(read('shell', `a\n${line}\nb`).exitCode, 1, line);
  });

  it('is not read from a script, a log, the text of a file or the middle of a long output', () => {
    for (const text of [
      '#!/bin/sh\n[ -f a ] || exit 1\nmake',
      '#!/bin/sh\nexit 1',
      '1a2b3c4 cli: exit code 2 for bad options',
      '# exit code 2\n// exit code 2\nexit code 2: bad options',
      `${'line\n'.repeat(10)}Exit code: 1\n${'line\n'.repeat(10)}`,
    ])
      assert.equal(read('shell', text).exitCode, undefined, text);
  });

  it('is the last exit code in the output', () => {
    assert.equal(read('shell', 'exit code: 0\n1 test\nCommand exited with code 1').exitCode, 1);
  });
});

describe('the lines with counts from a command’s output', () => {
  it('end with the lines that report a failure', () => {
    for (const [text, last] of [
      ['Ran 5 tests in 0.001s\n\nFAILED (failures=1)', 'FAILED (failures=1)'],
      ['FAIL\texample.com/a\t0.1s\nok  \tb\t0.1s\nok  \tc\t0.1s\nok  \td\t0.1s', 'FAIL\texample.com/a\t0.1s'],
      ['Tests: 5, Assertions: 7, Failures: 1.', 'Tests: 5, Assertions: 7, Failures: 1.'],
      ['[ERROR] Tests run: 5, Failures: 1, Errors: 0', '[ERROR] Tests run: 5, Failures: 1, Errors: 0'],
      [
        'Tests:       2 failed, 30 passed\nDone in 2s\n0 problems\n[main 1234567] x\n 1 file changed',
        'Tests:       2 failed, 30 passed',
      ],
      ['lamp.go:3:1: unused\n2 issues:', '2 issues:'],
      ['Found 3 errors (2 fixed, 1 remaining).', 'Found 3 errors (2 fixed, 1 remaining).'],
      ['ℹ pass 4\nℹ fail 1\nℹ skipped 0', 'ℹ fail 1'],
    ] as const) {
      const figure = read('shell', text).figures.at(-1) ?? '';
      assert.equal(figure, last);
      assert.equal(reportsFailure(figure), true, figure);
    }
  });

  it('report no failure if nothing failed', () => {
    for (const line of [
      'Tests run: 5, Failures: 0, Errors: 0',
      'OK (5 tests, 7 assertions)',
      '12 passed, 0 failed',
      'ℹ fail 0',
      'ok  \texample.com/a\t0.1s',
      'Fixed 3 problems in 2 files',
      'Fixed 2 errors in 2 files',
      'Found 3 errors (3 fixed, 0 remaining).',
      'Showing 3 issues in a/lamp',
    ])
      assert.deepEqual(read('shell', line).figures.map(reportsFailure), [false], line);
  });

  it('do not include sentences that only contain a word such as “failed” or “ok”', () => {
    assert.deepEqual(read('shell', '1a2b3c4 test: a lamp\nFailed to find it').figures, []);
    assert.deepEqual(read('shell', 'Pass a lamp to each pier.\nOk then.').figures, []);
  });

  it('include lines whose counts are all zero only if the other lines leave room', () => {
    const nothing = ['running 0 tests', 'ok. 0 passed; 0 failed; finished in 0.01s'];
    const counts = ['running 12 tests', 'ok. 12 passed; 0 failed; finished in 0.02s'];
    assert.deepEqual(read('shell', [...nothing, ...counts, ...nothing].join('\n')).figures.slice(1), counts);
    assert.deepEqual(read('shell', nothing.join('\n')).figures, nothing);
  });
});
