import { brokenLines } from '../text/lines.ts';
import { unwrapped } from '../text/unwrapped.ts';

/** A sentence or a line, as it stands in its message, with the white space behind it. */
export interface Piece {
  readonly text: string;
  /** The line of its text; pieces of one line stay on one. */
  readonly line: number;
  /** Its position among the pieces of its text. */
  readonly place: number;
  readonly isCode: boolean;
  /** Whether it only announces what comes next. */
  readonly isLead?: boolean;
  /** The person answered with its number or letter alone. */
  readonly isChosen?: boolean;
  /** The place of the heading or of the words that lead to it. */
  readonly lead?: number;
}

/** A heading, bold words alone on their line, and words that end in a colon. */
const LEAD = /^\s*#|^\s*\*\*[^*]+\*\*\s*$|[:：][*_]*\s*$/u;
/** An item of a list, a row of a table, a line that is indented. */
const ITEM = /^\s*(?:[-*+•‣–|]|\d{1,3}[.)]\s|\s{2}\S)/u;
const SENTENCE_END = /(?<=[.!?…]["')\]*`]{0,3}\s)(?=\S)|(?<=[。！？])/u;
/** Words are letters and the spaces between them, but for a tenth; a line of data or of a program's output is not. */
const LETTERS = /[\p{L}\p{M}\s]/gu;
const LEAST_LETTERS = 0.8;
const LEAST_DATA = 20;
/** Longer lines are split into sentences, so that a text can be told by some of them. */
const LONGEST_LINE = 120;
/** A sentence that is longer is cut at a word, so that its beginning can be told where there is little room. */
const LONGEST_PIECE = 400;
const PARTS = new RegExp(`.{1,${String(LONGEST_PIECE)}}(?:\\s|$)|.{1,${String(LONGEST_PIECE)}}`, 'gsu');
const FENCE = /^\s*(?:```|~~~)/u;
const LONGEST_CODE = 400;
const SHORT_CODE = 160;

/** Returns the lines of what files and tools hold: code, for all that is known. */
export function linesOfCode(text: string): readonly Piece[] {
  return brokenLines(text)
    .filter((line) => line.trim() !== '')
    .map((line, index) => ({ text: line.trimEnd(), line: index, place: index, isCode: true }));
}

/**
 * Returns a text in pieces, each a substring of it but for the breaks of lines that were wrapped to a width; long code
 * in it by its first lines, since calls and files have it whole. Linear in the text's length.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  unwrapped(withShortCode(brokenLines(text))).forEach(({ text: line, isCode }, index) => {
    const own = line.trimEnd();
    const isWords = !isCode && !isData(own);
    const parts = own.length > LONGEST_LINE && isWords ? own.split(SENTENCE_END) : [own];
    for (const part of parts.flatMap(shortParts))
      if (part.trim() !== '')
        pieces.push({ text: part, line: index, place: pieces.length, isCode: !isWords });
  });
  return withLeads(pieces);
}

/** Returns each piece with what leads to it: the heading of its list, or the words right before it. */
function withLeads(pieces: readonly Piece[]): readonly Piece[] {
  let lead: Piece | undefined;
  let line = -1;
  return pieces.map((piece) => {
    if (!piece.isCode && LEAD.test(piece.text)) {
      lead = piece;
      return { ...piece, isLead: true };
    }
    const isNext = lead?.place === piece.place - 1;
    const isOfItem = piece.isCode || ITEM.test(piece.text) || piece.line === line;
    if (!isNext && !isOfItem) lead = undefined;
    line = isOfItem ? piece.line : -1;
    return lead === undefined ? piece : { ...piece, lead: lead.place };
  });
}

function isData(line: string): boolean {
  return line.length >= LEAST_DATA && (line.match(LETTERS)?.length ?? 0) < line.length * LEAST_LETTERS;
}

function shortParts(part: string): readonly string[] {
  return part.length > LONGEST_PIECE ? (part.match(PARTS) ?? []) : [part];
}

interface Line {
  readonly text: string;
  readonly isCode: boolean;
}

/** Removes the marks of fences, and the text in a fence behind its first lines. */
function withShortCode(lines: readonly string[]): readonly Line[] {
  const kept: Line[] = [];
  let code: string[] | undefined;
  const close = (): void => {
    const length = (code ?? []).reduce((sum, line) => sum + line.length + 1, 0);
    let left = length > LONGEST_CODE ? SHORT_CODE : length;
    for (const line of code ?? []) {
      if (left <= 0) break;
      kept.push({ text: line, isCode: true });
      left -= line.length + 1;
    }
    code = undefined;
  };
  for (const line of lines) {
    if (FENCE.test(line)) {
      if (code === undefined) code = [];
      else close();
    } else if (code === undefined) kept.push({ text: line, isCode: false });
    else code.push(line);
  }
  close();
  return kept;
}
