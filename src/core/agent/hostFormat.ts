import type { Message } from '../log/message.ts';

/**
 * The port for a host that sends its whole history with each request and lets it be changed as it leaves, such as Claude
 * Code. `M` is a message as the host has it. `HostHistory` keeps the session behind it; a format only reads and writes:
 *
 *     messages of the host → pieces → entries of a log → project → messages of the host
 *
 * What a format must hold: a piece's key is the same in every request that has the message, in every process; what no piece
 * stands for (reminders before the first words, thinking, signatures, marks of the cache) stays in the message as it is; and
 * `write` of a message whose pieces are all the same is never asked for, so such a message goes out as the very object that came.
 */
export interface HostFormat<M> {
  /**
   * Returns the log's messages in one of the host's, in order; none in what is no part of the conversation. `at` counts
   * from 0.
   */
  read(message: M, at: number): readonly Piece[];
  /**
   * Returns the host's message with its pieces as they are now, in the order of `read`; undefined where nothing is left
   * of it.
   */
  write(message: M, pieces: readonly PieceNow[], at: number): M | undefined;
  /** Returns the notes that stand for what left, as a message of the host's. */
  notes(message: Message): M;
  /** Returns whether a history may begin with the message. */
  mayOpen(message: M): boolean;
  /** Returns one message in place of two that came to stand side by side; undefined where the host takes both. */
  join(before: M, after: M): M | undefined;
}

/** A message of the log's within one of the host's. */
export interface Piece {
  readonly role: Message['role'];
  /** The key by which the piece is recognised later: ids of calls where there are any, else its words. */
  readonly key: string;
  /** Read only where the log does not have it yet. */
  message(): Message;
}

export type PieceNow =
  | { readonly kind: 'same' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed'; readonly message: Message };
