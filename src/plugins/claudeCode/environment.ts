import { DEFAULT_SETTINGS } from '../../core/compaction/settings.ts';
import { windowOf } from '../../core/context/window.ts';

/** The context window as Claude Code reports it. All sizes are in tokens of the provider's tokenizer. */
interface HostWindow {
  /** The size of the whole window, for input and output together. */
  readonly windowTokens: number;
  /** The number of tokens at which Claude Code would compact by itself. */
  readonly autoCompactTokens?: number;
  /** The token count of the newest answered request; absent before the first answer. */
  readonly reportedTokens?: number;
}

/** What the handling of a request depends on: the context window, the strategy and the current time. */
export interface Environment {
  readonly window: HostWindow;
  readonly strategy?: string;
  now(): number;
  /** Lets Claude Code do other work before the plugin continues. */
  pause(): Promise<void>;
}

/** Returns the usable window. It is at most the number of tokens at which Claude Code would compact by itself. */
export function usableOf({ windowTokens, autoCompactTokens = Infinity }: HostWindow): number {
  return Math.min(windowOf({ window: windowTokens }, DEFAULT_SETTINGS).usableTokens, autoCompactTokens);
}
