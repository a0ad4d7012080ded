interface Line {
  readonly text: string;
  readonly isCode: boolean;
}

/** Writers and programs wrap prose to a width from `LEAST_WIDTH` to `MOST_WIDTH`. */
const LEAST_WIDTH = 50;
const MOST_WIDTH = 130;
/**
 * The width of a mark that a terminal may have put before a paragraph's first line. If the mark makes this line the
 * longest line, the paragraph was wrapped at a width that is this many characters less than the line's length.
 */
const MARK_WIDTH = 2;
/**
 * Matches a line that does not continue the line before: a list item, a heading, a table row, a quote, or code, which
 * is indented deeper than a list item.
 */
const OWN_LINE = /^(?:\s{4}|\s{0,3}(?:[-*+•‣–—#|>]|\d{1,3}[.)]\s|\[[ xX]\]))/u;

/**
 * Joins lines that were broken only because the next line's first word did not fit into the paragraph's width, unless
 * the next line is a list item, a heading or the like. Code stays as it is.
 */
export function unwrapped(lines: readonly Line[]): readonly Line[] {
  // Collects the parts of each line and joins them only in the last step. Appending to a text line by line would take
  // quadratic time.
  const joined: { readonly parts: string[]; readonly isCode: boolean }[] = [];
  let width = 0;
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    if (!isProse(before)) width = widthOfParagraph(lines, index);
    const parts = joined.at(-1)?.parts ?? [];
    if (isProse(before) && isProse(line) && isWrapped(before.text, line.text, width))
      parts.push(parts.pop()?.trimEnd() ?? '', line.text.trimStart());
    else joined.push({ parts: [line.text], isCode: line.isCode });
  });
  return joined.map(({ parts, isCode }) => ({ text: parts.join(' '), isCode }));
}

function isProse(line: Line | undefined): line is Line {
  return line !== undefined && !line.isCode && line.text.trim() !== '';
}

/** Returns the length of the longest line of the paragraph that begins at `start`. */
function widthOfParagraph(lines: readonly Line[], start: number): number {
  let width = 0;
  for (let index = start; isProse(lines[index]); index += 1)
    width = Math.max(width, lines[index]?.text.trimEnd().length ?? 0);
  return width;
}

function isWrapped(before: string, next: string, width: number): boolean {
  if (width < LEAST_WIDTH || width > MOST_WIDTH || OWN_LINE.test(next)) return false;
  const firstWord = /^\s*(\S*)/u.exec(next)?.[1]?.length ?? 0;
  return before.trimEnd().length + MARK_WIDTH + 1 + firstWord > width;
}
