import { TokenAccount } from '../../core/context/account.ts';
import { estimateTokens } from '../../core/context/estimateTokens.ts';
import { imageCountFor } from '../../core/context/imageTokens.ts';

/** Reports beyond make no sense: the answer was of another request. */
const FACTOR_LIMITS = { least: 0.5, most: 3 };

/** Estimates in the provider's tokens, as far as its reports tell what one of ours is. */
export class Counting {
  #factor = 1;
  #reported: number | undefined;
  readonly #accounts = new Map<number, TokenAccount>();

  /** `reported`: what the request took that was estimated at so many tokens. */
  learn(estimated: number, reported: number | undefined): void {
    if (reported === undefined || reported === this.#reported || estimated === 0) return;
    this.#reported = reported;
    const factor = reported / estimated;
    if (factor >= FACTOR_LIMITS.least && factor <= FACTOR_LIMITS.most) this.#factor = factor;
  }

  counted(estimated: number): number {
    return Math.round(estimated * this.#factor);
  }

  /** Made anew when the factor changes by more than a little. */
  account(model: string | undefined): TokenAccount {
    const step = Math.round(this.#factor * 20) / 20;
    const known = this.#accounts.get(step);
    if (known !== undefined) return known;
    const count = (text: string): number => Math.ceil(estimateTokens(text) * step);
    const account = new TokenAccount(count, undefined, imageCountFor(model));
    this.#accounts.set(step, account);
    return account;
  }
}
