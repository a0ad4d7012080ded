import * as vscode from 'vscode';
import type { Redactor } from '../../core/ports.ts';
import { endOf } from './endOfOutput.ts';
import { WrittenOutput } from './writtenOutput.ts';

interface ShownCommand {
  readonly execution: vscode.TerminalShellExecution;
  readonly output: WrittenOutput;
  exitCode: number | undefined;
  hasEnded: boolean;
}

/**
 * Keeps the newest command of each terminal and its output, in memory only. Reads the output while it is written, since
 * the editor does not provide it later. Terminals without shell integration report no commands.
 */
export class ShownCommands implements vscode.Disposable {
  readonly #redactor: Redactor;
  readonly #newest = new Map<vscode.Terminal, ShownCommand>();
  readonly #listening: readonly vscode.Disposable[];
  #last: vscode.Terminal | undefined;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
    this.#listening = [
      vscode.window.onDidStartTerminalShellExecution(
        ({ terminal, execution }) => void this.#read(terminal, execution),
      ),
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

  /**
   * Returns the newest command of the active terminal. If no command ran in the active terminal, returns the command
   * that began last in another one. Returns undefined if there is none.
   */
  get shown(): ShownCommand | undefined {
    const active = vscode.window.activeTerminal;
    return (active && this.#newest.get(active)) ?? (this.#last && this.#newest.get(this.#last));
  }

  /**
   * Returns the command line of the shown command and the end of its output. Returns an empty text if there is no
   * command.
   */
  async read(): Promise<string> {
    if (this.shown === undefined) return '';
    const { execution, output, exitCode, hasEnded } = this.shown;
    const line = execution.commandLine.value;
    const ours = output.text;
    const editors = await outputOfEditorsTool(line).catch(() => '');
    const code = exitCode === undefined ? '' : ` with exit code ${exitCode}`;
    return [
      `$ ${line}`,
      await endOf(editors.length > ours.length ? editors : ours, this.#redactor),
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
    try {
      for await (const data of execution.read()) output.add(data);
    } catch {
      // The terminal was closed or its connection was lost. The output that was read until then is kept.
    }
  }
}

/** The editor's own tool that reads the newest command of a terminal. It takes no input. */
const LAST_COMMAND = 'terminal_last_command';

/**
 * Returns the command's output from the editor's own tool. Returns an empty text if the tool reports another command.
 * The tool also has output that was written before the editor reported the command's start.
 */
async function outputOfEditorsTool(line: string): Promise<string> {
  if (!vscode.lm.tools.some(({ name }) => name === LAST_COMMAND)) return '';
  const { content } = await vscode.lm.invokeTool(LAST_COMMAND, { input: {}, toolInvocationToken: undefined });
  const text = content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
  const [said = '', ...output] = text.split('\nIt has the following output:\n');
  return `${said}\n`.includes(`\n${line}\n`) ? output.join('').trimEnd() : '';
}
