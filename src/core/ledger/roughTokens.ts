const LETTER_TOKENS = 0.19;
const DIGIT_TOKENS = 0.85;
const MARK_TOKENS = 0.8;
const SPACE_TOKENS = 0.15;
const WIDE_TOKENS = 0.7;
/** What parts a text from what stands before it. */
const OWN_TOKENS = 0.5;

/**
 * About how many tokens a text takes, for choosing between lines: one pass, no tables. Fitted to o200k_base over names and
 * lines of code; budgets are kept by exact counts.
 */
export function roughTokens(text: string): number {
  let tokens = OWN_TOKENS;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) tokens += LETTER_TOKENS;
    else if (code === 32) tokens += SPACE_TOKENS;
    else if (code >= 48 && code <= 57) tokens += DIGIT_TOKENS;
    else tokens += code < 128 ? MARK_TOKENS : WIDE_TOKENS;
  }
  return tokens;
}
