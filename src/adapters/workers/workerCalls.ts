import { Worker } from 'node:worker_threads';
import type { CancelSignal } from '../../core/cancellation.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** The path of a worker's script, and how Node loads it. */
export interface WorkerScript {
  readonly path: string | URL;
  /** Node's options for the worker, e.g. a loader. None by default; the host process's options are not inherited. */
  readonly execArgv?: readonly string[];
  /** The worker's environment. By default a copy of the host process's environment. */
  readonly env?: NodeJS.ProcessEnv;
}

export type WorkerErrorReason = 'crashed' | 'timeout' | 'failed' | 'closed';

export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly reason: WorkerErrorReason;

  constructor(reason: WorkerErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface CallMessage<Request> {
  readonly id: number;
  readonly request: Request;
}

export type ReplyMessage<Reply> =
  | { readonly id: number; readonly reply: Reply }
  | { readonly id: number; readonly error: string };

/** Tells the caller that the worker's script is loaded and waits for calls. */
export interface ReadyMessage {
  readonly isReady: true;
}

export interface CallOptions {
  readonly signal?: CancelSignal | undefined;
  /**
   * The time limit for the reply in milliseconds. After this time, the call is rejected and the worker is terminated.
   * The time begins when the worker is ready, since a new worker starts slowly on a busy machine, and begins again if
   * the call is sent to a new worker. No limit if undefined.
   */
  readonly deadlineMs?: number | undefined;
}

export interface WorkerCallsOptions {
  readonly script: WorkerScript;
  /** Data for the script, passed each time a worker starts. */
  readonly workerData: unknown;
  /** Called for each worker that has ended. The worker may have ended in the middle of work, without cleaning up. */
  readonly onEnd?: (threadId: number) => void;
}

interface PendingCall<Request, Reply> {
  readonly request: Request;
  readonly deadlineMs: number | undefined;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
  crashes: number;
}

/** The longest time in milliseconds that a worker may take to start, in addition to the deadline of the call. */
const LONGEST_START_MS = 60_000;

/** The number of crashes after which a call in flight is assumed to be the cause and is rejected. */
const MAX_CRASHES = 2;

/**
 * Sends calls to a worker thread. The worker starts with the first call, and does not keep the process alive while
 * idle. After a crash, the calls in flight are sent once more, to a new worker.
 */
export class WorkerCalls<Request, Reply> {
  readonly #options: WorkerCallsOptions;
  readonly #calls = new Map<number, PendingCall<Request, Reply>>();
  #worker: Worker | undefined;
  #readyWorker: Worker | undefined;
  #lastId = 0;
  #ended = 0;
  #isClosed = false;

  constructor(options: WorkerCallsOptions) {
    this.#options = options;
  }

  /**
   * The number of workers that ended before `close`. When this number rises, the next calls go to a new worker, which
   * has none of the earlier worker's state.
   */
  get ended(): number {
    return this.#ended;
  }

  /** Resolves with the worker's reply. Rejects with an AbortError if cancelled, and with a WorkerError on failure. */
  call(request: Request, { signal, deadlineMs }: CallOptions = {}): Promise<Reply> {
    if (this.#isClosed) return Promise.reject(new WorkerError('closed', 'The worker was closed.'));
    if (signal?.aborted === true) return Promise.reject(abortError());
    const id = ++this.#lastId;
    const answer = new Promise<Reply>((resolve, reject) => {
      this.#calls.set(id, { request, deadlineMs, resolve, reject, timer: undefined, crashes: 0 });
    });
    const onAbort = (): void => this.#take(id)?.reject(abortError());
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#send(id);
    return answer.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Terminates the worker and rejects pending calls with the reason `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const id of [...this.#calls.keys()])
      this.#take(id)?.reject(new WorkerError('closed', 'The worker was closed.'));
    await this.#worker?.terminate();
  }

  #send(id: number): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    const worker = (this.#worker ??= this.#start());
    this.#limit(id);
    worker.ref();
    const message: CallMessage<Request> = { id, request: call.request };
    worker.postMessage(message);
  }

  /** Starts the time limit of a call, or starts it again. */
  #limit(id: number): void {
    const call = this.#calls.get(id);
    if (call?.deadlineMs === undefined) return;
    clearTimeout(call.timer);
    const startMs = this.#readyWorker === this.#worker ? 0 : LONGEST_START_MS;
    call.timer = setTimeout(() => this.#expire(id), startMs + call.deadlineMs);
  }

  #start(): Worker {
    const { script, workerData } = this.#options;
    const worker = new Worker(script.path, {
      workerData,
      execArgv: [...(script.execArgv ?? [])],
      env: script.env ?? process.env,
    });
    const { threadId } = worker;
    let cause = 'it ended by itself';
    worker.on('message', (message: ReplyMessage<Reply> | ReadyMessage) => {
      if (!('isReady' in message)) return this.#settle(message);
      this.#readyWorker = worker;
      for (const id of this.#calls.keys()) this.#limit(id);
    });
    worker.on('error', (error) => {
      cause = messageOf(error);
    });
    worker.on('exit', () => {
      this.#restart(worker, cause);
      this.#options.onEnd?.(threadId);
    });
    return worker;
  }

  #settle(message: ReplyMessage<Reply>): void {
    const call = this.#take(message.id);
    if ('error' in message) call?.reject(new WorkerError('failed', message.error));
    else call?.resolve(message.reply);
  }

  #take(id: number): PendingCall<Request, Reply> | undefined {
    const call = this.#calls.get(id);
    clearTimeout(call?.timer);
    this.#calls.delete(id);
    if (this.#calls.size === 0) this.#worker?.unref();
    return call;
  }

  /**
   * Rejects a call that took too long. Terminates the worker, since there is no other way to stop a busy worker. Sends
   * the waiting calls to a new worker.
   */
  #expire(id: number): void {
    const call = this.#take(id);
    const seconds = (call?.deadlineMs ?? 0) / 1000;
    call?.reject(new WorkerError('timeout', `The worker did not answer within ${seconds} s.`));
    const worker = this.#worker;
    this.#worker = undefined;
    this.#ended += 1;
    void worker?.terminate();
    for (const waiting of [...this.#calls.keys()]) this.#send(waiting);
  }

  #restart(worker: Worker, cause: string): void {
    if (this.#worker !== worker || this.#isClosed) return;
    this.#worker = undefined;
    this.#ended += 1;
    for (const [id, call] of [...this.#calls]) {
      call.crashes += 1;
      if (call.crashes < MAX_CRASHES) this.#send(id);
      else this.#take(id)?.reject(new WorkerError('crashed', `The worker stopped: ${cause}`));
    }
  }
}

function abortError(): DOMException {
  return new DOMException('The call was cancelled.', 'AbortError');
}
