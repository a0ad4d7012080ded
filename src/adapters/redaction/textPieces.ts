/** A part of a text that is searched for secrets in one go. */
export interface TextPiece {
  /** The index of its text. */
  readonly of: number;
  /** Its offset in that text. */
  readonly start: number;
  readonly text: string;
}

/** The number of characters that are searched without a pause: under 50 ms for the worst known texts. */
export const LONGEST_PIECE = 1 << 16;
/**
 * The overlap of two adjacent pieces in characters, so that a value across a cut is whole in one of them; values have
 * at most 4,000.
 */
const SHARED = 1 << 13;
/** The number of characters that a cut may move back to come after a space. */
const SPACE_WITHIN = 1 << 11;

/** Splits long texts into overlapping pieces. */
export function piecesOf(texts: readonly string[]): readonly TextPiece[] {
  return texts.flatMap((text, of) => [...cut(text, of)]);
}

function* cut(text: string, of: number): Generator<TextPiece> {
  for (let start = 0; ;) {
    if (text.length - start <= LONGEST_PIECE) {
      yield { of, start, text: text.slice(start) };
      return;
    }
    const end = behindSpace(text, start + LONGEST_PIECE);
    yield { of, start, text: text.slice(start, end) };
    start = behindSpace(text, end - SHARED);
  }
}

function behindSpace(text: string, at: number): number {
  const found = /\s\S*$/.exec(text.slice(at - SPACE_WITHIN, at));
  return found === null ? at : at - SPACE_WITHIN + found.index + 1;
}
