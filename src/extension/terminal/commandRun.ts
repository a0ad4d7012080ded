import { Cancellation, type CancelSignal } from '../../core/cancellation.ts';
import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';
import { promptIn } from './plainOutput.ts';
import { WrittenOutput } from './writtenOutput.ts';

/** The end of a command. `exitCode` is missing if no exit code was reported. */
export interface RunEnd {
  readonly exitCode?: number;
}

/** The terminal that runs a command, or the task that runs it if there is no shell integration. */
export interface RunningShell {
  /** Interrupts the command, like Ctrl+C. */
  interrupt(): void;
  kill(): void;
  /** A sentence for the model. Set if the command runs as a task. */
  readonly remark?: string;
}

/**
 * A command seems to wait for input if its output ends with a prompt and it has printed nothing more for this many
 * milliseconds.
 */
const QUIET_MS = 4_000;
const POLL_MS = 500;
const UNSEARCHED =
  '[The new output could not be searched for secrets, so it is not shown; read_output tries again.]';
/** The number of milliseconds that an interrupted command has to end by itself. */
const GRACE_MS = 3_000;

/** The reason why waiting for a command ended. */
export type WaitEnd = 'ended' | 'prompts' | 'timedOut' | 'background' | 'stopped';

/** A command in a terminal: the output that has arrived so far, and the end of the command. */
export class CommandRun {
  readonly id: string;
  readonly command: string;
  readonly #ended: Promise<void>;
  readonly #stopping = new Cancellation();
  #resolveEnded: () => void = () => undefined;
  readonly #output = new WrittenOutput();
  #lastOutputAt = performance.now();
  #end: RunEnd | undefined;
  #shell: RunningShell | undefined;
  #toBackground: (() => void) | undefined;

  constructor(id: string, command: string) {
    this.id = id;
    this.command = command;
    this.#ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
  }

  get end(): RunEnd | undefined {
    return this.#end;
  }

  /**
   * Returns the signal that is cancelled when the command is stopped. If the command has not begun by then, it must not
   * begin.
   */
  get stopping(): CancelSignal {
    return this.#stopping.signal;
  }

  get remark(): string | undefined {
    return this.#shell?.remark;
  }

  /** Returns whether a tool call waits for the command. Only then can the command be sent to the background. */
  get isAwaited(): boolean {
    return this.#toBackground !== undefined;
  }

  setShell(shell: RunningShell): void {
    this.#shell = shell;
  }

  addOutput(data: string): void {
    this.#lastOutputAt = performance.now();
    this.#output.add(data);
  }

  /** Records the end of the command. Later calls are ignored. */
  markEnded(end: RunEnd): void {
    this.#end ??= end;
    this.#resolveEnded();
  }

  /** Returns the output so far, without the part that is no longer kept. */
  get output(): string {
    return this.#output.text;
  }

  /**
   * Returns the output since the last call. A line is returned again if it has been overwritten since then. Masks the
   * rest of a secret whose beginning has been returned before. Holds back a word that the command may still be writing;
   * a later call returns it. If the search for secrets fails, returns a sentence that says so. The next call then
   * returns the output.
   */
  async takeNewOutput(redactor: Redactor): Promise<string> {
    const news = this.#output.takeNew({ holdsLastWord: !this.#isQuiet });
    try {
      const [output = ''] = await maskedAtCuts([news], redactor);
      return output;
    } catch {
      news.putBack();
      return UNSEARCHED;
    }
  }

  /**
   * Returns the prompt at which the command seems to wait for input. Returns undefined if the command does not seem to
   * wait.
   */
  get prompt(): string | undefined {
    return this.#end === undefined && this.#isQuiet ? promptIn(this.#output.newest) : undefined;
  }

  /** Returns whether the command has ended or has printed nothing for some seconds. */
  get #isQuiet(): boolean {
    return this.#end !== undefined || performance.now() - this.#lastOutputAt >= QUIET_MS;
  }

  /**
   * Waits until the command ends, seems to wait for input, or is sent to the background, or until the timeout. If
   * `signal` is cancelled, stops the command.
   */
  async wait(timeoutMs: number, signal: CancelSignal): Promise<WaitEnd> {
    if (this.#end !== undefined) return this.#endedOrStopped;
    return new Promise((resolve) => {
      const finish = (end: WaitEnd): void => {
        clearInterval(polling);
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        this.#toBackground = undefined;
        resolve(end);
      };
      const polling = setInterval(() => {
        if (this.prompt !== undefined) finish('prompts');
      }, POLL_MS);
      const timer = setTimeout(finish, timeoutMs, 'timedOut');
      const stop = (): void => {
        void this.stop().then(() => finish('stopped'));
      };
      this.#toBackground = () => finish('background');
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      void this.#ended.then(() => finish(this.#endedOrStopped));
    });
  }

  continueInBackground(): void {
    this.#toBackground?.();
  }

  /** Interrupts the command, and kills it if it then does not end by itself. */
  async stop(): Promise<void> {
    if (this.#end !== undefined) return;
    this.#stopping.cancel();
    // The command has not begun and will not begin, so there is nothing to interrupt.
    if (this.#shell === undefined) this.markEnded({});
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
    shell.kill();
    this.markEnded({});
  }

  get #endedOrStopped(): WaitEnd {
    return this.#stopping.signal.aborted ? 'stopped' : 'ended';
  }
}
