import type { NotesView } from './notesView.ts';

/**
 * The protocol between the host and a view. When the view can listen, it sends `ready`. Only then does the host post a
 * snapshot, followed by deltas. A later snapshot replaces everything, e.g. when another session is shown. Every request
 * has an id and is answered once: by a reply or an error of the host, otherwise by the view's own timeout. A request
 * names the session that the view showed when it sent the request. If the request acts on that session, but the host
 * shows another session when the request arrives, the answer is an error with `isCancelled`.
 */

export interface ReadyMessage {
  readonly type: 'ready';
}

export interface RequestMessage<Request> {
  readonly type: 'request';
  readonly id: number;
  /** The session that the view showed when it sent the request. The request's ids are valid only in this session. */
  readonly session: string;
  readonly request: Request;
}

export type FromView<Request> = ReadyMessage | RequestMessage<Request>;

export type ToView<Snapshot, Delta> =
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly type: 'deltas'; readonly deltas: readonly Delta[] }
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  /** `message` is one sentence for the person; an error with `isCancelled` is not shown. */
  | { readonly type: 'error'; readonly id: number; readonly message: string; readonly isCancelled: boolean };

/** The type of the reply to a kind of request: its entry in the view's table of replies, or null if it has no entry. */
export type ReplyTo<Replies, Kind> = Kind extends keyof Replies ? Replies[Kind] : null;

/**
 * The host's handlers, one for each kind of request. A kind that is not in `Replies` is answered with null when its
 * handler is done.
 */
export type Handlers<Request extends { readonly type: string }, Replies> = {
  readonly [Kind in Request['type']]: (
    request: Extract<Request, { readonly type: Kind }>,
  ) => Kind extends keyof Replies
    ? Replies[Kind] | PromiseLike<Replies[Kind]>
    : PromiseLike<void> | undefined;
};

/** An argument of a tool call, formatted for people. */
export interface ArgumentView {
  /** The kind of value: a command line, a file's path, a short value, or a longer text. */
  readonly kind: 'command' | 'path' | 'value' | 'text';
  readonly name: string;
  readonly text: string;
  /** The language for highlighting: `diff` for edits, the file's language for written text, `json` for other values. */
  readonly language?: string;
}

/**
 * A text to be read in full, with secrets masked:
 * - the original of a message, a call or a result,
 * - the messages that a rewind removed,
 * - the descriptions of the tools, or
 * - an item of the context as the model sees it, either now or after a previewed compaction.
 */
export interface OriginalText {
  readonly title: string;
  readonly text: string;
  /** A language for highlighting, e.g. `typescript`; absent for plain text. */
  readonly language?: string;
  /** The arguments of the tool call, if there is one. */
  readonly arguments?: readonly ArgumentView[];
  /** The lines of the notes, if the text is the notes. */
  readonly notes?: NotesView;
}

/** The reply to an undo or a redo. */
export type UndoReply =
  | { readonly outcome: 'done' }
  /**
   * The person must confirm first, e.g. because later compactions would also be undone. `sentence` says why, and
   * `action` is the label of the button that confirms by sending a second request.
   */
  | { readonly outcome: 'asks'; readonly sentence: string; readonly action: string };
