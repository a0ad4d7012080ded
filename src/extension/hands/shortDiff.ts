import { structuredPatch } from 'diff';
import type { Redactor } from '../../core/ports.ts';
import { maskSpans, type TextSpan } from '../../core/log/mask.ts';
import { withoutNumbers } from '../../core/log/secretMark.ts';

/** The most differing lines that are compared; more would take long. */
const MOST_EDITS = 500;
const CONTEXT_LINES = 2;
/**
 * The most lines of a diff that is shown to the person before they agree, and to the model after a save changed the
 * text.
 */
const MOST_LINES = 80;
const LONGEST_LINE = 300;

/**
 * Returns the lines in which two texts differ, each with `+` or `-`, and a few lines around them; if there are many, the
 * first ones; if there are too many to compare, only the numbers of lines.
 */
export function shortDiff(before: string, after: string): string {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
    stripTrailingCr: true,
  });
  if (patch === undefined)
    return `[${after.split('\n').length} lines instead of ${before.split('\n').length}]`;
  const lines = patch.hunks.flatMap((hunk) => [`@@ line ${hunk.newStart} @@`, ...hunk.lines]);
  const shown = lines.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST_LINE));
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`[${more} more lines]`] : [])].join('\n');
}

/**
 * Returns the same diff for a model. Masks secrets before it cuts lines, since half of a secret would not be
 * recognised. A secret of several lines gets a mark for each of them, so that the numbers of lines are right.
 */
export async function maskedDiff(before: string, after: string, redactor: Redactor): Promise<string> {
  const [inBefore = [], inAfter = []] = await redactor.find([before, after]);
  return shortDiff(maskedByLine(before, inBefore), maskedByLine(after, inAfter));
}

function maskedByLine(text: string, secrets: readonly TextSpan[]): string {
  const lines = secrets.flatMap((span) =>
    [...text.slice(span.start, span.end).matchAll(/[^\r\n]+/gu)].map(({ index, 0: { length } }) => ({
      ...span,
      start: span.start + index,
      end: span.start + index + length,
    })),
  );
  return withoutNumbers(maskSpans(text, lines));
}
