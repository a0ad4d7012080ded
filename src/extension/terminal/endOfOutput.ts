import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';

/** The most characters of an output that are returned, from its end, since errors are there. */
const MOST_CHARACTERS = 40_000;

/**
 * Returns the end of a long text: in whole lines, unless a single line is too long. Masks a secret that the cut
 * divides.
 */
export async function endOf(text: string, redactor: Redactor): Promise<string> {
  if (text.length <= MOST_CHARACTERS) return text;
  const least = text.length - MOST_CHARACTERS;
  const lineBreak = text.indexOf('\n', least);
  const start = lineBreak < 0 || lineBreak === text.length - 1 ? least : lineBreak + 1;
  const cut = { before: text.slice(0, start), text: text.slice(start), after: '' };
  const [kept = ''] = await maskedAtCuts([cut], redactor);
  return `[${start} characters before this are left out]\n${kept.toWellFormed()}`;
}
