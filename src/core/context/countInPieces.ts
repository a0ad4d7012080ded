import type { CountTokens } from '../ports.ts';

/**
 * The size of a piece in UTF-16 units. A unit has at most 3 bytes in UTF-8, so a piece has at most 18 kB.
 * `TokenCounter.countSmall` counts up to 20 kB exactly.
 */
const PIECE = 6_000;

/**
 * Makes a counter for texts of any length from a counter for short texts. Cuts texts at line ends. Tokens seldom cross
 * line ends, so the sum is exact for nearly all texts. A line that is longer than a piece is cut within the line.
 */
export function countInPieces(countShort: CountTokens): CountTokens {
  return (text) => {
    if (text.length <= PIECE) return countShort(text);
    let tokens = 0;
    for (let start = 0; start < text.length;) {
      const end = endOfPiece(text, start);
      tokens += countShort(text.slice(start, end));
      start = end;
    }
    return tokens;
  };
}

function endOfPiece(text: string, start: number): number {
  const most = start + PIECE;
  if (most >= text.length) return text.length;
  // Searches only within the piece. In a very long line, a backward search in the whole text would read all of the
  // earlier pieces again for each piece.
  const line = text.slice(start, most + 1).lastIndexOf('\n');
  if (line > 0) return start + line;
  return isSecondHalf(text.charCodeAt(most)) ? most - 1 : most;
}

/** Returns whether a UTF-16 unit is a low surrogate, i.e. the second unit of a character. */
function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
