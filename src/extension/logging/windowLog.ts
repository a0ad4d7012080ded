import type { Clock, Logger } from '../../core/ports.ts';
import type { SourceLines } from './sourceLines.ts';

/** The methods of a LogOutputChannel that the log uses. */
export interface LogChannel {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * The time, kind and stack of a warning or error. The lines above the stack's frames may contain any text, so
 * diagnostics read only the frames.
 */
export interface LoggedFault {
  readonly at: number;
  readonly level: 'warning' | 'error';
  /** The class of the error that was caught. */
  readonly error?: string;
  /** A code such as `ENOENT`, or the reason of a typed error. */
  readonly code?: string;
  readonly stack: string;
}

/** The maximum number of warnings and errors that are kept for diagnostics. The oldest are dropped first. */
const MOST_FAULTS = 100;

/**
 * Matches a class name or a reason such as `notFound`. Anything else could be text of a conversation and is left out.
 */
const NAME = /^[A-Za-z]\w{0,39}$/;
/** Matches a code of the operating system, such as `ENOENT`. */
const CODE = /^[A-Z][A-Z0-9_]{1,39}$/;

/**
 * Writes messages to the window's log. After a message about a caught error, writes the error's stack with lines of the
 * source. The stack has the level Error if the message is an error, and the level Debug if the message is a warning.
 */
export class WindowLog implements Logger {
  readonly #channel: LogChannel;
  readonly #lines: SourceLines;
  readonly #clock: Pick<Clock, 'now'>;
  #faults: readonly LoggedFault[] = [];

  constructor(channel: LogChannel, { lines, clock }: { lines: SourceLines; clock: Pick<Clock, 'now'> }) {
    this.#channel = channel;
    this.#lines = lines;
    this.#clock = clock;
  }

  /** Returns the newest warnings and errors since the window was opened, for diagnostics. */
  get faults(): readonly LoggedFault[] {
    return this.#faults;
  }

  debug(message: string): void {
    this.#channel.debug(message);
  }

  info(message: string): void {
    this.#channel.info(message);
  }

  warn(message: string, cause?: unknown): void {
    this.#channel.warn(message);
    this.#keep('warning', cause);
    void this.#writeStack(cause, (stack) => this.#channel.debug(stack));
  }

  error(message: string, cause?: unknown): void {
    this.#channel.error(message);
    this.#keep('error', cause);
    void this.#writeStack(cause, (stack) => this.#channel.error(stack));
  }

  /** Keeps the fault with the stack of its cause, or with the caller's stack if the cause has none. */
  #keep(level: LoggedFault['level'], cause: unknown): void {
    const stack = (cause instanceof Error ? cause.stack : undefined) ?? new Error().stack ?? '';
    const { code, reason } = (cause ?? {}) as { readonly code?: unknown; readonly reason?: unknown };
    const safeCode = matching(CODE, code) ?? matching(NAME, reason);
    const fault: LoggedFault = {
      ...{ at: this.#clock.now(), level, stack },
      ...(cause instanceof Error && NAME.test(cause.name) && { error: cause.name }),
      ...(safeCode !== undefined && { code: safeCode }),
    };
    this.#faults = [...this.#faults, fault].slice(-MOST_FAULTS);
  }

  async #writeStack(cause: unknown, write: (stack: string) => void): Promise<void> {
    if (!(cause instanceof Error) || cause.stack === undefined) return;
    const frames = await this.#lines.framesOf(cause.stack);
    if (frames.length > 0) write(`${cause.name}\n${frames.map(({ text }) => `    ${text}`).join('\n')}`);
  }
}

function matching(pattern: RegExp, value: unknown): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}
