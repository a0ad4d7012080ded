import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';

/** The maximum number of characters that are returned from the end of an output, where errors usually are. */
const MOST_CHARACTERS = 40_000;

/**
 * Returns the end of a long text, after a sentence about the omitted part. Returns a short text whole. The end begins
 * at the start of a line, unless the last line alone is too long. Masks a secret that the cut splits.
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
