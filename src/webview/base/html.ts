import { html as litHtml, type TemplateResult } from 'lit';

/**
 * Matches more combining marks on one letter than any script has. The limit of 30 is Unicode's own (UAX #15,
 * “Stream-Safe Text Format”).
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
/**
 * Matches 400 Arabic letters or combining marks in a row. No word is that long. Arabic letters are joined, so in a
 * longer run, the browser would compute the shapes of the letters again at each line break.
 */
const ENDLESS_WORD = /[\p{Script_Extensions=Arabic}\p{M}]{400}/gu;

/**
 * Makes a text quick to draw: removes a letter's combining marks after the thirtieth, and adds a space after 400 Arabic
 * letters in a row. Otherwise 100,000 marks on one letter, or as many joined letters, would block a view for minutes.
 */
export function drawable(text: string): string {
  return text.replace(TOO_MANY_MARKS, '$1').replace(ENDLESS_WORD, '$& ');
}

/** Like Lit's `html`, but passes all texts through `drawable`. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  return litHtml(strings, ...values.map(withDrawableTexts));
}

function withDrawableTexts(value: unknown): unknown {
  if (typeof value === 'string') return drawable(value);
  return Array.isArray(value) ? value.map(withDrawableTexts) : value;
}
