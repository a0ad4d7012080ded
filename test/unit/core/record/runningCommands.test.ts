import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/log/message.ts';
import { standingFailures } from '../../../../src/core/audit/standingFailures.ts';
import { digestOf } from '../../../../src/core/record/stageDigest.ts';
import { stateOf, statePassages } from '../../../../src/core/record/state.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import { call, countRoughly, person, result, sessionOf } from './sessionOf.ts';

/** A tool, its arguments, its result, and its exit code or the mark of a failed call. */
type Step = readonly [
  tool: string,
  args: Readonly<Record<string, unknown>>,
  printed: string,
  end?: number | 'error',
];

const FAILED: Step = ['bash', { command: 'npm test' }, '3 failing', 1];

function messagesOf(steps: readonly Step[]): readonly Message[] {
  return steps.flatMap(([tool, args, printed, end], at) => {
    const id = `c${String(at)}`;
    const ended = result(id, tool, printed, end === 'error' ? undefined : end);
    return [call(id, tool, args), end === 'error' ? { ...ended, isError: true } : ended];
  });
}

function failuresAfter(...steps: readonly Step[]): readonly string[] {
  const messages = sessionOf(person('Mend it.'), ...messagesOf(steps));
  return standingFailures(messages, workOf(messages)).map(({ line }) => line);
}

function stateAfter(...steps: readonly Step[]): string {
  const state = stateOf(sessionOf(person('Mend the tests.'), ...messagesOf(steps)));
  return statePassages(state, countRoughly)
    .flatMap(({ pieces }) => pieces.map(({ text }) => text))
    .join('\n');
}

/** Results of commands that had not ended, in the words of each agent. */
const STARTED = {
  longthread: [
    'run_command',
    { command: 'npm test' },
    '[run2 in web] It has not ended yet and goes on in the background; read_output returns its new output.\n4 passed',
  ],
  longthreadByPerson: [
    'run_command',
    { command: 'npm test' },
    '[run2 in the workspace’s folder] The person let it go on in the background.\n4 passed',
  ],
  claudeCode: [
    'Bash',
    { command: 'npm test', run_in_background: true },
    'Command running in background with ID: b7x. Output is being written to: /tmp/tasks/b7x.output',
  ],
  claudeCodeTooSlow: [
    'Bash',
    { command: 'npm test' },
    'Command did not complete within its 120s timeout and was moved to the background (ID: b7x). Output is being written to: /tmp/b7x',
  ],
  codex: [
    'exec_command',
    { cmd: 'npm test' },
    'Wall time: 10 s\nProcess running with session ID 42\nOutput:\n4 passed',
  ],
  copilotCli: ['bash', { command: 'npm test' }, '<command started in background with shellId: 7>'],
  copilotCliTooSlow: [
    'bash',
    { command: 'npm test' },
    '4 passed\n<command with shellId: 7 is still running after 30 seconds. Wait.>',
  ],
  vsCode: ['run_in_terminal', { command: 'npm test' }, 'Command is running in terminal with ID=a1-b2'],
  vsCodeTooSlow: [
    'run_in_terminal',
    { command: 'npm test' },
    'Note: Command timed out after 5ms. The command may still be running in terminal ID a1-b2.\n\n4 passed',
  ],
  cline: [
    'execute_command',
    { command: 'npm test' },
    "[execute_command for 'npm test'] Result:\nCommand is still running in the user's terminal.\n4 passed",
  ],
  openHands: [
    'execute_bash',
    { command: 'npm test' },
    '4 passed\n[The command has no new output after 30 seconds.]',
  ],
  geminiCli: [
    'run_shell_command',
    { command: 'npm test' },
    'Command moved to background (PID: 19). Output hidden.',
  ],
} as const satisfies Readonly<Record<string, Step>>;

describe('A command whose first result says that it is still running', () => {
  it('is not called successful, whichever agent ran it', () => {
    for (const [agent, step] of Object.entries(STARTED))
      assert.match(stateAfter(FAILED, step), /^npm test → was still running\n?/u, agent);
  });

  it('counts as ended if this result also has an exit code, or only quotes the words that say so', () => {
    const [, , words] = STARTED.copilotCli;
    assert.equal(stateAfter(FAILED, ['bash', { command: 'npm test' }, words, 0]), 'npm test → ok');
    assert.equal(stateAfter(FAILED, ['bash', { command: 'npm test' }, `> ${words}`]), 'npm test → ok');
  });

  it('does not replace an earlier outcome in the digest of a stage, and a failure before it still counts', () => {
    const { detailed } = digestOf(sessionOf(person('Mend it.'), ...messagesOf([FAILED, STARTED.longthread])));
    assert.match(detailed, /failing: npm test.*3 failing/u);
    assert.doesNotMatch(detailed, /4 passed/u);
    assert.deepEqual(failuresAfter(FAILED, STARTED.longthread), ['npm test → 3 failing']);
  });

  it('counts as running after a result with further output that does not say how the command ended', () => {
    for (const [started, read] of [
      [STARTED.vsCode, ['get_terminal_output', { id: 'a1-b2' }, 'Output of terminal a1-b2:\n4 passed']],
      [STARTED.claudeCode, ['BashOutput', { bash_id: 'b7x' }, '<status>killed</status>\n\n4 passed']],
      [STARTED.codex, ['write_stdin', { session_id: 42 }, 'write_stdin failed: Unknown process id 42']],
    ] as const) {
      assert.match(stateAfter(FAILED, started, read), /^npm test → was still running/u, read[0]);
      assert.deepEqual(failuresAfter(FAILED, started, read), ['npm test → 3 failing'], read[0]);
    }
  });

  it('has made no commit yet if the commit is its last command', () => {
    const committed = (...steps: readonly Step[]): boolean =>
      workOf(sessionOf(...messagesOf(steps))).hasCommits;
    const commit: Step = [
      'run_command',
      { command: 'git commit -m x' },
      '[run2 in web] It has not ended yet.',
    ];
    assert.equal(committed(commit), false);
    assert.equal(committed(commit, ['read_output', { id: 'run2' }, '[run2] Ended with exit code 0.']), true);
    assert.equal(committed(commit, ['read_output', { id: 'run2' }, '[run2] Ended with exit code 1.']), false);
  });

  it('has not committed the files that were changed after its start, even if it has ended', () => {
    const edits = ['a.ts', 'b.ts'].map((path): Step => [
      'write_file',
      { path, content: 'x' },
      `Wrote ${path}.`,
    ]);
    for (const [command, printed] of [
      ['git commit -am x && npm run dev', '[run2] Still running.'],
      ['git commit -am x && npm run dev', '[run2] Ended with exit code 1.'],
      ['git commit -am x', '[run2] Ended with exit code 0.'],
    ] as const) {
      const started: Step = ['run_command', { command }, '[run2 in web] It has not ended yet.'];
      const [before, after] = edits as [Step, Step];
      const read: Step = ['read_output', { id: 'run2' }, printed];
      const going: Step = ['read_output', { id: 'run2' }, '[run2] Still running.'];
      const { changed } = workOf(sessionOf(...messagesOf([before, started, going, after, going, read])));
      assert.deepEqual(
        changed.map(({ path, isCommitted }) => [path, isCommitted]),
        [
          ['a.ts', true],
          ['b.ts', false],
        ],
        printed,
      );
    }
  });
});

describe('The end of a command in the background', () => {
  const ends: readonly (readonly [started: Step, read: Step])[] = [
    [STARTED.longthread, ['read_output', { id: 'run2' }, '[run2] Ended with exit code 1.\n2 failing']],
    [
      STARTED.claudeCode,
      ['BashOutput', { bash_id: 'b7x' }, '<status>failed</status>\n\n<exit_code>1</exit_code>\n\n2 failing'],
    ],
    [
      STARTED.claudeCodeTooSlow,
      [
        'TaskOutput',
        { task_id: 'b7x', block: true },
        '<retrieval_status>success</retrieval_status>\n<status>completed</status>\n<exit_code>1</exit_code>\n2 failing',
      ],
    ],
    [STARTED.codex, ['write_stdin', { session_id: 42, chars: '' }, 'Process exited with code 1\n2 failing']],
    [
      STARTED.copilotCli,
      ['read_bash', { shellId: '7' }, '2 failing\n<shellId: 7 completed with exit code 1>'],
    ],
    [STARTED.vsCode, ['get_terminal_output', { id: 'a1-b2' }, '2 failing\nCommand exited with code 1']],
  ];
  it('is the outcome of the command, whichever agent ran it', () => {
    for (const [started, read] of ends) {
      const running: Step = [read[0], read[1], started[2]];
      assert.equal(stateAfter(started, read), 'npm test → failed\n2 failing', read[0]);
      assert.equal(stateAfter(started, running, read), 'npm test → failed\n2 failing', read[0]);
      assert.match(stateAfter(FAILED, started, running), /^npm test → was still running/u, read[0]);
    }
  });

  it('is not read from a call that stops the command, or from a call about something else', () => {
    const started = STARTED.longthread;
    for (const other of [
      ['stop_command', { id: 'run2' }, '[run2] Stopped.\n4 passed'],
      ['get_issue', { id: 'run2' }, '4 passed'],
      ['read_output', { id: 'run3' }, '[run3] Ended with exit code 0.\n4 passed'],
    ] as const)
      assert.match(stateAfter(FAILED, started, other), /^npm test → was still running/u);
  });

  it('is read from a call that should stop the command, if the command had ended before', () => {
    const stopped = ['stop_command', { id: 'run2' }] as const;
    const started = STARTED.longthread;
    const failed: Step = [...stopped, '[run2] It had ended already. Ended with exit code 1.\n3 failing'];
    assert.equal(stateAfter(started, failed), 'npm test → failed\n3 failing');
    assert.deepEqual(failuresAfter(started, failed), ['npm test → 3 failing']);
    const { detailed } = digestOf(sessionOf(person('Mend it.'), ...messagesOf([started, failed])));
    assert.match(detailed, /failing: npm test.*3 failing/u);
    const ended: Step = [
      ...stopped,
      '[run2] It had ended already. Ended; its exit code is unknown, since the shell did not report it.',
    ];
    assert.equal(stateAfter(FAILED, started, ended), 'npm test → ok');
  });

  it('is still found if an earlier call for the command’s output was refused, failed or was not begun', () => {
    const read = ['read_output', { id: 'run2' }] as const;
    const ended: Step = [...read, '[run2] Ended with exit code 0.\n4 passed'];
    for (const own of [
      [...read, '[interrupted] This call was not begun; nothing was done.'],
      [...read, '[interrupted] This call was not begun; nothing was done.', 'error'],
      [...read, '<tool_use_error>No shell found with ID: run2</tool_use_error>', 'error'],
      [...read, 'The person did not allow this; nothing was done.', 'error'],
      [...read, 'There is no run2; there are run3.', 'error'],
    ] as const satisfies readonly Step[]) {
      const [, , printed] = own;
      assert.match(stateAfter(FAILED, STARTED.longthread, own), /^npm test → was still running/u, printed);
      assert.equal(stateAfter(FAILED, STARTED.longthread, own, ended), 'npm test → ok\n4 passed', printed);
      assert.deepEqual(failuresAfter(STARTED.longthread, own), [], printed);
    }
  });

  it('does not count the command’s changes a second time', () => {
    const command = "cat > a.ts <<'E'\nx\nE\nnpm test";
    const started: Step = ['run_command', { command }, '[run2 in web] It has not ended yet.'];
    const read: Step = ['read_output', { id: 'run2' }, '[run2] Ended with exit code 0.'];
    const { changed } = workOf(sessionOf(...messagesOf([started, read])));
    assert.deepEqual(
      changed.map(({ path, changes }) => [path, changes.length]),
      [['a.ts', 1]],
    );
  });
});
