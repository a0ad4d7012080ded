import type { CommandRun, RunningShell } from '../../src/extension/terminal/commandRun.ts';
import type { Shells, ShellStart } from '../../src/extension/terminal/commandRuns.ts';

/** A shell that notes what is done to it; nothing runs in it. */
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

  end(): void {
    this.did.push('end');
  }
}

/** Shells that are ready, and begin commands, when a test says so. */
export class MadeUpShells implements Shells {
  readonly began: string[] = [];
  readonly shell = new MadeUpShell();
  /** How long each terminal was given to be ready. */
  readonly readyMs: number[] = [];
  #settle: ((isTelling: boolean) => void) | undefined;

  /** Whether a terminal waits for its shell. */
  get isWaiting(): boolean {
    return this.#settle !== undefined;
  }

  /** The shell has started; it tells of its commands, or not. */
  start(isTelling: boolean): void {
    this.#settle?.(isTelling);
    this.#settle = undefined;
  }

  async runInTerminal({ run, line, readyMs }: ShellStart): Promise<boolean> {
    this.readyMs.push(readyMs);
    const isTelling = await new Promise<boolean>((resolve) => {
      this.#settle = resolve;
      run.stopping.addEventListener('abort', () => {
        this.start(false);
      });
    });
    if (isTelling) this.#begin('terminal', run, line);
    return isTelling;
  }

  runAsTask({ run, line }: Omit<ShellStart, 'readyMs'>): Promise<void> {
    this.#begin('task', run, line);
    return Promise.resolve();
  }

  #begin(where: string, run: CommandRun, line: string): void {
    this.began.push(`${where}: ${line}`);
    run.runsBy(this.shell);
  }
}
