import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/log/message.ts';
import { failurePassages, stateOf, statePassages } from '../../../../src/core/record/state.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import type { Passage } from '../../../../src/core/record/passage.ts';
import { call, countRoughly, person, result, sessionOf } from './sessionOf.ts';

type CommandRun = readonly [command: string, printed: string, code?: number, isError?: true];

type Step = CommandRun | string;

interface StateNotes {
  readonly state: string;
  readonly failures: string;
}

function messagesOf(steps: readonly Step[]): readonly SessionMessage[] {
  return sessionOf(
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
}

/**
 * Returns the notes on the state and on earlier failures after some steps. A string is a request; the other steps are
 * commands with their output and exit code.
 */
const notesAfter = (...steps: readonly Step[]): StateNotes => notesOf(messagesOf(steps));

function notesOf(messages: readonly SessionMessage[], later?: readonly SessionMessage[]): StateNotes {
  const state = stateOf(messages, later);
  const textOf = (passages: readonly Passage[]): string =>
    passages.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('\n');
  return {
    state: textOf(statePassages(state, countRoughly)),
    failures: textOf(failurePassages(state, countRoughly, () => 1)),
  };
}

const stateAfter = (...runs: readonly CommandRun[]): string => notesAfter(...runs).state;

describe('The current state in the notes', () => {
  it('contains the outcome of a command’s last run, unless this run printed nothing and no earlier run failed', () => {
    assert.equal(stateAfter(['npx tsc', 'error TS2322', 2], ['npx tsc', '', 0]), 'npx tsc → ok');
    assert.equal(stateAfter(['npx tsc', '', 0]), '');
  });

  it('contains the errors that a command printed, even if a filter hid its exit code', () => {
    const error = "src/lamp.ts(3,1): error TS2304: Cannot find name 'dim'.";
    for (const command of ['npx tsc | head -20', 'npx tsc 2>&1 | grep lamp'])
      assert.match(
        stateAfter([command, `> tsc\n${error}\nnpm error code 2`, 0]),
        /^npx tsc.* → ended\nsrc/u,
        command,
      );
    for (const line of [
      ...[
        'src/lamp.c:3:5: fatal error: x.h: No such file',
        'src/lamp.ts:3:1 - error TS2304: no dim',
        'error[E0308]: no',
      ],
      ...['npm error code ELIFECYCLE', 'make: *** [lamp] Error 2'],
    ])
      assert.equal(stateAfter(['make lamp | tail -5', line, 0]), `make lamp → ended\n${line}`, line);
    assert.equal(stateAfter(['npx tsc | head', error, 0], ['npx tsc | tail', '', 0]), 'npx tsc → ok');
    assert.equal(
      stateAfter(['make check | tail', 'lamp.go:3:1: unused (revive)\n2 issues:', 0]),
      ['make check → ended', '2 issues:'].join('\n'),
    );
  });

  it('does not contain errors that a command only quoted, e.g. from a log, or errors of a command whose own exit code is 0', () => {
    const error = "src/lamp.ts(3,1): error TS2304: Cannot find name 'dim'.";
    for (const command of [
      'cat build.log | head',
      'grep -rn error . | head',
      'git log | head',
      'npx tsc',
      'cd a && npx tsc',
    ])
      assert.equal(stateAfter([command, error, 0]), '', command);
    assert.equal(stateAfter(['npm test | tail', 'Error: no lamp\n35 passed', 0]), 'npm test → ok\n35 passed');
    assert.equal(stateAfter(['echo "a | b"', error, 0]), '');
    assert.equal(stateAfter(['npm test | tail -3', 'Validation error: 0.031', 0]), '');
  });

  it('contains the last outcomes of at most eight commands, newest first', () => {
    const runs = Array.from({ length: 10 }, (_, at): CommandRun => [`make ${String(at)}`, '1 passed', 0]);
    const shown = stateAfter(...runs).match(/make \d/gu) ?? [];
    assert.deepEqual(
      shown,
      [9, 8, 7, 6, 5, 4, 3, 2].map((at) => `make ${String(at)}`),
    );
  });

  it('does not call a run successful if the output reports a failure', () => {
    assert.equal(
      stateAfter(['python -m unittest | tail', 'Ran 5 tests in 0.001s\n\nFAILED (failures=1)', 0]),
      'python -m unittest → ended\nRan 5 tests in 0.001s\nFAILED (failures=1)',
    );
  });

  it('does not call a run after a failed run successful if it printed errors and another command hid its exit code', () => {
    for (const [command, printed] of [
      ['npx tsc; echo "EXIT: $?"', 'src/lamp.ts(3,1): error TS2304: no dim\nEXIT: 2'],
      ['npx tsc || true', 'src/lamp.ts(3,1): error TS2304: no dim'],
      ['npm test 2>&1 | tail -5', 'TypeError: dim is not a function'],
    ] as const) {
      assert.match(stateAfter([command, printed, 1], [command, printed, 0]), / → ended/u, command);
      assert.match(stateAfter([command, printed, 1], [command, 'Done.', 0]), / → ok/u, command);
    }
  });

  it('quotes the first error lines of a failure', () => {
    const printed = '[lint] ERROR task failed\na.go:2:1: unused name\nb.go:3:1: unused name\n2 errors';
    assert.equal(
      notesAfter(['make lint', printed, 1]).state,
      'make lint → failed\na.go:2:1: unused name\nb.go:3:1: unused name',
    );
    const before = messagesOf(['Go.', ['make lint', printed, 1], 'And?', 'Now this.']);
    const [failure] = failurePassages(stateOf(before), countRoughly, () => 1);
    assert.deepEqual(
      failure?.pieces.map(({ isLead = false }) => isLead),
      [true, false, false, false],
    );
  });

  it('does not call a run failed if the output only mentions an exit code', () => {
    assert.equal(stateAfter(['git log --oneline', '1a2b3c4 cli: exit code 2 for bad options']), '');
  });

  it('contains a command’s last failure until the person makes two more requests', () => {
    const failure: CommandRun = ['npm test', '1 failed', 1];
    assert.deepEqual(notesAfter('Go.', failure, 'And?'), {
      state: 'npm test → failed\n1 failed',
      failures: '',
    });
    assert.deepEqual(notesAfter('Go.', failure, 'And?', 'Now this.'), {
      state: '',
      failures: 'npm test → failed\n1 failed',
    });
    assert.deepEqual(notesAfter('Go.', failure, failure), {
      state: 'npm test → failed\n1 failed',
      failures: 'npm test → failed\n1 failed',
    });
  });

  it('omits a run that the person refused, but the list of earlier failures contains the refusal', () => {
    const refusal = "The user doesn't want to take this action right now. STOP what you are doing.";
    assert.deepEqual(notesAfter(['npm test', '3 passed', 0], ['npm test', refusal, 1, true]), {
      state: 'npm test → ok\n3 passed',
      failures: 'npm test → refused',
    });
    const skipped = 'The user chose to skip the tool call, they want to proceed without running it';
    assert.equal(notesAfter(['npm test', skipped]).failures, 'npm test → refused');
    const ours = 'The person did not allow this; nothing was done.';
    assert.equal(notesAfter(['npm test', ours, 1, true]).failures, 'npm test → refused');
    const codex =
      'exec_command failed for `npm test`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }';
    assert.equal(notesAfter(['npm test', codex, 1, true]).failures, 'npm test → refused');
  });

  it('does not mistake a command’s output or an interrupted run for a refusal', () => {
    const denied = 'The user denied access to the camera\nERROR 500 disk broken';
    assert.equal(notesAfter(['cat log.txt', denied, 0]).failures, '');
    const stopped = '[Request interrupted by user]\nmigrated 3 of 9 tables';
    for (const printed of [denied, stopped])
      assert.match(notesAfter(['npm run migrate', printed, 1]).state, /^npm run migrate → failed\n/u);
  });

  it('contains a command that passed, even if many later commands failed', () => {
    const failures = Array.from({ length: 12 }, (_, at): CommandRun => [
      `make ${String(at)}`,
      `${String(at)} failed`,
      1,
    ]);
    const { state, failures: told } = notesAfter(
      'Go.',
      ['make lint', '12 passed', 0],
      ...failures,
      'And?',
      'Now this.',
    );
    assert.equal(state, 'make lint → ok\n12 passed');
    assert.equal(told.match(/→ failed/gu)?.length, 12);
  });

  it('omits a run if all commands of the run ran again later', () => {
    const [test, lint]: readonly CommandRun[] = [
      ['npm test', '3 passed', 0],
      ['npm run lint', '0 problems', 0],
    ];
    assert.ok(test && lint);
    assert.equal(
      stateAfter(test, lint, ['npm test && npm run lint', '4 passed', 0]),
      'npm test && npm run lint → ok\n4 passed',
    );
    assert.equal(
      stateAfter(test, lint, ['npm test && npm run lint', '1 failed', 1]),
      'npm test && npm run lint → failed\n1 failed\nnpm run lint → ok\n0 problems',
    );
    assert.equal(
      stateAfter(['npm test', '1 failed', 1], ['npm test && npm run lint', '', 0]),
      'npm test && npm run lint → ok',
    );
  });

  it('omits a command without output if a later script repeats the command and fails', () => {
    assert.equal(
      stateAfter(['npm run build', '', 0], ['npm test && npm run build', '1 failed', 1]),
      'npm test && npm run build → failed\n1 failed',
    );
  });

  it('shows that a command passed, but omits its output lines for single packages', () => {
    assert.equal(
      stateAfter(['go test ./...', 'ok  \tlamp/a\t0.1s\nok  \tlamp/b\t0.2s', 0]),
      'go test ./... → ok',
    );
  });

  it('contains only a command’s last run, even if filters such as `tail` differ, but keeps runs in other folders', () => {
    assert.equal(
      stateAfter(['npm test 2>&1 | tail -30', '1 failed', 1], ['npm test | tail -n 5', '3 passed', 0]),
      'npm test → ok\n3 passed',
    );
    assert.equal(
      stateAfter(['cd api && npm test | tail', '1 passed', 0], ['cd web && npm test', '2 passed', 0]),
      'cd web && npm test → ok\n2 passed\ncd api && npm test → ok\n1 passed',
    );
  });
});

describe('The current state in the notes on earlier messages', () => {
  const older: readonly Step[] = ['Go.', ['npm test', '1 failed', 1], ['npm run lint', '0 problems', 0]];
  const newer: readonly Step[] = [
    ['npm test', '3 passed', 0],
    ['npm run build', '1 failed', 1],
  ];
  const messages = messagesOf([...older, ...newer]);
  const [told, later] = [messages.slice(0, -4), messages.slice(-4)];

  it('recognises a repeated command even if most later commands ran in another folder', () => {
    const steps = (...commands: readonly CommandRun[]): readonly Step[] => commands;
    const all = messagesOf([
      ...steps(['cd /p/lamp && npm test', '1 failed', 1]),
      ...steps(
        ['cd /p/pier && ls', 'a', 0],
        ['cd /p/pier && cat a', 'b', 0],
        ['cd /p/lamp && npm test', '3 passed', 0],
      ),
    ]);
    assert.doesNotMatch(notesOf(all.slice(0, 2), all.slice(2)).state, /failed/u);
  });

  it('omits outcomes that later messages in the context show', () => {
    assert.deepEqual(notesOf(told, later), {
      state: 'npm run lint → ok\n0 problems',
      failures: 'npm test → failed\n1 failed',
    });
  });

  it('contains a failure whose result is shortened in the context', () => {
    assert.equal(
      notesOf(messages, later).state,
      'npm run build → failed\n1 failed\nnpm run lint → ok\n0 problems',
    );
  });

  it('omits a failure if later messages in the context contain two requests', () => {
    const failed = messagesOf(['Go.', ['npm test', '1 failed', 1], 'And?', 'Now this.']);
    assert.equal(notesOf(failed.slice(0, 3), failed.slice(3)).state, '');
  });

  it('omits a plan that a later message replaces', () => {
    const plan = (id: string, status: string): readonly Message[] => [
      call(id, 'TodoWrite', { todos: [{ content: 'Mend the parser', status }] }),
      result(id, 'TodoWrite', 'Todos have been modified.'),
    ];
    const planned = sessionOf(person('Go.'), ...plan('p1', 'in_progress'), ...plan('p2', 'completed'));
    assert.equal(notesOf(planned.slice(0, 3), planned.slice(3)).state, '');
    assert.equal(notesOf(planned.slice(0, 3)).state, 'in progress: Mend the parser');
    assert.equal(notesOf(planned, planned.slice(3)).state, 'done: Mend the parser');
  });
});
