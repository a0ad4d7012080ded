import type { Message } from '../log/message.ts';

/**
 * The port for a host, such as Claude Code, that sends its whole history with each request and allows Longthread to
 * change the history. `M` is the host's message type.
 *
 * `HostHistory` keeps the session. A format only converts messages: host's messages → pieces → log entries → projection
 * → host's messages. `write` is only called if a piece of the message was changed or removed. All other messages are
 * sent as the received objects.
 *
 * A format must keep two rules:
 * - The key of a piece is the same in every request and every process that has the message.
 * - Content that no piece covers stays in the message: reminders before the first words, thinking, signatures and cache
 *   marks.
 */
export interface HostFormat<M> {
  /**
   * Returns the pieces of a host's message in order, or an empty list if the message is not part of the conversation.
   * `at` is the index of the message.
   */
  read(message: M, at: number): readonly Piece[];
  /**
   * Returns the host's message with its current pieces, in the order of `read`, or undefined if nothing of the message
   * is left.
   */
  write(message: M, pieces: readonly PieceNow[], at: number): M | undefined;
  /** Returns the notes as a message in the host's format. */
  notes(message: Message): M;
  /** Returns whether a history may begin with the message. */
  mayOpen(message: M): boolean;
  /** Merges two adjacent messages. Returns undefined if the host accepts them as separate messages. */
  join(before: M, after: M): M | undefined;
}

/** A log message within a host's message. */
export interface Piece {
  readonly role: Message['role'];
  /** Identifies the piece in later requests: the ids of its calls; for a result, the call's id; otherwise its words. */
  readonly key: string;
  /** The key that an earlier version saved for the piece, if it may differ from `key`. */
  readonly formerKey?: string;
  /** Returns the message. Called only if the log does not have it yet. */
  message(): Message;
}

export type PieceNow =
  | { readonly kind: 'same' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed'; readonly message: Message };
