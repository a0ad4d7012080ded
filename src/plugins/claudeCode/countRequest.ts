import { blocksOf, imageOf } from '../../adapters/transcripts/anthropicBlocks.ts';
import { fieldOf, jsonText, stringOf, type JsonObject } from '../../adapters/transcripts/json.ts';
import { TOKENS_PER_MESSAGE, TokenAccount } from '../../core/context/account.ts';
import { estimateTokens } from '../../core/context/estimateTokens.ts';
import { imageCountFor, type CountImage } from '../../core/context/imageTokens.ts';
import { memoized } from '../../core/memoized.ts';
import type { ApiMessage } from './requestFormat.ts';

/**
 * Returns the counter for a request. The counter caches the count of each message, since a request is counted several
 * times, both whole and compacted.
 */
const counterOf = memoized((body: JsonObject) => {
  const countImage = imageCountFor(stringOf(body, 'model'));
  return {
    overhead: estimateTokens(jsonText(fieldOf(body, 'system')) + jsonText(fieldOf(body, 'tools'))),
    ofMessage: memoized(({ content }: ApiMessage) => countBlocks(content, countImage)),
  };
});

/**
 * Estimates the token count of a request that has `messages` in place of its own messages. Includes the system text and
 * the tools. Claude's tokenizer is not public.
 */
export function countRequest(body: JsonObject, messages: readonly ApiMessage[]): number {
  const { overhead, ofMessage } = counterOf(body);
  return messages.reduce((sum, message) => sum + TOKENS_PER_MESSAGE + ofMessage(message), overhead);
}

function countBlocks(content: unknown, countImage: CountImage): number {
  return blocksOf(content).reduce((sum, block) => sum + countBlock(block, countImage), 0);
}

/**
 * Estimates the token count of a block. Hidden thinking has no readable text, so its JSON is counted. The JSON contains
 * the signature, whose length depends on the length of the thinking.
 */
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

/**
 * The limits for the ratio of reported to estimated tokens. If the ratio is outside these limits, the report belongs to
 * another request.
 */
const FACTOR_LIMITS = { least: 0.5, most: 3 };

/** Corrects estimated token counts by the ratio of reported to estimated tokens. */
export class Counting {
  #factor = 1;
  #reported: number | undefined;
  readonly #accounts = new Map<string, TokenAccount>();

  /**
   * Updates the ratio from the estimate for a request and the number of tokens that the provider reported for it.
   * Ignores the same number as last time, since it is probably the report for an earlier request.
   */
  learn(estimated: number, reported: number | undefined): void {
    if (reported === undefined || reported === this.#reported || estimated === 0) return;
    this.#reported = reported;
    const factor = reported / estimated;
    if (factor >= FACTOR_LIMITS.least && factor <= FACTOR_LIMITS.most) this.#factor = factor;
  }

  corrected(estimated: number): number {
    return Math.round(estimated * this.#factor);
  }

  /**
   * Returns a `TokenAccount`. Its count for a text is the estimate times the current ratio, which is rounded to a
   * multiple of 0.05. Its count for an image follows the model's rule. Returns the same account for the same ratio and
   * model.
   */
  account(model: string | undefined): TokenAccount {
    const step = Math.round(this.#factor * 20) / 20;
    const key = `${String(step)} ${model ?? ''}`;
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const count = (text: string): number => Math.ceil(estimateTokens(text) * step);
    const account = new TokenAccount(count, undefined, imageCountFor(model));
    this.#accounts.set(key, account);
    return account;
  }
}
