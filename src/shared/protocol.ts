import type { NotesView } from './notesView.ts';

/**
 * How the host and a view talk. The view says `ready` when it can listen; only then the host posts one snapshot and
 * after it deltas. Every request has an id and is answered once: by a reply or an error of the host, else by the view's
 * own timeout. A snapshot may come again (another session was opened); it replaces everything. A request names the
 * session that was shown when it was made, and is dropped when the host acts on another one by then.
 */

export interface ReadyMessage {
  readonly type: 'ready';
}

export interface RequestMessage<Request> {
  readonly type: 'request';
  readonly id: number;
  /** The session that the view showed when it asked; ids of messages and entries say nothing outside of it. */
  readonly session: string;
  readonly request: Request;
}

export type FromView<Request> = ReadyMessage | RequestMessage<Request>;

export type ToView<Snapshot, Delta> =
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly type: 'deltas'; readonly deltas: readonly Delta[] }
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  /** `message` is one sentence for the person; `isCancelled` says that it is no error to show. */
  | { readonly type: 'error'; readonly id: number; readonly message: string; readonly isCancelled: boolean };

/** The type of a request's answer, from the replies table of its view. */
export type ReplyTo<Replies, Kind> = Kind extends keyof Replies ? Replies[Kind] : null;

/** The host's handlers, one for each kind of request. A request without a reply is answered with null when done. */
export type Handlers<Request extends { readonly type: string }, Replies> = {
  readonly [Kind in Request['type']]: (
    request: Extract<Request, { readonly type: Kind }>,
  ) => Kind extends keyof Replies
    ? Replies[Kind] | PromiseLike<Replies[Kind]>
    : PromiseLike<void> | undefined;
};

/** An argument of a tool call, in the form that it is read in. */
export interface ArgumentView {
  /** A command as it is typed, the path of a file, a short value, or a text of its own. */
  readonly kind: 'command' | 'path' | 'value' | 'text';
  readonly name: string;
  readonly text: string;
  /** The language for highlighting: `diff` for edits, the file's own for written text. */
  readonly language?: string;
}

/** The original of something compacted, or the full result of a tool call; secrets masked. */
export interface OriginalText {
  readonly title: string;
  readonly text: string;
  /** A language for highlighting, e.g. `typescript`; absent for plain text. */
  readonly language?: string;
  /** The arguments of the tool call, when there was one. */
  readonly arguments?: readonly ArgumentView[];
  /** The notes line by line, where this is the notes. */
  readonly notes?: NotesView;
}

/** The reply to an undo or a redo. */
export type UndoReply =
  | { readonly outcome: 'done' }
  /** What else would come of it; asked again when the person is sure, it is done. */
  | { readonly outcome: 'asks'; readonly sentence: string; readonly action: string };
