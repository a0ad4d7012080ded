/** The kind of a line of Markdown: text, the opening or closing line of a code block, or code inside the block. */
export type FencedKind = 'text' | 'fence' | 'code';

/** Matches the marks of a fence and the words after them. Allows any indent, since a fence may be in a list item. */
const MARKS = /^\s*(`{3,}|~{3,})(.*)$/su;

/**
 * Reads Markdown line by line. A fence is closed by a fence of the same character that is at least as long and has
 * nothing after it. Backticks with further backticks on the same line are inline code (CommonMark 0.31.2, section 4.5).
 */
export class CodeFences {
  /** The marks of the open fence; empty outside of fences. */
  #open = '';

  get isOpen(): boolean {
    return this.#open !== '';
  }

  read(line: string): FencedKind {
    const [, marks = '', words = ''] = MARKS.exec(line) ?? [];
    if (this.isOpen) {
      if (!marks.startsWith(this.#open) || words.trim() !== '') return 'code';
      this.#open = '';
      return 'fence';
    }
    if (marks === '' || (marks.startsWith('`') && words.includes('`'))) return 'text';
    this.#open = marks;
    return 'fence';
  }
}

/** Returns the kind of each line of Markdown. */
export function fencedKinds(lines: readonly string[]): readonly FencedKind[] {
  const fences = new CodeFences();
  return lines.map((line) => fences.read(line));
}

/** Returns a fence of more backticks than the text has in a row, so that nothing in the text can close the fence. */
export function fenceAround(text: string): string {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  return '`'.repeat(longest + 1);
}
