import * as vscode from 'vscode';

/**
 * A terminal that reports its commands to the editor with the same control sequences (OSC 633) as a shell with the
 * editor's integration. There is no shell behind the terminal, so the test says what was run, printed and returned.
 */
export class ShellTerminal {
  readonly #written: vscode.EventEmitter<string>;
  readonly #terminal: vscode.Terminal;

  private constructor(written: vscode.EventEmitter<string>, terminal: vscode.Terminal) {
    this.#written = written;
    this.#terminal = terminal;
  }

  /** Opens a terminal. Resolves when the editor listens to the terminal's commands. */
  static async open(): Promise<ShellTerminal> {
    const written = new vscode.EventEmitter<string>();
    const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
    const pty: vscode.Pseudoterminal = {
      onDidWrite: written.event,
      open: () => {
        open(undefined);
      },
      close: () => undefined,
    };
    const terminal = vscode.window.createTerminal({ name: 'shell', pty });
    terminal.show(true);
    await opened;
    return new ShellTerminal(written, terminal);
  }

  /** Reports a command that ran in the terminal. Resolves when the editor has reported the end of the command. */
  async ran(command: string, output: string, exitCode: number): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      const waiting = vscode.window.onDidEndTerminalShellExecution(({ execution }) => {
        if (execution.commandLine.value !== command) return;
        waiting.dispose();
        resolve();
      });
    });
    const mark = (text: string): string => `\u001b]633;${text}\u0007`;
    const prompt = `${mark('A')}$ ${mark('B')}`;
    const run = `${command}\r\n${mark(`E;${command}`)}${mark('C')}${output}\r\n${mark(`D;${exitCode}`)}`;
    this.#written.fire(prompt + run);
    await ended;
  }

  dispose(): void {
    this.#terminal.dispose();
    this.#written.dispose();
  }
}
