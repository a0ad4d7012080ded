import { html as litHtml, type TemplateResult } from 'lit';

/**
 * Unicode's own limit for combining marks in a row (UAX #15, “Stream-Safe Text Format”): no script has more on one
 * letter.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
/**
 * Matches a run of joined letters that is longer than any word: the browser shapes the whole run again at each line
 * break.
 */
const ENDLESS_WORD = /[\p{Script_Extensions=Arabic}\p{M}]{400}/gu;

/**
 * Makes a text quick to draw: removes combining marks after the thirtieth, and adds a space after 400 joined letters.
 * 100,000 marks on one letter, or as many joined letters, block a view for minutes, since the browser positions each
 * against all others.
 */
export function drawable(text: string): string {
  return text.replace(TOO_MANY_MARKS, '$1').replace(ENDLESS_WORD, '$& ');
}

/** Renders Lit's `html` with all texts made drawable. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  return litHtml(strings, ...values.map(shown));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return drawable(value);
  return Array.isArray(value) ? value.map(shown) : value;
}
