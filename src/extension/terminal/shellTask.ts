import { spawn, type ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import type { ShellStart } from './commandRuns.ts';

const REMARK =
  'This terminal’s shell does not report its commands to the editor, so this ran as a task, in which nobody can type.';

/**
 * Runs a command in the person's shell as a task. This is for shells that do not report their commands to the editor.
 * Shows the output in the task's terminal.
 */
export async function runAsTask({ run, line, cwd, env }: Omit<ShellStart, 'readyMs'>): Promise<void> {
  const written = new vscode.EventEmitter<string>();
  const closed = new vscode.EventEmitter<number>();
  let child: ChildProcess | undefined;
  const kill = (signal: NodeJS.Signals): void => {
    if (child?.pid === undefined) return;
    // The shell gets its own process group, so that a signal to the group also reaches the shell's child processes.
    // Windows has no process groups, so `taskkill` kills the process tree instead.
    if (process.platform === 'win32') killTree(child, child.pid);
    else signalGroup(child, child.pid, signal);
  };
  const open = (): void => {
    if (run.stopping.aborted) {
      closed.fire(1);
      return;
    }
    child = spawn(line, {
      cwd: cwd.fsPath,
      env: { ...process.env, ...env },
      shell: vscode.env.shell === '' ? true : vscode.env.shell,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    run.setShell({
      remark: REMARK,
      interrupt: () => kill('SIGINT'),
      kill: () => kill('SIGKILL'),
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (data: string) => {
        run.addOutput(data);
        written.fire(data.replace(/\r?\n/g, '\r\n'));
      });
    child.on('error', (error) => {
      run.addOutput(error.message);
      run.markEnded({});
    });
    child.on('close', (code) => {
      run.markEnded(code === null ? {} : { exitCode: code });
      closed.fire(code ?? 1);
    });
  };
  const terminal: vscode.Pseudoterminal = {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open,
    close: () => {
      if (run.end === undefined) kill('SIGKILL');
    },
    handleInput: (data) => {
      if (data === String.fromCharCode(3)) kill('SIGINT');
    },
  };
  await vscode.tasks.executeTask(taskOf(terminal));
}

function taskOf(terminal: vscode.Pseudoterminal): vscode.Task {
  const task = new vscode.Task(
    { type: 'longthread' },
    vscode.TaskScope.Workspace,
    'Longthread',
    'longthread',
    new vscode.CustomExecution(() => Promise.resolve(terminal)),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: false };
  return task;
}

/**
 * Sends a signal to a process group. If the group no longer exists, closes the output, so that the command ends even if
 * a process that left the group still holds the output open.
 */
function signalGroup({ stdout, stderr }: ChildProcess, pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    stdout?.destroy();
    stderr?.destroy();
  }
}

/** Kills a process tree on Windows. If `taskkill` fails, kills only the process. */
function killTree(child: ChildProcess, pid: number): void {
  spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' })
    .on('error', () => child.kill())
    .on('exit', (code) => code === 0 || child.kill());
}
