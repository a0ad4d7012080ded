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
 * Removes from a text what no browser can draw in reasonable time. 100,000 combining marks on one letter, or as many
 * joined letters without a space, block a view for minutes, since each is positioned against all others.
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
