import * as vscode from 'vscode';
import type { CommandRun } from './commandRun.ts';
import type { ShellStart } from './commandRuns.ts';

const INTERRUPT = String.fromCharCode(3);

/**
 * Runs a command in a visible terminal of its own, so that earlier commands do not affect it. Closes the
 * terminal and returns false if there is no shell integration, or if the command is stopped before it begins.
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
  run.runsBy({
    interrupt: () => terminal.sendText(INTERRUPT, false),
    end: () => terminal.dispose(),
  });
  follow(run, terminal, integration.executeCommand(line));
  return true;
}

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
        // A person who closes the terminal does not want the command to run elsewhere.
        if (closed.exitStatus?.reason === vscode.TerminalExitReason.User) void run.stop();
        finish(undefined);
      }),
    ];
    run.stopping.addEventListener('abort', stop, { once: true });
  });
}

/**
 * How many milliseconds to wait in two cases: for the terminal to close, when its shell reported an end without an exit
 * code; for the last output, when the terminal has closed.
 */
const CLOSING_MS = 2_000;

/** Reads the command's output until its end, which the shell reports, or the closing of the terminal. The first end counts. */
function follow(run: CommandRun, terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
  const reading = read(run, execution);
  let closing: NodeJS.Timeout | undefined;
  const hasEnded = (exitCode: number | undefined): void => {
    clearTimeout(closing);
    for (const each of listening) each.dispose();
    run.hasEnded(exitCode === undefined ? {} : { exitCode });
  };
  const listening = [
    vscode.window.onDidEndTerminalShellExecution((event) => {
      if (event.execution !== execution) return;
      const { exitCode } = event;
      if (exitCode === undefined && !run.stopping.aborted)
        closing = setTimeout(hasEnded, CLOSING_MS, undefined);
      // The last output may still be on its way.
      else void reading.then(() => hasEnded(exitCode));
    }),
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed !== terminal) return;
      const code = closed.exitStatus?.code;
      clearTimeout(closing);
      closing = setTimeout(hasEnded, CLOSING_MS, code);
      // The last output may come later than this.
      void reading.then(() => hasEnded(code));
    }),
  ];
}

/** Passes on the command's output until its end, or until it can't be read. */
async function read(run: CommandRun, execution: vscode.TerminalShellExecution): Promise<void> {
  try {
    for await (const data of execution.read()) run.heard(data);
  } catch {
    run.heard('\nThe rest of the output could not be read.\n');
  }
}
