import * as vscode from 'vscode';
import type { CommandRun } from './commandRun.ts';

/** A shell that tells the editor of its commands says so when it starts; one that has not by then won't. */
const START_MS = 6_000;
const INTERRUPT = String.fromCharCode(3);

export interface ShellStart {
  readonly run: CommandRun;
  readonly line: string;
  readonly cwd: vscode.Uri;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a command in a terminal of its own that the person sees, so that nothing an earlier command left in a shell changes
 * what this one does. False where the shell does not tell the editor of its commands; the terminal is gone then.
 */
export async function runInTerminal({ run, line, cwd, env }: ShellStart): Promise<boolean> {
  const terminal = vscode.window.createTerminal({
    name: 'Longthread',
    iconPath: new vscode.ThemeIcon('sparkle'),
    isTransient: true,
    cwd,
    env,
  });
  terminal.show(true);
  const integration = await integrationOf(terminal);
  if (integration === undefined) {
    terminal.dispose();
    return false;
  }
  run.runsBy({
    interrupt: () => {
      terminal.sendText(INTERRUPT, false);
    },
    end: () => {
      terminal.dispose();
    },
  });
  follow(run, terminal, integration.executeCommand(line));
  return true;
}

function integrationOf(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration | undefined> {
  if (terminal.shellIntegration !== undefined) return Promise.resolve(terminal.shellIntegration);
  return new Promise((resolve) => {
    const finish = (integration: vscode.TerminalShellIntegration | undefined): void => {
      clearTimeout(timer);
      for (const each of listening) each.dispose();
      resolve(integration);
    };
    const timer = setTimeout(finish, START_MS, undefined);
    const listening = [
      vscode.window.onDidChangeTerminalShellIntegration((event) => {
        if (event.terminal === terminal) finish(event.shellIntegration);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) finish(undefined);
      }),
    ];
  });
}

/** What it writes, and its end: told by the shell, or by the terminal that is closed. */
function follow(run: CommandRun, terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
  const reading = read(run, execution);
  const listening = [
    vscode.window.onDidEndTerminalShellExecution((event) => {
      if (event.execution !== execution) return;
      stopListening();
      const { exitCode } = event;
      // The last of what it wrote may still be on its way.
      void reading.then(() => {
        run.hasEnded(exitCode === undefined ? {} : { exitCode });
      });
    }),
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed !== terminal) return;
      stopListening();
      run.hasEnded({});
    }),
  ];
  function stopListening(): void {
    for (const each of listening) each.dispose();
  }
}

async function read(run: CommandRun, execution: vscode.TerminalShellExecution): Promise<void> {
  for await (const data of execution.read()) run.heard(data);
}
