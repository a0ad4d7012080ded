import * as vscode from 'vscode';
import { WrittenOutput } from './writtenOutput.ts';

interface ShownCommand {
  readonly execution: vscode.TerminalShellExecution;
  readonly output: WrittenOutput;
  exitCode: number | undefined;
  hasEnded: boolean;
}

/** The end of an output is where errors stand. */
const MOST_CHARACTERS = 40_000;

/**
 * Keeps the newest command of each terminal and its output, in memory only: the editor offers output only while it is
 * written. Terminals without shell integration have none.
 */
export class ShownCommands implements vscode.Disposable {
  readonly #newest = new Map<vscode.Terminal, ShownCommand>();
  readonly #listening: readonly vscode.Disposable[];
  #last: vscode.Terminal | undefined;

  constructor() {
    this.#listening = [
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        void this.#read(terminal, execution);
      }),
      vscode.window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const command = this.#newest.get(terminal);
        if (command?.execution !== execution) return;
        command.hasEnded = true;
        command.exitCode = exitCode;
      }),
      vscode.window.onDidCloseTerminal((terminal) => {
        this.#newest.delete(terminal);
        this.#last = [...this.#newest.keys()].at(-1);
      }),
    ];
  }

  /** The newest command of the active terminal, else of the terminal that ran one last; undefined where none ran. */
  get shown(): ShownCommand | undefined {
    const active = vscode.window.activeTerminal;
    return (active && this.#newest.get(active)) ?? (this.#last && this.#newest.get(this.#last));
  }

  /** The command with the end of its output; empty where there is none. */
  get text(): string {
    if (this.shown === undefined) return '';
    const { execution, output, exitCode, hasEnded } = this.shown;
    const code = exitCode === undefined ? '' : ` with exit code ${exitCode}`;
    return [
      `$ ${execution.commandLine.value}`,
      endOf(output.text),
      hasEnded ? `[ended${code}]` : '[still running]',
    ].join('\n');
  }

  dispose(): void {
    for (const each of this.#listening) each.dispose();
  }

  async #read(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): Promise<void> {
    const output = new WrittenOutput();
    this.#newest.delete(terminal);
    this.#newest.set(terminal, { execution, output, exitCode: undefined, hasEnded: false });
    this.#last = terminal;
    for await (const data of execution.read()) output.add(data);
  }
}

/** Whole lines. */
function endOf(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const kept = text.slice(text.indexOf('\n', text.length - MOST_CHARACTERS) + 1);
  return `[${text.length - kept.length} characters before this are left out]\n${kept}`;
}
