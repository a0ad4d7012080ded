import type { MessageId } from '../log/entry.ts';
import type { Speaker } from '../log/notesLine.ts';
import type { CountTokens } from '../ports.ts';
import { linesOfCode, piecesOf, type Piece } from './piece.ts';

/** Words of one message that the notes include as far as there is room. */
export interface Passage {
  readonly id: MessageId;
  /** The messages that it comes from, if they differ from the one in its mark. */
  readonly ids?: readonly MessageId[];
  /** The speaker; absent for notes on the work. */
  readonly by?: Speaker;
  /** The pieces, the most important first. */
  readonly pieces: readonly CountedPiece[];
  readonly tokens: number;
  /** Its weight when room is shared with others. */
  readonly weight: number;
  /** A text of another message without which it is meaningless. */
  readonly answers?: { readonly id: MessageId; readonly text: string };
  /** Whether the assistant said it between its calls, not to the person. */
  readonly isBetween?: boolean;
  /** Whether its end is as important as its beginning. */
  readonly endsAsTelling?: boolean;
}

export interface CountedPiece extends Piece {
  readonly tokens: number;
}

/** The chosen pieces of a passage. */
export interface Share {
  readonly chosen: readonly CountedPiece[];
  readonly tokens: number;
}

export const NOTHING: Share = { chosen: [], tokens: 0 };

/** The tokens of `m12: ` and the line's end. */
export const MARK_TOKENS = 4;
/** The number of bisection steps until the rooms are exact to less than a token. */
const STEPS = 30;

export type PassageHead = Pick<Passage, 'id' | 'ids' | 'by' | 'weight'>;

/** Makes a passage from a text. Code comes after prose, unless `rankOf` orders the pieces. */
export function passageOf(
  head: PassageHead,
  text: string,
  count: CountTokens,
  rankOf: (piece: Piece) => number = ({ isCode }) => Number(isCode),
): Passage {
  const pieces = (head.by === undefined ? linesOfCode(text) : piecesOf(text))
    .map((piece) => ({ piece: { ...piece, tokens: count(piece.text) + 1 }, rank: rankOf(piece) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ piece }) => piece);
  return { ...head, pieces, tokens: sum(pieces) + MARK_TOKENS };
}

/** Fills all passages evenly: each gets room in proportion to its weight, so that the total fits the room. */
export function fillEvenly(passages: readonly Passage[], room: number): readonly Share[] {
  const at = (measure: number): readonly Share[] => passages.map((one) => within(one, one.weight * measure));
  let least = 0;
  let most = Math.max(1, ...passages.map(({ tokens, weight }) => tokens / weight));
  if (sum(passages) <= room) return at(Infinity);
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (least + most) / 2;
    if (sum(at(middle)) <= room) least = middle;
    else most = middle;
  }
  return at(least);
}

/** Fills the passages in order, each as far as there is room; if one does not fit, the next is tried. */
export function fillInOrder(passages: readonly Passage[], room: number): readonly Share[] {
  let left = room;
  return passages.map((one) => {
    const share = within(one, left);
    left -= share.tokens;
    return share;
  });
}

/** Fills the newest passages as far as there is room. */
export function fillNewestFirst(passages: readonly Passage[], room: number): readonly Share[] {
  return fillInOrder(passages.toReversed(), room).toReversed();
}

/** Returns the sum of the tokens. */
export function sum(counted: readonly { readonly tokens: number }[]): number {
  return counted.reduce((total, { tokens }) => total + tokens, 0);
}

function within({ pieces }: Passage, room: number): Share {
  let tokens = MARK_TOKENS;
  let count = 0;
  for (const piece of pieces) {
    if (tokens + piece.tokens > room) break;
    tokens += piece.tokens;
    count += 1;
  }
  return count === 0 ? NOTHING : { chosen: pieces.slice(0, count), tokens };
}
