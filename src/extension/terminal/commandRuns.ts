import type * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import { CommandRun } from './commandRun.ts';

/** A command to start, and the place where it starts. The command must not start after `run.stopping` was cancelled. */
export interface ShellStart {
  readonly run: CommandRun;
  /** The command line with variables in place of secrets. */
  readonly line: string;
  readonly cwd: vscode.Uri;
  /** The values of the variables in `line`. */
  readonly env: Readonly<Record<string, string>>;
  /** The number of milliseconds to wait for shell integration. */
  readonly readyMs: number;
}

/** Starts commands in a terminal or as a task. */
export interface Shells {
  /**
   * Resolves with true when the command has begun. Resolves with false if the terminal has no shell integration, or if
   * the command was stopped before it began.
   */
  runInTerminal(start: ShellStart): Promise<boolean>;
  runAsTask(start: Omit<ShellStart, 'readyMs'>): Promise<void>;
}

/** The number of milliseconds to wait for shell integration, which becomes available when the shell starts. */
const READY_MS = 6_000;

/** The commands that the sessions of this window started. A session can only find its own commands. */
export class CommandRuns {
  readonly #shells: Shells;
  readonly #readyMs: number;
  readonly #runs = new Map<string, CommandRun[]>();
  #started = 0;

  constructor(shells: Shells, readyMs = READY_MS) {
    this.#shells = shells;
    this.#readyMs = readyMs;
  }

  /**
   * Starts a command in a terminal that the person sees, or as a task. If `signal` is cancelled before the shell is
   * ready, the command never begins. If no shell can be opened, rejects and removes the command from the list.
   */
  async start(
    session: string,
    command: string,
    { signal, ...place }: Pick<ShellStart, 'line' | 'cwd' | 'env'> & { readonly signal: CancelSignal },
  ): Promise<CommandRun> {
    this.#started += 1;
    const run = new CommandRun(`run${this.#started}`, command);
    this.#runs.set(session, [...this.of(session), run]);
    const stop = (): void => void run.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      await this.#begin({ run, ...place, readyMs: this.#readyMs });
    } catch (error) {
      const others = this.of(session).filter((each) => each !== run);
      this.#runs.set(session, others);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    return run;
  }

  async #begin(start: ShellStart): Promise<void> {
    const isStopped = (): boolean => start.run.stopping.aborted;
    if (isStopped() || (await this.#shells.runInTerminal(start)) || isStopped()) return;
    await this.#shells.runAsTask(start);
  }

  of(session: string): readonly CommandRun[] {
    return this.#runs.get(session) ?? [];
  }

  /**
   * Sends the command that the session waits for to the background. Returns false if the session waits for no command.
   */
  continueInBackground(session: string): boolean {
    const awaited = this.of(session).filter(({ isAwaited }) => isAwaited);
    for (const run of awaited) run.continueInBackground();
    return awaited.length > 0;
  }
}
