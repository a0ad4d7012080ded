import type { FromView, ReplyTo, ToView } from '../shared/protocol.ts';

/** The editor's interface for the page; a test page provides its own. */
interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** A failed request. If the request was cancelled, the view shows no message. */
export class HostError extends Error {
  override readonly name = 'HostError';
  constructor(
    message: string,
    readonly isCancelled: boolean,
  ) {
    super(message);
  }
}

export interface Listener<Snapshot, Delta> {
  /** Returns the id of the session in a snapshot. Later requests contain this id. */
  readonly sessionOf: (snapshot: Snapshot) => string;
  readonly onSnapshot: (snapshot: Snapshot) => void;
  readonly onDeltas: (deltas: readonly Delta[]) => void;
}

/** Stores a value that survives a reload of the window: `saveState` writes the value, `loadState` reads it. */
export interface Store {
  loadState(): unknown;
  saveState(state: unknown): void;
}

/** The view's end of the connection to the host. */
export interface HostConnection<Request extends { readonly type: string }, Replies> extends Store {
  /** Resolves with the host's reply. Rejects with a HostError from the host or, after the timeout, from the view. */
  readonly ask: <Kind extends Request['type']>(
    request: Extract<Request, { readonly type: Kind }>,
    timeoutMs?: number,
  ) => Promise<ReplyTo<Replies, Kind>>;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: HostError) => void;
  readonly timer: number;
}

const defaultTimeoutMs = 30_000;

/** Listens to the host, then tells the host that the view is ready. Must be called once, when the view can be drawn. */
export function connectToHost<Request extends { readonly type: string }, Replies, Snapshot, Delta>(
  listener: Listener<Snapshot, Delta>,
): HostConnection<Request, Replies> {
  const editor = acquireVsCodeApi();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let session = '';
  const post = (message: FromView<Request>): void => editor.postMessage(message);

  function settle(id: number): Pending | undefined {
    const waiting = pending.get(id);
    pending.delete(id);
    if (waiting !== undefined) clearTimeout(waiting.timer);
    return waiting;
  }

  window.addEventListener('message', (event: MessageEvent<ToView<Snapshot, Delta> | null>) => {
    const message = event.data;
    if (message === null) return;
    switch (message.type) {
      case 'snapshot':
        session = listener.sessionOf(message.snapshot);
        listener.onSnapshot(message.snapshot);
        break;
      case 'deltas':
        listener.onDeltas(message.deltas);
        break;
      case 'reply':
        settle(message.id)?.resolve(message.value);
        break;
      case 'error':
        settle(message.id)?.reject(new HostError(message.message, message.isCancelled));
    }
  });

  // Sends `ready` in a later task, so that the caller has the connection before the snapshot comes.
  setTimeout(() => post({ type: 'ready' }));

  return {
    ask(request, timeoutMs = defaultTimeoutMs) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const timer = window.setTimeout(() => {
          settle(id)?.reject(new HostError('The extension did not answer. Try again.', false));
        }, timeoutMs);
        // The type of the answer depends on the kind of request. In `pending`, all answers are `unknown`.
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
        post({ type: 'request', id, session, request });
      });
    },
    loadState: () => editor.getState(),
    saveState: (state) => editor.setState(state),
  };
}

/** Returns whether a request succeeded. Passes the error of a failed request to `showError`. */
export async function accepted(
  answer: Promise<unknown>,
  showError: (error: unknown) => void,
): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
