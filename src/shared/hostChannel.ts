import * as v from 'valibot';
import type { FromView, Handlers, RequestMessage, ToView } from './protocol.ts';

/** A failure, described in one sentence for the person. The view does not show it if `isCancelled` is set. */
export interface DescribedError {
  readonly message: string;
  readonly isCancelled: boolean;
}

export interface HostChannelOptions<Request extends { readonly type: string }, Replies, Snapshot, Delta> {
  readonly schema: v.GenericSchema<unknown, Request>;
  readonly handlers: Handlers<Request, Replies>;
  readonly snapshot: () => Snapshot;
  /**
   * Returns the id of the session that a request would act on now; an empty string if no session is shown. Returns
   * undefined if the request does not depend on the shown session.
   */
  readonly sessionFor: (request: Request) => string | undefined;
  readonly post: (message: ToView<Snapshot, Delta>) => void;
  /** Calls `flush` once after a short delay, so that all deltas added until then are sent together. */
  readonly schedule: (flush: () => void) => void;
  readonly describeError: (error: unknown) => DescribedError;
  /** Logs why a message could not be parsed. */
  readonly onRejected: (problem: string) => void;
}

/** The host's end of the connection to a view. Answers each request once. Posts nothing while the view isn't ready. */
export interface HostChannel<Delta> {
  receive(raw: unknown): Promise<void>;
  /** Sends a delta after a short delay. If the view is not ready, drops it: the snapshot at `ready` will include it. */
  send(delta: Delta): void;
  /** Posts a new snapshot that replaces everything, e.g. when another session is shown. Does nothing before `ready`. */
  reset(): void;
  /** Stops posting, since the view has gone away, until the view is `ready` again. */
  disconnect(): void;
}

const envelopeSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({
    type: v.literal('request'),
    id: v.pipe(v.number(), v.integer(), v.minValue(0)),
    session: v.string(),
    request: v.unknown(),
  }),
]);

/** Connects the host's handlers to a view. */
export function createHostChannel<Request extends { readonly type: string }, Replies, Snapshot, Delta>(
  options: HostChannelOptions<Request, Replies, Snapshot, Delta>,
): HostChannel<Delta> {
  const { post, snapshot } = options;
  let isReady = false;
  let waiting: Delta[] = [];

  function flush(): void {
    const deltas = waiting;
    waiting = [];
    if (isReady && deltas.length > 0) post({ type: 'deltas', deltas });
  }

  function reset(): void {
    waiting = [];
    if (isReady) post({ type: 'snapshot', snapshot: snapshot() });
  }

  async function answer({ id, session, request }: RequestMessage<unknown>): Promise<void> {
    const reply = await replyTo(options, session, request);
    // Sends the handler's changes before the reply, so that the view never shows a reply without the changes.
    flush();
    if (isReady) post({ ...reply, id });
  }

  return {
    async receive(raw) {
      const envelope = v.safeParse(envelopeSchema, raw);
      if (!envelope.success) {
        options.onRejected(v.summarize(envelope.issues));
        return;
      }
      const message: FromView<unknown> = envelope.output;
      if (message.type === 'ready') {
        isReady = true;
        reset();
      } else {
        await answer(message);
      }
    },
    send(delta) {
      if (!isReady) return;
      waiting.push(delta);
      if (waiting.length === 1) options.schedule(flush);
    },
    reset,
    disconnect() {
      isReady = false;
      waiting = [];
    },
  };
}

type Answer =
  | { readonly type: 'reply'; readonly value: unknown }
  | { readonly type: 'error'; readonly message: string; readonly isCancelled: boolean };

async function replyTo<Request extends { readonly type: string }, Replies, Snapshot, Delta>(
  options: HostChannelOptions<Request, Replies, Snapshot, Delta>,
  session: string,
  raw: unknown,
): Promise<Answer> {
  const parsed = v.safeParse(options.schema, raw);
  if (!parsed.success) {
    options.onRejected(v.summarize(parsed.issues));
    return {
      type: 'error',
      message:
        'Longthread could not read this view’s request. The text may be too long. If not, run “Developer: Reload Window” and try again.',
      isCancelled: false,
    };
  }
  const request = parsed.output;
  // A request for a session that is no longer shown is not handled, since it would act on the session shown now.
  if ((options.sessionFor(request) ?? session) !== session)
    return { type: 'error', message: 'Another session is shown now.', isCancelled: true };
  // The schema has just checked `request.type`, so the table has a handler for it; the compiler can't infer this.
  const handle = options.handlers[request.type as Request['type']] as (request: Request) => unknown;
  try {
    return { type: 'reply', value: (await handle(request)) ?? null };
  } catch (error) {
    return { type: 'error', ...options.describeError(error) };
  }
}
