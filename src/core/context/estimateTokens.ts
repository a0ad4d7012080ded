/** Characters a token of English and code, on the safe side; a letter of a script without spaces is taken for a token. */
const CHARACTERS_PER_TOKEN = 3.4;
const FIRST_IDEOGRAPH = 0x2e80;

/** Returns tokens of a text for a model whose tokenizer is not public. An estimate, and shown as one. */
export function estimateTokens(text: string): number {
  let ideographs = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= FIRST_IDEOGRAPH) ideographs += 1;
  return Math.ceil((text.length - ideographs) / CHARACTERS_PER_TOKEN + ideographs);
}
