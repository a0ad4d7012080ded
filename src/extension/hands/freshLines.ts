import { structuredPatch } from 'diff';
import type { Redactor } from '../../core/ports.ts';
import { maskSpans, mergeSpans, type TextSpan } from '../../core/log/mask.ts';
import { withoutNumbers } from '../../core/log/secretMark.ts';
import { formatCount } from '../../shared/format.ts';
import { cutLines } from '../tools/numberedLines.ts';
import { shownTexts, type SeenSession } from '../../core/context/shownTexts.ts';

/** The maximum number of added and removed lines. Texts that differ in more are not compared: it takes too long. */
const MOST_EDITS = 500;
const CONTEXT_LINES = 5;
const MOST_LINES = 80;
const LONGEST_LINE = 300;
const TOO_MUCH =
  'The context does not show this file as it was before the change; read_file shows it as it is now.';

/** A file's text before and after a change. */
export interface ChangedText {
  /** Relative to the workspace. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the new lines, with their numbers, around each change whose old lines the context does not show. The context
 * lacks old lines if the model's read of the file was shortened, covered other lines, or is out of date. Returns an
 * empty text if the model has never read the file. If the change is too large to compare and the context does not show
 * the whole old text, returns only a hint to read the file.
 */
export async function freshLines(
  { path, before, after }: ChangedText,
  seen: SeenSession,
  redactor: Redactor,
): Promise<string> {
  const shown = shownTexts(path, seen)?.map((text) => framed(withoutNumbers(text)));
  if (shown === undefined) return '';
  const [secrets = []] = await redactor.find([before]);
  const masked = withoutNumbers(maskSpans(before, secrets));
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
    stripTrailingCr: true,
  });
  if (patch === undefined)
    return shown.some((text) => text.includes(framed(masked.trimEnd()))) ? '' : TOO_MUCH;
  const [old, now] = [linesOf(masked), linesOf(after)];
  const maskedLine = maskedLineOfEach(before, mergeSpans(secrets));
  const places = patch.hunks.filter(({ oldStart, oldLines }) => {
    const last = maskedLine[oldStart + oldLines - 2] ?? -1;
    const oldText = framed(old.slice(maskedLine[oldStart - 1], last + 1).join('\n'));
    return !shown.some((text) => text.includes(oldText));
  });
  const lines: string[] = [];
  for (const { newStart, newLines } of places) {
    const range = { from: newStart - 1, to: newStart - 1 + newLines };
    // Only the first `MOST_LINES` lines are shown. The others are only counted, so they need no masking.
    const isShown = lines.length < MOST_LINES;
    const cut = isShown ? await cutLines(now, range, redactor) : now.slice(range.from, range.to);
    if (lines.length > 0) lines.push('…');
    lines.push(
      ...cut.map(
        (line, offset) => `${newStart + offset}\t${lineToShow(line, now[range.from + offset] ?? '')}`,
      ),
    );
  }
  if (lines.length === 0) return '';
  const more = lines.length - MOST_LINES;
  return [
    'The context does not show these lines as they were before the change. Now they are:',
    ...lines.slice(0, MOST_LINES),
    ...(more > 0 ? [`[${formatCount(more, 'more line')}; read_file shows them]`] : []),
  ].join('\n');
}

/** Returns, for each line of a text, the line's index after masking, since one mark may replace several lines. */
function maskedLineOfEach(text: string, secrets: readonly TextSpan[]): readonly number[] {
  const indexes = [0];
  let index = 0;
  let nextSecret = 0;
  for (const { index: at } of text.matchAll(/\n/gu)) {
    while ((secrets[nextSecret]?.end ?? Infinity) <= at) nextSecret++;
    if ((secrets[nextSecret]?.start ?? Infinity) > at) index++;
    indexes.push(index);
  }
  return indexes;
}

/** Returns a line, or only its length if it is too long. Does not cut the line, since that might split a secret. */
function lineToShow(masked: string, { length }: string): string {
  return length <= LONGEST_LINE ? masked : `[${length} characters; read_file shows them]`;
}

/** Adds a line break before and after a text. A search for one framed text in another then finds only whole lines. */
function framed(text: string): string {
  return `\n${linesOf(text).join('\n')}\n`;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u);
}
