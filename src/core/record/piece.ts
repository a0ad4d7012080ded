import { CodeFences } from '../text/codeFences.ts';
import { brokenLines } from '../text/lines.ts';
import { unwrapped } from '../text/unwrapped.ts';

/** A line of a text, or a part of a long line: a sentence, or some of its words. */
export interface Piece {
  readonly text: string;
  /** The number of the line that contains the piece. The notes keep the pieces of one line on one line. */
  readonly line: number;
  /** The position among the pieces of the text. */
  readonly place: number;
  /** Whether the piece is code, data or program output. */
  readonly isCode: boolean;
  /** Whether the piece only introduces what follows: other pieces, or a tool call. */
  readonly isLead?: boolean;
  /** Whether the piece is an option that the person chose by naming only its number or letter. */
  readonly isChosen?: boolean;
  /** The position of the piece that introduces this piece: a heading, or words that end in a colon. */
  readonly lead?: number;
}

/** Matches a lead: a heading, bold words alone on a line, or words that end in a colon. */
const LEAD = /^\s*#|^\s*\*\*[^*]+\*\*\s*$|[:：][*_]*\s*$/u;
/** Matches a list item, a table row, or an indented line. */
const ITEM = /^\s*(?:[-*+•‣–|]|\d{1,3}[.)]\s|\s{2}\S)/u;
const SENTENCE_END = /(?<=[.!?…]["')\]*`]{0,3}\s)(?=\S)|(?<=[。！？])/u;
/** Matches the end of a question. */
const QUESTION_END = /[?？؟][*_"'”’)\]]*$/u;
/** Matches a word, unlike a path or a name in inline code. */
const WORD = /(?:^|\s)\p{L}{2,}[,:]?\s/u;
const LETTERS = /[\p{L}\p{M}\s]/gu;
/**
 * A line with at least `LEAST_DATA` characters is data or program output if its share of letters and spaces is below
 * this.
 */
const LEAST_LETTERS = 0.8;
const LEAST_DATA = 20;
/** Longer lines are split into sentences, so that the notes can contain only some of the sentences. */
const LONGEST_LINE = 120;
/** Longer sentences and lines of code are split between words, so that the notes can contain only some of the parts. */
const LONGEST_PIECE = 400;
const PARTS = new RegExp(`.{1,${String(LONGEST_PIECE)}}(?:\\s|$)|.{1,${String(LONGEST_PIECE)}}`, 'gsu');
const LONGEST_CODE = 400;
const SHORT_CODE = 160;

/** Splits a text into pieces, one for each line that is not blank. All pieces count as code. */
export function linesOfCode(text: string): readonly Piece[] {
  return brokenLines(text)
    .filter((line) => line.trim() !== '')
    .map((line, index) => ({ text: line.trimEnd(), line: index, place: index, isCode: true }));
}

/**
 * Splits a text into pieces: its lines, and the sentences of long lines. First joins lines that were wrapped at a fixed
 * width. Keeps only the first lines of long code. Takes time in proportion to the text's length.
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

/**
 * Marks the leads, and links each piece to the lead that introduces it. A lead introduces the piece after it, and the
 * list items and code that follow. A list item includes all sentences on its line. Any other piece ends the
 * introduction.
 */
function withLeads(pieces: readonly Piece[]): readonly Piece[] {
  let lead: Piece | undefined;
  let itemLine = -1;
  return pieces.map((piece) => {
    if (!piece.isCode && LEAD.test(piece.text)) {
      lead = piece;
      return { ...piece, isLead: true };
    }
    const isNext = lead?.place === piece.place - 1;
    const continuesLead = piece.isCode || ITEM.test(piece.text) || piece.line === itemLine;
    if (!isNext && !continuesLead) lead = undefined;
    itemLine = continuesLead ? piece.line : -1;
    return lead === undefined ? piece : { ...piece, lead: lead.place };
  });
}

function isData(line: string): boolean {
  // A question may consist mostly of paths or inline code: “Which key, `p` or `f`?”
  if (line.length < LEAST_DATA || (QUESTION_END.test(line) && WORD.test(line))) return false;
  return (line.match(LETTERS)?.length ?? 0) < line.length * LEAST_LETTERS;
}

function shortParts(part: string): readonly string[] {
  return part.length > LONGEST_PIECE ? (part.match(PARTS) ?? []) : [part];
}

interface Line {
  readonly text: string;
  readonly isCode: boolean;
}

/** Removes code fences, and all but the first lines of long code between them. */
function withShortCode(lines: readonly string[]): readonly Line[] {
  const kept: Line[] = [];
  const fences = new CodeFences();
  let code: string[] = [];
  const close = (): void => {
    const length = code.reduce((sum, line) => sum + line.length + 1, 0);
    let left = length > LONGEST_CODE ? SHORT_CODE : length;
    for (const line of code) {
      if (left <= 0) break;
      kept.push({ text: line, isCode: true });
      left -= line.length + 1;
    }
    code = [];
  };
  for (const line of lines) {
    const kind = fences.read(line);
    if (kind === 'fence') close();
    else if (kind === 'code') code.push(line);
    else kept.push({ text: line, isCode: false });
  }
  close();
  return kept;
}
