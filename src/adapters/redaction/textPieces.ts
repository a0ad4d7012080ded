/** A part of a text, in which secrets are looked for at a time. */
export interface TextPiece {
  /** The index of its text. */
  readonly of: number;
  /** Its offset in that text. */
  readonly start: number;
  readonly text: string;
}

/** Characters that are searched without a pause: under 50 ms for the worst texts that are known. */
export const LONGEST_PIECE = 1 << 16;
/**
 * The characters that two neighbouring pieces share, so that a value across a cut is whole in one of them; values have
 * at most 4,000.
 */
const SHARED = 1 << 13;
/** How far back a cut may move to come after a space. */
const SPACE_WITHIN = 1 << 11;

/** Returns the texts, the long ones in pieces that overlap. */
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
