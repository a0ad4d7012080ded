import { maskSpans, type TextSpan } from '../log/mask.ts';
import type { Redactor } from '../ports.ts';

/**
 * The maximum number of characters of a secret. To recognise a secret at a cut, at most this many characters beyond the
 * cut are searched, too. A private key of 4,096 bits has about 3,300 characters.
 */
export const LONGEST_SECRET = 4_000;

/**
 * A part of a text, with the text before and after the part. `before` and `after` must have at least `LONGEST_SECRET`
 * characters, unless the whole text begins or ends earlier.
 */
export interface CutText {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/**
 * Masks the secrets that can be recognised only with the text around a part: a secret that was cut in two, or lines
 * from the middle of a key. Does not mask secrets that can be recognised in the part alone: these are found later, when
 * the part is stored. Rejects if the search for secrets fails.
 */
export async function maskedAtCuts(
  parts: readonly CutText[],
  redactor: Redactor,
): Promise<readonly string[]> {
  const cut = parts.filter(({ before, after }) => before !== '' || after !== '');
  const inPart = await redactor.find(cut.map(({ text }) => text));
  const inText = await redactor.find(
    cut.map(({ before, text, after }) => contextBefore(before) + text + after.slice(0, LONGEST_SECRET)),
  );
  const masked = cut.map(({ before, text }, index) => {
    const known = inPart[index] ?? [];
    const all = (inText[index] ?? []).map((span) => within(text, span, contextBefore(before).length));
    return maskSpans(
      text,
      all.filter((span) => !known.some(({ start, end }) => start <= span.start && span.end <= end)),
    );
  });
  const maskedOf = new Map(cut.map((part, index) => [part, masked[index] ?? '']));
  return parts.map((part) => maskedOf.get(part) ?? part.text);
}

function contextBefore(before: string): string {
  return before.slice(-LONGEST_SECRET);
}

/** Converts a span of the text to a span of the part that starts at `begin`. A span outside the part becomes empty. */
function within(part: string, { start, end, ...rest }: TextSpan, begin: number): TextSpan {
  return { ...rest, start: Math.max(0, start - begin), end: Math.min(part.length, end - begin) };
}
