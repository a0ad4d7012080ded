import * as vscode from 'vscode';
import type { CommandRun } from './commandRun.ts';
import type { ShellStart } from './commandRuns.ts';

const INTERRUPT = String.fromCharCode(3);

/**
 * Runs a command in a new, visible terminal, so that earlier commands do not affect it. Closes the terminal and returns
 * false if the terminal has no shell integration (its shell does not report its commands), or if the command is stopped
 * before it begins.
 */
export async function runInTerminal({ run, line, cwd, env, readyMs }: ShellStart): Promise<boolean> {
  const terminal = vscode.window.createTerminal({
    name: 'Longthread',
    iconPath: new vscode.ThemeIcon('sparkle'),
    isTransient: true,
    cwd,
    env,
  });
  terminal.show(true);
  const integration = await integrationOf(terminal, run, readyMs);
  if (integration === undefined || run.stopping.aborted) {
    terminal.dispose();
    return false;
  }
  run.setShell({
    interrupt: () => terminal.sendText(INTERRUPT, false),
    kill: () => terminal.dispose(),
  });
  follow(run, terminal, integration.executeCommand(line));
  return true;
}

/**
 * Returns the terminal's shell integration. Returns undefined if the integration does not become available in time, if
 * the terminal closes, or if the command is stopped.
 */
function integrationOf(
  terminal: vscode.Terminal,
  run: CommandRun,
  readyMs: number,
): Promise<vscode.TerminalShellIntegration | undefined> {
  if (terminal.shellIntegration !== undefined) return Promise.resolve(terminal.shellIntegration);
  return new Promise((resolve) => {
    const finish = (integration: vscode.TerminalShellIntegration | undefined): void => {
      clearTimeout(timer);
      run.stopping.removeEventListener('abort', stop);
      for (const each of listening) each.dispose();
      resolve(integration);
    };
    const stop = (): void => finish(undefined);
    const timer = setTimeout(finish, readyMs, undefined);
    const listening = [
      vscode.window.onDidChangeTerminalShellIntegration((event) => {
        if (event.terminal === terminal) finish(event.shellIntegration);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed !== terminal) return;
        // If the person closes the terminal, the command must not run. Without this stop, it would run as a task.
        if (closed.exitStatus?.reason === vscode.TerminalExitReason.User) void run.stop();
        finish(undefined);
      }),
    ];
    run.stopping.addEventListener('abort', stop, { once: true });
  });
}

/**
 * The number of milliseconds to wait for the terminal to close if the shell reported the command's end without an exit
 * code. Also the number of milliseconds to wait for the rest of the output after the terminal has closed.
 */
const CLOSING_MS = 2_000;

/**
 * Passes the command's output and end to `run`. The command ends when the shell reports the end or when the terminal
 * closes. If the shell reports no exit code, waits up to `CLOSING_MS` for the terminal to close with an exit code. Does
 * not wait for this if the command was stopped.
 */
function follow(run: CommandRun, terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
  const allRead = passOutput(run, execution);
  let timer: NodeJS.Timeout | undefined;
  const end = (exitCode: number | undefined): void => {
    clearTimeout(timer);
    for (const each of listening) each.dispose();
    run.markEnded(exitCode === undefined ? {} : { exitCode });
  };
  const listening = [
    vscode.window.onDidEndTerminalShellExecution((event) => {
      if (event.execution !== execution) return;
      const { exitCode } = event;
      // If the shell reported no exit code, the terminal may soon close with an exit code. This is then the exit code
      // of the command.
      if (exitCode === undefined && !run.stopping.aborted) timer = setTimeout(end, CLOSING_MS, undefined);
      else void allRead.then(() => end(exitCode));
    }),
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed !== terminal) return;
      const code = closed.exitStatus?.code;
      // A closed terminal may never report the end of its output, so the command ends after at most `CLOSING_MS`.
      clearTimeout(timer);
      timer = setTimeout(end, CLOSING_MS, code);
      void allRead.then(() => end(code));
    }),
  ];
}

/**
 * Passes the command's output to `run`. Resolves at the end of the output, or when the output can no longer be read.
 */
async function passOutput(run: CommandRun, execution: vscode.TerminalShellExecution): Promise<void> {
  try {
    for await (const data of execution.read()) run.addOutput(data);
  } catch {
    run.addOutput('\nThe rest of the output could not be read.\n');
  }
}
