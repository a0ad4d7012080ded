/** Writing without spaces gives its characters, since nothing says where its words end. */
const TERM =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_]){2,}/gu;
const ASCII_TERM = /[a-z0-9_]{2,}/gu;
const IS_ASCII = /^[\u0000-\u007f]*$/u;

/** Returns the words and names of a text in lower case, in order; what two sentences have in common, by these. */
export function termsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return lower.match(IS_ASCII.test(lower) ? ASCII_TERM : TERM) ?? [];
}
