import { CommandRun } from './commandRun.ts';
import { runAsTask } from './shellTask.ts';
import { runInTerminal, type ShellStart } from './shellTerminal.ts';

/** The commands that this window's sessions run. Those of a session are known by their ids, to that session alone. */
export class CommandRuns {
  readonly #runs = new Map<string, CommandRun[]>();
  #started = 0;

  /** Starts a command; it runs in a terminal that the person sees, or as a task. */
  async start(
    session: string,
    command: string,
    shell: Pick<ShellStart, 'line' | 'cwd' | 'env'>,
  ): Promise<CommandRun> {
    this.#started += 1;
    const run = new CommandRun(`run${this.#started}`, command);
    this.#runs.set(session, [...this.of(session), run]);
    if (!(await runInTerminal({ run, ...shell }))) await runAsTask({ run, ...shell });
    return run;
  }

  of(session: string): readonly CommandRun[] {
    return this.#runs.get(session) ?? [];
  }

  /** Lets the command go on by itself that the session waits for; false where it waits for none. */
  continueInBackground(session: string): boolean {
    const awaited = this.of(session).filter(({ isAwaited }) => isAwaited);
    for (const run of awaited) run.continueInBackground();
    return awaited.length > 0;
  }
}
