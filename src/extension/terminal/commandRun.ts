import { Cancellation, type CancelSignal } from '../../core/cancellation.ts';
import { promptIn } from './plainOutput.ts';
import { WrittenOutput } from './writtenOutput.ts';

/** The end of a command; without an exit code if none was reported. */
export interface RunEnd {
  readonly exitCode?: number;
}

/** The terminal that runs a command, or the task if there is no shell integration. */
export interface RunningShell {
  /** Interrupts the command as Ctrl+C would. */
  interrupt(): void;
  /** Kills the command. */
  end(): void;
  /** A sentence for the model if the command runs as a task. */
  readonly remark?: string;
}

/**
 * A command that printed a text like a question, followed by this many milliseconds of silence, is taken to wait for
 * input.
 */
const QUIET_MS = 4_000;
const LOOK_MS = 500;
/** Milliseconds that an interrupted program gets to end by itself. */
const GRACE_MS = 3_000;

/** Why the wait for a command ended. */
export type WaitEnd = 'ended' | 'prompts' | 'timedOut' | 'background' | 'stopped';

/** One command in a terminal: its output as it arrives, and its end. */
export class CommandRun {
  readonly id: string;
  readonly command: string;
  readonly #ended: Promise<void>;
  readonly #stopping = new Cancellation();
  #settle: () => void = () => undefined;
  readonly #output = new WrittenOutput();
  #heardAt = performance.now();
  #end: RunEnd | undefined;
  #shell: RunningShell | undefined;
  #toBackground: (() => void) | undefined;

  constructor(id: string, command: string) {
    this.id = id;
    this.command = command;
    this.#ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get end(): RunEnd | undefined {
    return this.#end;
  }

  /**
   * Returns the signal that is cancelled when the command is stopped. After that, no step towards running it may begin.
   */
  get stopping(): CancelSignal {
    return this.#stopping.signal;
  }

  get remark(): string | undefined {
    return this.#shell?.remark;
  }

  /** Returns whether a call waits for the command, so that it can be sent to the background. */
  get isAwaited(): boolean {
    return this.#toBackground !== undefined;
  }

  runsBy(shell: RunningShell): void {
    this.#shell = shell;
  }

  heard(data: string): void {
    this.#heardAt = performance.now();
    this.#output.add(data);
  }

  hasEnded(end: RunEnd): void {
    this.#end ??= end;
    this.#settle();
  }

  /** Returns all output so far. */
  get output(): string {
    return this.#output.text;
  }

  /** Returns the output since the last call. Repeats a line that was overwritten since. */
  takeNews(): string {
    return this.#output.takeNews();
  }

  /** Returns the prompt at which the command seems to wait for input; undefined if it does not seem to wait. */
  get prompt(): string | undefined {
    if (this.#end !== undefined || performance.now() - this.#heardAt < QUIET_MS) return undefined;
    return promptIn(this.#output.newest);
  }

  /** Waits until the command ends, prompts, times out or goes to the background. Stops it if `signal` is cancelled. */
  async wait(timeoutMs: number, signal: CancelSignal): Promise<WaitEnd> {
    if (this.#end !== undefined) return this.#endWord;
    return new Promise((resolve) => {
      const finish = (end: WaitEnd): void => {
        clearInterval(looking);
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        this.#toBackground = undefined;
        resolve(end);
      };
      const looking = setInterval(() => {
        if (this.prompt !== undefined) finish('prompts');
      }, LOOK_MS);
      const timer = setTimeout(finish, timeoutMs, 'timedOut');
      const stop = (): void => {
        void this.stop().then(() => finish('stopped'));
      };
      this.#toBackground = () => finish('background');
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      void this.#ended.then(() => finish(this.#endWord));
    });
  }

  continueInBackground(): void {
    this.#toBackground?.();
  }

  /** Interrupts the command, and kills it if it does not end by itself. */
  async stop(): Promise<void> {
    if (this.#end !== undefined) return;
    this.#stopping.cancel();
    // The command has not begun and will not begin, so there is nothing to interrupt.
    if (this.#shell === undefined) this.hasEnded({});
    else await this.#interrupt(this.#shell);
  }

  async #interrupt(shell: RunningShell): Promise<void> {
    shell.interrupt();
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([this.#ended, grace]);
    clearTimeout(timer);
    if (this.#end !== undefined) return;
    shell.end();
    this.hasEnded({});
  }

  get #endWord(): WaitEnd {
    return this.#stopping.signal.aborted ? 'stopped' : 'ended';
  }
}
