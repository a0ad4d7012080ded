import { DEFAULT_SETTINGS } from '../../core/compaction/settings.ts';
import { windowOf } from '../../core/context/window.ts';

/** The sizes of the context window as Claude Code reports them, in the provider's tokens. */
export interface HostWindow {
  /** Input and output together. */
  readonly windowTokens: number;
  /** The tokens at which Claude Code would compact by itself. */
  readonly autoCompactTokens?: number;
  /** The tokens of the newest request that was answered; absent before the first answer. */
  readonly reportedTokens?: number;
}

/** The window, the strategy and the time with which a request is handled. */
export interface Environment {
  readonly window: HostWindow;
  readonly strategy?: string;
  now(): number;
  /** Lets Claude Code do other work before ours continues. */
  pause(): Promise<void>;
}

/** Returns the usable window, at most up to the point where Claude Code would compact by itself. */
export function usableOf({ windowTokens, autoCompactTokens = Infinity }: HostWindow): number {
  return Math.min(windowOf({ window: windowTokens }, DEFAULT_SETTINGS).usableTokens, autoCompactTokens);
}
