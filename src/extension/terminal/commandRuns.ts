import type * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import { CommandRun } from './commandRun.ts';

/** A command to start, and its place. It must not start if `run.stopping` is cancelled before. */
export interface ShellStart {
  readonly run: CommandRun;
  readonly line: string;
  readonly cwd: vscode.Uri;
  readonly env: Readonly<Record<string, string>>;
  /** How many milliseconds to wait for shell integration. */
  readonly readyMs: number;
}

/** Starts commands in a terminal or as a task. */
export interface Shells {
  /**
   * Resolves with true when the command has begun; with false if the shell has no integration, or the command was
   * stopped before.
   */
  runInTerminal(start: ShellStart): Promise<boolean>;
  runAsTask(start: Omit<ShellStart, 'readyMs'>): Promise<void>;
}

/** Milliseconds to wait for shell integration, which reports itself when the shell starts. */
const READY_MS = 6_000;

/** The commands that this window's sessions run. Only a command's own session can find it by its id. */
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
   * Starts a command, in a terminal that the person sees or as a task. If `signal` is cancelled before the shell is
   * ready, the command never begins. Rejects, and forgets the command, if no shell can be opened.
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

  /** Sends the command that the session waits for to the background. Returns false if it waits for none. */
  continueInBackground(session: string): boolean {
    const awaited = this.of(session).filter(({ isAwaited }) => isAwaited);
    for (const run of awaited) run.continueInBackground();
    return awaited.length > 0;
  }
}
