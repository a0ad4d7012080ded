import { DEFAULT_SETTINGS } from '../../core/compaction/settings.ts';
import { windowOf } from '../../core/context/window.ts';

/** The host's facts about its window, in the provider's tokens. */
export interface HostWindow {
  /** Input and output together. */
  readonly windowTokens: number;
  /** The tokens at which Claude Code would compact by itself. */
  readonly autoCompactTokens?: number;
  /** Tokens of the newest answer's request; absent before the first. */
  readonly reportedTokens?: number;
}

export interface Surroundings {
  readonly window: HostWindow;
  readonly strategy?: string;
  now(): number;
  /** Lets the host's other work run during ours. */
  breathe(): Promise<void>;
}

/** Returns the usable window, below the point where Claude Code would compact by itself. */
export function usableOf({ windowTokens, autoCompactTokens = Infinity }: HostWindow): number {
  return Math.min(windowOf({ window: windowTokens }, DEFAULT_SETTINGS).usableTokens, autoCompactTokens);
}
