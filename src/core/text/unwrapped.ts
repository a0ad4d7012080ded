interface Line {
  readonly text: string;
  readonly isCode: boolean;
}

/** Widths that writers and programs wrap prose to. */
const LEAST_WIDTH = 50;
const MOST_WIDTH = 130;
/** A first line is this much shorter where a terminal put its mark before it. */
const MARK_WIDTH = 2;
/**
 * Beginnings of a line of its own: a list's mark, a heading, a table's row, a quote; indented deeper than a list's item
 * it is code.
 */
const OWN_LINE = /^(?:\s{4}|\s{0,3}(?:[-*+•‣–—#|>]|\d{1,3}[.)]\s|\[[ xX]\]))/u;

/**
 * Returns lines with the breaks taken out that only a width made: the next line's first word would not have fitted in
 * the width of its paragraph, and nothing says that it begins a line of its own. Code stays as it is.
 */
export function unwrapped(lines: readonly Line[]): readonly Line[] {
  // Parts are put together at the end: a text that grows by each line would take the square of its length.
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

/** Returns the longest line of the paragraph that begins here. */
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
