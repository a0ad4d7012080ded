import type { ModelProfile } from '../ports.ts';

/** The window assumed for models whose window is unknown. */
export const ASSUMED_WINDOW = 128_000;
/** The largest share of the window that is reserved for the answer. */
const MAX_OUTPUT_SHARE = 0.2;

export interface Window {
  /** The model's window: input and output together. */
  readonly totalTokens: number;
  /**
   * The maximum number of tokens of a request: the window minus the output reserve, or the configured maximum if this
   * is smaller.
   */
  readonly usableTokens: number;
  readonly isAssumed: boolean;
}

/** Returns the window to plan for. `override` (a setting) takes precedence over the profile. */
export function windowOf(
  profile: Pick<ModelProfile, 'window' | 'maxOutputTokens'>,
  settings: { readonly maxContextTokens?: number },
  override?: number,
): Window {
  const known = override ?? profile.window;
  const totalTokens = known ?? ASSUMED_WINDOW;
  const most = Math.floor(totalTokens * MAX_OUTPUT_SHARE);
  const usable = totalTokens - Math.min(profile.maxOutputTokens ?? most, most);
  return {
    totalTokens,
    usableTokens: Math.min(usable, settings.maxContextTokens ?? usable),
    isAssumed: known === undefined,
  };
}

/** Below this token count, chat templates and rounding may explain why reported and counted tokens differ. */
const LEAST_COUNTED_TOKENS = 2_000;
/**
 * An endpoint that read the whole request reports at least this share of the counted tokens. The token counts of
 * different tokenizers differ by less than a factor of two. So an endpoint that reports a smaller share has dropped
 * text.
 */
const LEAST_SHARE_READ = 0.5;

/**
 * Returns whether an endpoint silently truncated a request: the endpoint reports far fewer tokens than were counted, as
 * Ollama does with its default window. The count includes only texts, because the token counts of images are estimates.
 * False for a report of 0, because some endpoints report 0 if they have no figure.
 */
export function isSilentOverflow(readTokens: number, countedTokens: number): boolean {
  const isRead = readTokens === 0 || readTokens >= countedTokens * LEAST_SHARE_READ;
  return countedTokens >= LEAST_COUNTED_TOKENS && !isRead;
}

/**
 * The maximum ratio of reported to counted tokens. Different tokenizers stay below this ratio. Proxies that add up all
 * requests of a turn may exceed it.
 */
const MOST_TIMES_COUNTED = 3;

/**
 * Returns whether an endpoint reports far more tokens than were sent. In this case, the endpoint counted something
 * other than this request.
 */
export function isTooHigh(readTokens: number, countedTokens: number): boolean {
  return readTokens > countedTokens * MOST_TIMES_COUNTED + LEAST_COUNTED_TOKENS;
}

/** Returns a warning for the person: how many tokens the endpoint read, and what to do. */
export function silentOverflowSentence(readTokens: number, countedTokens: number): string {
  return (
    `The endpoint read only ${String(readTokens)} of about ${String(countedTokens)} tokens and gave no error. ` +
    'Raise the endpoint’s context length, or set longthread.contextWindow to the number of tokens that it reads.'
  );
}
