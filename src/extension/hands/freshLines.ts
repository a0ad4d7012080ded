import { structuredPatch } from 'diff';
import type { Redactor } from '../../core/ports.ts';
import { maskedTexts } from '../../core/session/markSecrets.ts';
import { cutLines } from '../tools/numberedLines.ts';
import { withoutNumbers } from '../../core/log/secretMark.ts';
import { shownTexts, type SeenSession } from '../../core/context/shownTexts.ts';

/** The most added and removed lines of a change whose places are found; finding more would take long. */
const MOST_EDITS = 500;
const CONTEXT_LINES = 5;
const MOST_LINES = 80;
const LONGEST_LINE = 300;
const TOO_MUCH = 'The context does not show this file as it was; read_file shows it as it is now.';

/** A file's text before and after a change. */
export interface ChangedText {
  /** Relative to the workspace. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the lines around a change as they are now, with their numbers, if the file was read but the context does not
 * show these lines as they were before the change: because the read was shortened, covered other lines, or is older
 * than the file. Returns an empty text if the context shows them, and a hint to read the file if the change is too large
 * to compare.
 */
export async function freshLines(
  { path, before, after }: ChangedText,
  seen: SeenSession,
  redactor: Redactor,
): Promise<string> {
  const shown = shownTexts(path, seen)?.map((text) => framed(withoutNumbers(text)));
  if (shown === undefined) return '';
  const [masked = ''] = await maskedTexts([before], redactor);
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
    stripTrailingCr: true,
  });
  if (patch === undefined)
    return shown.some((text) => text.includes(framed(masked.trimEnd()))) ? '' : TOO_MUCH;
  const [old, now] = [linesOf(masked), linesOf(after)];
  const places = patch.hunks.filter(({ oldStart, oldLines }) => {
    const oldText = framed(old.slice(oldStart - 1, oldStart - 1 + oldLines).join('\n'));
    return !shown.some((text) => text.includes(oldText));
  });
  const lines: string[] = [];
  for (const { newStart, newLines } of places) {
    const range = { from: newStart - 1, to: newStart - 1 + newLines };
    const isShown = lines.length < MOST_LINES;
    const told = isShown ? await cutLines(now, range, redactor) : now.slice(range.from, range.to);
    if (lines.length > 0) lines.push('…');
    lines.push(
      ...told.map(
        (line, offset) => `${newStart + offset}\t${lineToShow(line, now[range.from + offset] ?? '')}`,
      ),
    );
  }
  if (lines.length === 0) return '';
  const more = lines.length - MOST_LINES;
  return [
    'The context does not show these lines as they were. They are now:',
    ...lines.slice(0, MOST_LINES),
    ...(more > 0 ? [`[${more} more lines; read_file shows them]`] : []),
  ].join('\n');
}

/** Returns a line, or its length if it is too long. A line is never cut, since half of a secret would not be recognised. */
function lineToShow(masked: string, { length }: string): string {
  return length <= LONGEST_LINE ? masked : `[${length} characters; read_file shows them]`;
}

/** Frames a text by line breaks, so that only whole lines are found in it. */
function framed(text: string): string {
  return `\n${linesOf(text).join('\n')}\n`;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u);
}
