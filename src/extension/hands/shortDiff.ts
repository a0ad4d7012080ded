import { structuredPatch } from 'diff';
import type { Redactor } from '../../core/ports.ts';
import { maskSpans, type TextSpan } from '../../core/log/mask.ts';
import { withoutNumbers } from '../../core/log/secretMark.ts';
import { formatCount } from '../../shared/format.ts';

/** The maximum number of added and removed lines. Texts that differ in more are not compared: it takes too long. */
const MOST_EDITS = 500;
const CONTEXT_LINES = 2;
/**
 * The maximum number of lines of a diff. The person sees the diff before they agree, and the model sees it if a save
 * changed the text.
 */
const MOST_LINES = 80;
const LONGEST_LINE = 300;

/**
 * Returns the lines in which two texts differ, each with `+` or `-`, and two lines of context around them. Returns only
 * the first `MOST_LINES` lines. If the texts differ in too many lines to be compared, returns only the number of lines
 * of each text.
 */
export function shortDiff(before: string, after: string): string {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
    stripTrailingCr: true,
  });
  if (patch === undefined) return `[${formatCount(linesIn(after), 'line')} instead of ${linesIn(before)}]`;
  const lines = patch.hunks.flatMap((hunk) => [`@@ line ${hunk.newStart} @@`, ...hunk.lines]);
  const shown = lines.slice(0, MOST_LINES).map(cut);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`[${formatCount(more, 'more line')}]`] : [])].join('\n');
}

/** Returns the number of lines. A line break at the end begins no further line. */
function linesIn(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Returns the lines of a new text that the old text lacks. */
export function addedLines(before: string, after: string): string {
  const known = new Set(before.split(/\r?\n/));
  return after
    .split(/\r?\n/)
    .filter((line) => !known.has(line))
    .join('\n');
}

/** Cuts a long line, and says how much of it is not shown: the person must know that there is more to agree to. */
function cut(line: string): string {
  const more = line.length - LONGEST_LINE;
  return more > 0 ? `${line.slice(0, LONGEST_LINE)}… [${formatCount(more, 'more character')}]` : line;
}

/**
 * Returns the short diff for a model, with secrets masked. Masks them before it cuts lines, since half of a secret
 * would not be recognised. A secret of several lines gets a mark on each line, so that line numbers stay correct.
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
