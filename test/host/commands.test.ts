import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Action, Decision } from '../../src/core/approval/approval.ts';
import { Cancellation, neverCancelled, type CancelSignal } from '../../src/core/cancellation.ts';
import type { ToolOutcome } from '../../src/core/chat/toolContract.ts';
import type { LiveSession } from '../../src/core/session/liveSession.ts';
import { SessionApprovals } from '../../src/extension/approvals/sessionApprovals.ts';
import { CommandRun } from '../../src/extension/terminal/commandRun.ts';
import { CommandRuns } from '../../src/extension/terminal/commandRuns.ts';
import { runAsTask } from '../../src/extension/terminal/shellTask.ts';
import { runInTerminal } from '../../src/extension/terminal/shellTerminal.ts';
import { commandTools } from '../../src/extension/tools/runCommand.ts';
import { STEP_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';

/**
 * Returns the tools for commands in a session with one secret, and the actions for which the tools asked for approval.
 */
function commandsOf(decide: (action: Action) => Decision) {
  const asked: Action[] = [];
  const secrets = {
    valueOf: (n: number) => (n === 2 ? 'tide-and-time' : undefined),
    hasUnnumbered: () => false,
  };
  const live = { id: 's1', secrets } as unknown as LiveSession;
  const approvals = {
    decide: (action: Action) => {
      asked.push(action);
      return Promise.resolve(decide(action));
    },
  };
  // The wait for shell integration is long, so that no command becomes a task on a slow machine.
  const runs = new CommandRuns({ runInTerminal, runAsTask }, STEP_MS);
  const redactor = { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) };
  const tools = commandTools({ live, approvals, runs, redactor });
  const call = (name: string, args: object, signal: CancelSignal = neverCancelled): Promise<ToolOutcome> => {
    const tool = tools.find(({ schema }) => schema.name === name);
    assert.ok(tool);
    return tool.run(args, signal);
  };
  return { asked, runs, call };
}

const allowed = () => commandsOf(() => ({ kind: 'allowed' }));

describe('Commands in the terminal', () => {
  after(() => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
  });

  it('return their exit code and their output, without escape sequences', async () => {
    const { call, asked } = allowed();
    const { text, exitCode, isError } = await call('run_command', {
      command: "printf '\\033[31mred\\033[0m\\nplain\\n'; (exit 3)",
    });
    assert.match(text, /exit code 3\.[\s\S]*\nred\nplain$/);
    assert.deepEqual([exitCode, isError, asked[0]?.folder], [3, true, '']);
  });

  it('do not run if the person denies permission', async () => {
    const { call, runs } = commandsOf(() => ({ kind: 'denied', rule: 'Never push.', words: 'Not today.' }));
    const { text, isError } = await call('run_command', { command: 'echo no' });
    assert.match(text, /did not allow this.*“Never push\.”.*“Not today\.”/);
    assert.deepEqual([isError, runs.of('s1').length], [true, 0]);
  });

  it('each start in a new shell in the workspace folder', async () => {
    const { call } = allowed();
    await call('run_command', { command: 'cd / && export LONGTHREAD_LEFT=1' });
    const { text } = await call('run_command', { command: 'echo "left:$LONGTHREAD_LEFT" && pwd' });
    assert.match(text, /\nleft:\n/);
    assert.ok(text.endsWith(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '-'), text);
  });

  it('get secrets only in environment variables', async () => {
    const { call, asked } = allowed();
    const ran: string[] = [];
    const listening = vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
      ran.push(execution.commandLine.value);
    });
    const { text } = await call('run_command', {
      command: 'test "[secret: password #2]" = "tide-and""-time" && echo same',
    });
    listening.dispose();
    assert.ok(ran.length > 0);
    assert.doesNotMatch(ran.join('\n'), /tide-and-time/);
    assert.match(text, /exit code 0\.[\s\S]*\nsame$/);
    assert.match(asked[0]?.command ?? '', /\[secret: password #2\]/);
    const { text: refused } = await call('run_command', { command: "echo '[secret: password #2]'" });
    assert.match(refused, /^Nothing was run/);
  });

  it('return the output so far when the turn is stopped', async () => {
    const { call, runs } = allowed();
    const stop = new Cancellation();
    const running = call('run_command', { command: 'echo began; sleep 600' }, stop.signal);
    await until('output', () => runs.of('s1')[0]?.output.includes('began') === true);
    stop.cancel();
    const { text, isError } = await running;
    assert.match(text, /The person stopped it\.[\s\S]*began/);
    assert.equal(isError, true);
  });

  it('return their output and exit code even if they end their shell', async () => {
    const { call } = allowed();
    // The editor may lose output that a shell writes just before it ends.
    const { text, exitCode } = await call('run_command', { command: 'echo bye; sleep 1; exit 3' });
    assert.match(text, /Ended with exit code 3\.[^]*\nbye/);
    assert.equal(exitCode, 3);
  });

  it('do not start if the turn is stopped before their shell is ready', async () => {
    const { call, runs } = allowed();
    const stop = new Cancellation();
    const before = new Set(vscode.window.terminals);
    const opened = (): readonly vscode.Terminal[] =>
      vscode.window.terminals.filter((terminal) => !before.has(terminal));
    const begun: string[] = [];
    const listening = vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
      begun.push(execution.commandLine.value);
    });
    const running = call('run_command', { command: 'echo began' }, stop.signal);
    await until('a terminal', () => opened().length > 0);
    stop.cancel();
    const { text, isError } = await running;
    assert.match(text, /The person stopped it\.\n\[no output\]$/);
    await until('the terminal to close', () => opened().length === 0 || begun.length > 0);
    listening.dispose();
    assert.deepEqual([isError, begun, vscode.tasks.taskExecutions.length], [true, [], 0]);
    assert.equal(runs.of('s1')[0]?.remark, undefined);
  });

  it('continue in the background at the person’s request, until the model stops them', async () => {
    const { call, runs } = allowed();
    const running = call('run_command', { command: 'echo one; sleep 600' });
    await until('output', () => runs.of('s1')[0]?.output.includes('one') === true);
    assert.equal(runs.continueInBackground('s1'), true);
    assert.match((await running).text, /let it go on in the background[\s\S]*one/);
    assert.match((await call('read_output', { id: 'run1' })).text, /Still running\.\n\[nothing new\]/);
    assert.match((await call('stop_command', { id: 'run1' })).text, /Stopped\./);
    assert.match((await call('stop_command', { id: 'run1' })).text, /had ended already/);
  });

  it('that wait for input are reported to the model', async () => {
    const { call } = allowed();
    const { text } = await call('run_command', { command: 'read -p "Overwrite? [y/N] " answer' });
    assert.match(text, /wait for somebody to type[\s\S]*Overwrite\? \[y\/N\]/);
    await call('stop_command', { id: 'run1' });
  });

  it('can run as tasks, which return an exit code and output', async () => {
    const run = new CommandRun('run1', 'echo task; exit 4');
    const cwd = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(cwd);
    await runAsTask({ run, line: run.command, cwd, env: {} });
    assert.equal(await run.wait(60_000, neverCancelled), 'ended');
    assert.deepEqual([run.output, run.end?.exitCode], ['task', 4]);
    assert.match(run.remark ?? '', /ran as a task/);
  });

  it('that run as tasks can be stopped even if a detached process keeps running', async function () {
    if (process.platform !== 'linux') this.skip();
    const run = new CommandRun('run1', 'setsid sleep 600 & echo $!');
    const cwd = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(cwd);
    await runAsTask({ run, line: run.command, cwd, env: {} });
    await until('the pid is there', () => /^\d+/u.test(run.output));
    const left = Number.parseInt(run.output, 10);
    try {
      assert.equal(await run.wait(1_000, neverCancelled), 'timedOut');
      await run.stop();
      assert.notEqual(run.end, undefined);
    } finally {
      process.kill(left);
    }
  });
});

describe('The approvals of a session’s tools', () => {
  const stored = new Map<string, unknown>();
  const state = {
    get: (key: string) => stored.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
  } as unknown as vscode.Memento;
  const windowOf = () => new SessionApprovals(state, { list: () => [] }, (sentence) => assert.fail(sentence));
  const live = {
    id: 's1',
    session: { messages: [], ruleWords: new Map() },
    facts: new Map(),
  } as unknown as LiveSession;
  const action: Action = { tool: 'run_command', kind: 'command', paths: [], command: 'npm test', folder: '' };

  it('have modes whose descriptions mention tools of other extensions and, in the free modes, what Longthread still asks about', async () => {
    const { showQuickPick } = vscode.window;
    let shown: readonly vscode.QuickPickItem[] = [];
    const pick = (items: readonly vscode.QuickPickItem[]): Promise<undefined> => {
      shown = items;
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showQuickPick: pick });
    try {
      await vscode.commands.executeCommand('longthread.chooseApprovalMode');
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    assert.deepEqual(
      shown.map(({ detail = '' }) => [/tools of other extensions/.test(detail), /still asks/.test(detail)]),
      [
        [true, false],
        [true, true],
        [true, true],
      ],
    );
  });

  it('start in the mode “Ask” in a new window if the mode was “All free”, but keep the mode “Edits free”', async () => {
    const first = windowOf();
    await first.setMode('s1', 'allFree');
    await first.setMode('s2', 'editsFree');
    const second = windowOf();
    assert.deepEqual(
      [first.modeOf('s1'), second.modeOf('s1'), second.modeOf('s2')],
      ['allFree', 'ask', 'editsFree'],
    );
  });

  it('stay valid in later windows if given with “always”, until the person takes them back', async () => {
    const first = windowOf();
    const decision = first.deskOf(live).decide(action, neverCancelled);
    await until('a question', () => first.deskOf(live).questions.length > 0);
    await first
      .deskOf(live)
      .answer(first.deskOf(live).questions[0]?.id ?? '', { kind: 'allow', term: 'always' });
    assert.equal((await decision).kind, 'allowed');
    const second = windowOf();
    assert.equal((await second.deskOf(live).decide(action, neverCancelled)).kind, 'allowed');
    for (const grant of second.kept.all) await second.takeBack('s1', grant);
    const stop = new Cancellation();
    const again = second.deskOf(live).decide(action, stop.signal);
    await until('a question', () => second.deskOf(live).questions.length > 0);
    stop.cancel();
    assert.equal((await again).kind, 'unanswered');
  });
});
