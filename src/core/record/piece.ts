/** A sentence or a line, as it stands in its message. */
export interface Piece {
  readonly text: string;
  /** The line of its text that it stands on; pieces of one line are told on one. */
  readonly line: number;
}

const SENTENCE_END = /(?<=[.!?…]["')\]*`]{0,3})\s+(?=\S)|(?<=[。！？])/u;
/** Longer ones are cut at their sentences, so that a text can end within. */
const LONGEST_LINE = 120;
const FENCE = /^\s*(?:```|~~~)/u;
const LONGEST_CODE = 400;
const SHORT_CODE = 160;

/**
 * A text in pieces, each a substring of it; long code in it by its first lines, since calls and files have it whole.
 * Linear in the text's length.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  withShortCode(text.split('\n')).forEach((line, index) => {
    const own = line.trimEnd();
    if (own.trim() === '') return;
    const parts = own.length > LONGEST_LINE ? own.split(SENTENCE_END) : [own];
    for (const part of parts) if (part.trim() !== '') pieces.push({ text: part, line: index });
  });
  return pieces;
}

/** Without the marks of fences, and without what stands in a fence behind its first lines. */
function withShortCode(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let code: string[] | undefined;
  const close = (): void => {
    const length = (code ?? []).reduce((sum, line) => sum + line.length + 1, 0);
    let left = length > LONGEST_CODE ? SHORT_CODE : length;
    for (const line of code ?? []) {
      if (left <= 0) break;
      kept.push(line);
      left -= line.length + 1;
    }
    code = undefined;
  };
  for (const line of lines) {
    if (FENCE.test(line)) {
      if (code === undefined) code = [];
      else close();
    } else (code ?? kept).push(line);
  }
  close();
  return kept;
}
