import type { CommandRun, RunningShell } from '../../src/extension/terminal/commandRun.ts';
import type { Shells, ShellStart } from '../../src/extension/terminal/commandRuns.ts';

/** A fake shell that records its calls and runs nothing. */
export class MadeUpShell implements RunningShell {
  readonly did: string[] = [];
  readonly #interrupted: () => void;

  constructor(interrupted: () => void = () => undefined) {
    this.#interrupted = interrupted;
  }

  interrupt(): void {
    this.did.push('interrupt');
    this.#interrupted();
  }

  kill(): void {
    this.did.push('kill');
  }
}

/** Fake shells. A terminal's shell becomes ready when a test calls `start`. A task's command begins at once. */
export class MadeUpShells implements Shells {
  readonly began: string[] = [];
  readonly shell = new MadeUpShell();
  /** For each terminal, the time limit within which its shell must become ready, in milliseconds. */
  readonly readyMs: number[] = [];
  #settle: ((hasIntegration: boolean) => void) | undefined;

  /** Whether a terminal waits for its shell. */
  get isWaiting(): boolean {
    return this.#settle !== undefined;
  }

  /** Makes the shell ready, with or without shell integration. */
  start(hasIntegration: boolean): void {
    this.#settle?.(hasIntegration);
    this.#settle = undefined;
  }

  async runInTerminal({ run, line, readyMs }: ShellStart): Promise<boolean> {
    this.readyMs.push(readyMs);
    const hasIntegration = await new Promise<boolean>((resolve) => {
      this.#settle = resolve;
      run.stopping.addEventListener('abort', () => {
        this.start(false);
      });
    });
    if (hasIntegration) this.#begin('terminal', run, line);
    return hasIntegration;
  }

  runAsTask({ run, line }: Omit<ShellStart, 'readyMs'>): Promise<void> {
    this.#begin('task', run, line);
    return Promise.resolve();
  }

  #begin(where: string, run: CommandRun, line: string): void {
    this.began.push(`${where}: ${line}`);
    run.setShell(this.shell);
  }
}
