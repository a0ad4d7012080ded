import type { CancelSignal } from './cancellation.ts';
import type { Entry, EntryId, MemoryType, MessageId, SecretSpan } from './log/entry.ts';
import type { FinishReason, Message, OpaqueItems, Usage } from './log/message.ts';

/** The ports: interfaces of the core to the outside. Adapters implement them, and tests use fakes. */

export interface Clock {
  /** Returns the time of day, in milliseconds since 1970. */
  now(): number;
  /** Returns the milliseconds of a clock that is never set, for durations. */
  monotonic(): number;
}

export interface Logger {
  info(message: string): void;
  /** Logs a message, and the stack of the caught error `cause`. */
  warn(message: string, cause?: unknown): void;
  error(message: string, cause?: unknown): void;
}

/** Exact token counts in one encoding. Special tokens in text count as text. */
export interface TokenCounter {
  readonly encoding: string;
  /**
   * Counts in a worker, in bounded time for any input, and returns one number per text. Rejects with an AbortError when
   * cancelled.
   */
  count(texts: readonly string[], signal?: CancelSignal): Promise<readonly number[]>;
  /** Counts on the calling thread: exactly up to 20 kB; above that returns the UTF-8 byte length, an upper bound. */
  countSmall(text: string): number;
}

/** Returns the token count of a text without waiting for a worker. */
export type CountTokens = (text: string) => number;

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A message of a request: one from the log, or one that the projection made. */
export type RequestMessage = Message;

export interface ChatRequest {
  readonly messages: readonly RequestMessage[];
  readonly tools: readonly ToolSchema[];
  /** With `required`, the model must call a tool, unless the endpoint ignores this; otherwise it may. */
  readonly toolChoice?: 'auto' | 'required';
  readonly maxOutputTokens?: number;
}

/** The options of a request that the editor's agent may set. */
export type AnswerWishes = Pick<ChatRequest, 'toolChoice' | 'maxOutputTokens'>;

export type ChatDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Says that all text so far was reasoning: the model closed a thinking block that its chat template had opened. */
  | { readonly type: 'thoughtSoFar' }
  | {
      readonly type: 'toolCall';
      readonly index: number;
      readonly callId?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  /** Sent once, before `finish`, if the provider wants this data back with the answer in later requests. */
  | { readonly type: 'opaque'; readonly items: OpaqueItems }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage?: Usage };

export interface ModelProfile {
  /** The endpoint's name for the model. */
  readonly id: string;
  /** The most tokens of input and output together; undefined when unknown. */
  readonly window?: number;
  readonly maxOutputTokens?: number;
  readonly supportsTools: boolean;
  readonly encoding: 'o200k_base' | 'cl100k_base';
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly cachedInput?: number; readonly output: number };
}

/**
 * A model that answers. A complete stream ends with a `finish` delta. Any other end throws a ChatError: `interrupted`
 * if the connection ended early, `cancelled` after an abort.
 */
export interface ChatModel {
  readonly profile: ModelProfile;
  stream(request: ChatRequest, signal: CancelSignal): AsyncIterable<ChatDelta>;
}

export type ChatErrorReason =
  | 'cancelled'
  | 'interrupted'
  | 'contextOverflow'
  | 'rateLimited'
  /** The account has no credit left: neither another key nor waiting helps. */
  | 'noCredit'
  | 'unauthorized'
  | 'notFound'
  | 'badRequest'
  | 'serverError'
  | 'unreachable'
  | 'timeout'
  | 'notAModel'
  /** The model sent more than any valid answer needs. */
  | 'tooLarge'
  | 'refused';

/** Details of a model's error, if known. */
export interface ChatErrorDetail {
  /** The pause that the endpoint asked for. */
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status that the request was refused with. */
  readonly status?: number | undefined;
}

/** A failed request to a model. The message is a sentence that helps a person to act, and never contains an API key. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;

  constructor(
    readonly reason: ChatErrorReason,
    message: string,
    readonly isRetryable: boolean,
    { retryAfterMs, status }: ChatErrorDetail = {},
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.status = status;
  }
}

export interface RecallHit {
  readonly id: MessageId;
  readonly excerpt: string;
  /** Higher is better; comparable only with scores of the same search. */
  readonly score: number;
}

/** Full-text search over a whole log. Answers even while the index is being built. */
export interface RecallIndex {
  add(id: MessageId, text: string): void;
  search(query: string, limit: number): Promise<readonly RecallHit[]>;
  /** Rebuilds the index from the log, after a text was forgotten. */
  rebuild(): Promise<void>;
  close(): Promise<void>;
}

/** The side-car's line on one entry. (The side-car is an index file beside the log, which is quicker to read.) */
export interface EntryHead {
  readonly id: EntryId;
  readonly kind: string;
  readonly role?: string;
  readonly tokens?: number;
}

export interface StoreReport {
  /** One sentence for each part of the log that was cut off or skipped, or that a newer version wrote. */
  readonly problems: readonly string[];
}

/** The reason why a log is read-only here. */
export type ReadOnlyCause =
  /** Another window writes it. */
  | 'openElsewhere'
  /** Another window took it over from this one. */
  | 'takenOver'
  /** The window that wrote it is gone, so it can be taken over. */
  | 'released'
  /** The disk refuses writes. */
  | 'unwritable'
  /** Another program changed the file. */
  | 'changed'
  /** It was closed here. */
  | 'closed'
  /** It is a view of another agent's session, and our plugin runs in that agent. */
  | 'ledElsewhere'
  /** It is a view of another agent's session, without our plugin. */
  | 'keptElsewhere';

/** One session's log on disk. */
export interface SessionLog {
  readonly sessionId: string;
  readonly isReadOnly: boolean;
  /**
   * Whether the read-only log accepts pins, exclusions, rules and edits of notes, and passes them on to the agent that
   * the session belongs to.
   */
  readonly takesWishes?: boolean;
  /** Undefined while the log can be written. */
  readonly readOnlyCause: ReadOnlyCause | undefined;
  readonly report: StoreReport;
  /** Returns the newest entries without reading the whole log. */
  tail(count: number): Promise<readonly Entry[]>;
  readAll(): Promise<readonly Entry[]>;
  /**
   * Appends an entry, which survives the end of the process once the promise has resolved. Throws StoreError `lockLost`
   * when another window took the session over, and `corrupt` when another program changed the log. In both cases
   * nothing was written.
   */
  append(entry: Entry): Promise<void>;
  /** Flushes to disk, so that all entries survive a power cut, too. Called when a message is complete. */
  flush(): Promise<void>;
  /** Returns the token counts stored in the side-car, by entry id. */
  tokens(): ReadonlyMap<EntryId, number>;
  setTokens(id: EntryId, tokens: number): void;
  /** Returns the side-car's line on every readable entry, in log order. */
  heads(): readonly EntryHead[];
  /** Reads the entries that another window has appended since the log was last read. */
  refresh(): Promise<RefreshedLog>;
  /**
   * Makes a read-only log writable and reads the new entries. Throws StoreError `locked` while the other window is
   * alive.
   */
  takeOver(): Promise<RefreshedLog>;
  /** Rewrites the whole log, to forget a text; entries keep their ids. All other operations only append. */
  rewrite(transform: (entry: Entry) => Entry): Promise<void>;
  close(): Promise<void>;
}

export interface RefreshedLog {
  readonly appended: readonly Entry[];
  /** Whether the other window rewrote the log. Then `appended` is the whole log and replaces all earlier reads. */
  readonly isRewritten: boolean;
}

export type StoreErrorReason = 'lockLost' | 'locked' | 'notFound' | 'unwritable' | 'corrupt';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly reason: StoreErrorReason,
    message: string,
  ) {
    super(message);
  }
}

export interface Redactor {
  /** Returns the spans of the secrets in each text. */
  find(texts: readonly string[]): Promise<readonly (readonly Omit<SecretSpan, 'part'>[])[]>;
}

export interface Memory {
  readonly id: string;
  readonly type: MemoryType;
  readonly text: string;
  readonly at: number;
  readonly sessionId?: string;
  readonly source?: MessageId;
  /** Whether the person agreed to it. Until then no model gets it. */
  readonly isAgreed?: boolean;
}
