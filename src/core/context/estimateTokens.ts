/**
 * A cautious number of characters per token for English and code. A character from `FIRST_IDEOGRAPH` on (Chinese,
 * Japanese, Korean) counts as one token. An emoji counts as two tokens.
 */
const CHARACTERS_PER_TOKEN = 3.4;
const FIRST_IDEOGRAPH = 0x2e80;

/** Estimates the tokens of a text for a model whose tokenizer is not public. Views show the result as an estimate. */
export function estimateTokens(text: string): number {
  let ideographs = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= FIRST_IDEOGRAPH) ideographs += 1;
  return Math.ceil((text.length - ideographs) / CHARACTERS_PER_TOKEN + ideographs);
}
