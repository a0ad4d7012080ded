import type { ModelProfile } from '../ports.ts';

/** The window assumed for models whose window is unknown. */
export const ASSUMED_WINDOW = 128_000;
/** The largest share of the window that is reserved for the answer. */
const MAX_OUTPUT_SHARE = 0.2;

export interface Window {
  /** The model's window: input and output together. */
  readonly totalTokens: number;
  /**
   * The most tokens of a request: the window minus the output reserve, or the configured maximum where that is less.
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
