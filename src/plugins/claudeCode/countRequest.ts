import { blocksOf, imageOf } from '../../adapters/transcripts/anthropicBlocks.ts';
import { fieldOf, jsonText, stringOf, type JsonObject } from '../../adapters/transcripts/json.ts';
import { TOKENS_PER_MESSAGE, TokenAccount } from '../../core/context/account.ts';
import { estimateTokens } from '../../core/context/estimateTokens.ts';
import { imageCountFor, type CountImage } from '../../core/context/imageTokens.ts';
import { remembered } from '../../core/remembered.ts';
import type { ApiMessage } from './requestFormat.ts';

/**
 * Returns the counter of a request. It counts each message once: a request is counted as it came and as it might be
 * sent.
 */
const counterOf = remembered((body: JsonObject) => {
  const countImage = imageCountFor(stringOf(body, 'model'));
  return {
    around: estimateTokens(jsonText(fieldOf(body, 'system')) + jsonText(fieldOf(body, 'tools'))),
    ofMessage: remembered(({ content }: ApiMessage) => countBlocks(content, countImage)),
  };
});

/** Estimates the tokens of a whole request; Claude's tokenizer is not public. */
export function countRequest(body: JsonObject, messages: readonly ApiMessage[]): number {
  const { around, ofMessage } = counterOf(body);
  return messages.reduce((sum, message) => sum + TOKENS_PER_MESSAGE + ofMessage(message), around);
}

function countBlocks(content: unknown, countImage: CountImage): number {
  return blocksOf(content).reduce((sum, block) => sum + countBlock(block, countImage), 0);
}

/** Estimates a block. For hidden thinking, only the signature shows its length. */
function countBlock(block: JsonObject, countImage: CountImage): number {
  switch (stringOf(block, 'type')) {
    case 'text':
      return estimateTokens(stringOf(block, 'text') ?? '');
    case 'image':
    case 'document':
      return countImage(imageOf(block));
    case 'tool_result':
      return countBlocks(fieldOf(block, 'content'), countImage);
    default:
      return estimateTokens(jsonText(block));
  }
}

/** A report beyond these limits must be of another request. */
const FACTOR_LIMITS = { least: 0.5, most: 3 };

/** Estimates tokens in the provider's units, as far as its reports show the ratio. */
export class Counting {
  #factor = 1;
  #reported: number | undefined;
  readonly #accounts = new Map<number, TokenAccount>();

  /** Learns the factor from the tokens reported for a request with this estimate. */
  learn(estimated: number, reported: number | undefined): void {
    if (reported === undefined || reported === this.#reported || estimated === 0) return;
    this.#reported = reported;
    const factor = reported / estimated;
    if (factor >= FACTOR_LIMITS.least && factor <= FACTOR_LIMITS.most) this.#factor = factor;
  }

  counted(estimated: number): number {
    return Math.round(estimated * this.#factor);
  }

  /** Returns the account; a new one when the factor has changed noticeably. */
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
