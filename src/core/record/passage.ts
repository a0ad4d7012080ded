import type { MessageId } from '../log/entry.ts';
import type { Speaker } from '../log/notesLine.ts';
import type { CountTokens } from '../ports.ts';
import { linesOfCode, piecesOf, type Piece } from './piece.ts';

/** Words of one message that the notes tell as far as there is room. */
export interface Passage {
  readonly id: MessageId;
  /** The messages that it stands on, where there are others than the one it is marked with. */
  readonly ids?: readonly MessageId[];
  /** Absent for notes on the work. */
  readonly by?: Speaker;
  /** Pieces, those to be told first in front. */
  readonly pieces: readonly CountedPiece[];
  readonly tokens: number;
  /** Its weight when room is shared with others. */
  readonly weight: number;
  /** A piece of another message without which it says nothing. */
  readonly answers?: { readonly id: MessageId; readonly text: string };
  /** The assistant said it between its calls, not to the person. */
  readonly isBetween?: boolean;
  /** Whether its end tells as much as its beginning. */
  readonly endsAsTelling?: boolean;
}

export interface CountedPiece extends Piece {
  readonly tokens: number;
}

/** The chosen pieces of a passage. */
export interface Share {
  readonly told: readonly CountedPiece[];
  readonly tokens: number;
}

export const NOTHING: Share = { told: [], tokens: 0 };

/** `m12: ` and the line's end. */
export const MARK_TOKENS = 4;
/** The number of halvings until the rooms are exact to less than a token. */
const STEPS = 30;

export type PassageHead = Pick<Passage, 'id' | 'ids' | 'by' | 'weight'>;

/** Splits a text into a passage. Code comes after prose, unless `rankOf` orders the pieces. */
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

/**
 * Returns as much of each passage as one measure for all lets in, times its weight, so that the whole takes no more
 * than the room.
 */
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

/** Returns the passages in order, each as whole as there is room; one that does not fit lets the next try. */
export function fillInOrder(passages: readonly Passage[], room: number): readonly Share[] {
  let left = room;
  return passages.map((one) => {
    const share = within(one, left);
    left -= share.tokens;
    return share;
  });
}

/** Returns the newest passages as whole as there is room. */
export function fillNewestFirst(passages: readonly Passage[], room: number): readonly Share[] {
  return fillInOrder(passages.toReversed(), room).toReversed();
}

/** Returns tokens of all that is counted. */
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
  return count === 0 ? NOTHING : { told: pieces.slice(0, count), tokens };
}
