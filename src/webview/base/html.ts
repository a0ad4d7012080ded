import { html as litHtml, type TemplateResult } from 'lit';

/** Unicode's own bound on marks in a row (UAX #15, “Stream-Safe Text Format”): no writing has more on one letter. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
/**
 * Matches an endless run of joined letters, which no word has: the browser shapes the whole run anew at each line
 * break.
 */
const ENDLESS_WORD = /[\p{Script_Extensions=Arabic}\p{M}]{400}/gu;

/**
 * A text as it is drawn: without what no browser draws in any time. 100,000 marks on one letter, or as many joined letters
 * without a space, hang a view for minutes, since each is set against all others.
 */
export function drawable(text: string): string {
  return text.replace(TOO_MANY_MARKS, '$1').replace(ENDLESS_WORD, '$& ');
}

/** Lit's `html`; each text that a template shows is drawable. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  return litHtml(strings, ...values.map(shown));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return drawable(value);
  return Array.isArray(value) ? value.map(shown) : value;
}
