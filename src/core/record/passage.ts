import type { MessageId } from '../log/entry.ts';
import type { Speaker } from '../log/notesLine.ts';
import type { CountTokens } from '../ports.ts';
import { linesOfCode, piecesOf, type Piece } from './piece.ts';

/** A text for the notes, whole or shortened: the words of one message, or a note on a file, a run or the plan. */
export interface Passage {
  /**
   * The id of a message; for a rule that the person added outside any message, the id of its log entry. In the notes,
   * the first line of the passage begins with this id.
   */
  readonly id: MessageId;
  /** The messages that the text comes from. If absent, the text comes from the message `id`. */
  readonly ids?: readonly MessageId[];
  /** The speaker; absent for rules, answers in tool results, and notes on files, runs and the plan. */
  readonly by?: Speaker;
  /** The pieces, the most important first. */
  readonly pieces: readonly CountedPiece[];
  readonly tokens: number;
  /** The factor by which the passage is preferred to other passages. */
  readonly weight: number;
  /** What a short answer refers to: a text in another message, such as a question or an option. */
  readonly answers?: { readonly id: MessageId; readonly text: string };
  /** Whether the assistant said this between its calls, and not to the person. */
  readonly isBetween?: boolean;
  /** Whether the end of the text is as important as the beginning. Otherwise, the beginning is more important. */
  readonly isEndAsImportant?: boolean;
}

export interface CountedPiece extends Piece {
  /** The number of tokens of the piece, plus one for the space or line break to the next piece. */
  readonly tokens: number;
}

/** The chosen pieces of a passage, and their token count. If there are pieces, the count includes `MARK_TOKENS`. */
export interface Selection {
  readonly chosen: readonly CountedPiece[];
  readonly tokens: number;
}

export const NOTHING: Selection = { chosen: [], tokens: 0 };

/** The number of tokens of the mark before the words, such as `m12: `, and of the line's end. */
export const MARK_TOKENS = 4;
/** The number of bisections after which each passage's room is exact to less than a token. */
const STEPS = 30;

export type PassageHead = Pick<Passage, 'id' | 'ids' | 'by' | 'weight'>;

/**
 * Makes a passage from a text. If there is no speaker, splits the text only into lines. Sorts the pieces by rank; by
 * default, code comes after prose.
 */
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

/** Gives each passage room in proportion to its weight, and chooses the passage's first pieces that fit. */
export function fillByWeight(passages: readonly Passage[], room: number): readonly Selection[] {
  const selectedWith = (tokensPerWeight: number): readonly Selection[] =>
    passages.map((one) => firstPieces(one, one.weight * tokensPerWeight));
  let least = 0;
  let most = Math.max(1, ...passages.map(({ tokens, weight }) => tokens / weight));
  if (sum(passages) <= room) return selectedWith(Infinity);
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (least + most) / 2;
    if (sum(selectedWith(middle)) <= room) least = middle;
    else most = middle;
  }
  return selectedWith(least);
}

/** Chooses the first pieces of each passage that fit the remaining room, passage by passage. */
export function fillInOrder(passages: readonly Passage[], room: number): readonly Selection[] {
  let left = room;
  return passages.map((one) => {
    const selection = firstPieces(one, left);
    left -= selection.tokens;
    return selection;
  });
}

/** Chooses pieces like `fillInOrder`, but from the last passage to the first. */
export function fillNewestFirst(passages: readonly Passage[], room: number): readonly Selection[] {
  return fillInOrder(passages.toReversed(), room).toReversed();
}

/** Returns the sum of the tokens. */
export function sum(counted: readonly { readonly tokens: number }[]): number {
  return counted.reduce((total, { tokens }) => total + tokens, 0);
}

function firstPieces({ pieces }: Passage, room: number): Selection {
  let tokens = MARK_TOKENS;
  let count = 0;
  for (const piece of pieces) {
    if (tokens + piece.tokens > room) break;
    tokens += piece.tokens;
    count += 1;
  }
  return count === 0 ? NOTHING : { chosen: pieces.slice(0, count), tokens };
}
