import type { CancelSignal } from './cancellation.ts';
import type { Entry, EntryId, MemoryType, MessageId, SecretSpan } from './log/entry.ts';
import type { FinishReason, Message, OpaqueItems, Usage } from './log/message.ts';

/** The ports: the interfaces between the core and the outside. Adapters implement the ports, and tests use fakes. */

export interface Clock {
  /** Returns the time of day, in milliseconds since 1970. */
  now(): number;
  /** Returns the milliseconds of a monotonic clock, for measuring durations. Nobody can set this clock. */
  monotonic(): number;
}

export interface Logger {
  info(message: string): void;
  /** Logs a message and the stack of `cause`, the caught error. */
  warn(message: string, cause?: unknown): void;
  error(message: string, cause?: unknown): void;
}

/** Counts tokens exactly in one encoding. Special tokens in a text count as text. */
export interface TokenCounter {
  readonly encoding: string;
  /**
   * Returns one number per text. In the editor, counts in a worker, in bounded time for any input. Rejects with an
   * AbortError when cancelled.
   */
  count(texts: readonly string[], signal?: CancelSignal): Promise<readonly number[]>;
  /**
   * Counts on the calling thread. For a text of more than 20 kB, or before the counter has loaded its data, may
   * return the UTF-8 byte length instead, which is an upper bound.
   */
  countSmall(text: string): number;
}

/** Returns the token count of a text without waiting for a worker. */
export type CountTokens = (text: string) => number;

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments: a schema of the type `object`. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A message of a request: a message from the log, or one that Longthread made from the log, such as the notes. */
export type RequestMessage = Message;

export interface ChatRequest {
  readonly messages: readonly RequestMessage[];
  readonly tools: readonly ToolSchema[];
  /** With `required`, the model must call a tool (some endpoints ignore this). Otherwise the model may call a tool. */
  readonly toolChoice?: 'auto' | 'required';
  readonly maxOutputTokens?: number;
}

/** The request options that the editor's agent may set. */
export type AnswerWishes = Pick<ChatRequest, 'toolChoice' | 'maxOutputTokens'>;

export type ChatDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text so far was reasoning: the model closed a thinking block that the chat template had opened. */
  | { readonly type: 'thoughtSoFar' }
  | {
      readonly type: 'toolCall';
      readonly index: number;
      readonly callId?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  /** Sent once, before `finish`, if later requests must return this data to the provider together with the answer. */
  | { readonly type: 'opaque'; readonly items: OpaqueItems }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage?: Usage };

export interface ModelProfile {
  /** The endpoint's name for the model. */
  readonly id: string;
  /** The maximum number of tokens of input and output together; undefined when unknown. */
  readonly window?: number;
  readonly maxOutputTokens?: number;
  readonly supportsTools: boolean;
  readonly encoding: 'o200k_base' | 'cl100k_base';
  /** The prices in US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly cachedInput?: number; readonly output: number };
}

/**
 * A model that answers requests. A complete stream ends with a `finish` delta. Any other end throws a ChatError, for
 * example `interrupted` if the connection ended early, or `cancelled` after an abort.
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
  /** The server does not reply as a chat model's API does, so the address is probably wrong. */
  | 'notAModel'
  /** The model sent more than any valid answer needs. */
  | 'tooLarge'
  | 'refused';

/** Details of a model's error, if known. */
export interface ChatErrorDetail {
  /** The pause that the endpoint asked for before a retry. */
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status of the endpoint's refusal. */
  readonly status?: number | undefined;
}

/**
 * A failed request to a model. The error message is a sentence that tells a person what to do, and never contains an
 * API key.
 */
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
  /** A higher score is better. Scores are comparable only within the same search. */
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

/**
 * The side-car's line about one entry. (The side-car is an index file beside the log. Reading the side-car is quicker
 * than reading the log.)
 */
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
  /** Another window writes to the log. */
  | 'openElsewhere'
  /** Another window took the log over from this window. */
  | 'takenOver'
  /** The window that wrote the log is gone, so this window can take the log over. */
  | 'released'
  /** The disk refuses writes. */
  | 'unwritable'
  /** Another program changed the file. */
  | 'changed'
  /** This window closed the log. */
  | 'closed'
  /** The log is a view of another agent's session, and our plugin runs in that agent. */
  | 'ledElsewhere'
  /** The log is a view of another agent's session, and our plugin does not run in that agent. */
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
   * Appends an entry. Once the promise has resolved, the entry survives the end of the process. Throws StoreError
   * `lockLost` if another window took the session over, `corrupt` if another program changed the log or the entry could
   * not be read back, `unwritable` if the session can't be locked or written, and `locked` if the log is read-only for
   * another reason. In these cases, the entry is not in the log.
   */
  append(entry: Entry): Promise<void>;
  /** Flushes to disk, so that all entries also survive a power cut. Called when a message is complete. */
  flush(): Promise<void>;
  /** Returns the token counts stored in the side-car, by entry id. */
  tokens(): ReadonlyMap<EntryId, number>;
  setTokens(id: EntryId, tokens: number): void;
  /** Returns the side-car's line about every readable entry, in log order. */
  heads(): readonly EntryHead[];
  /** Reads the entries that another window has appended since the log was last read. */
  refresh(): Promise<RefreshedLog>;
  /**
   * Makes a read-only log writable and reads the new entries. Throws StoreError `locked` while another window has the
   * log open for writing, or if the session belongs to another agent.
   */
  takeOver(): Promise<RefreshedLog>;
  /** Rewrites the whole log, to forget a text; entries keep their ids. All other operations only append. */
  rewrite(transform: (entry: Entry) => Entry): Promise<void>;
  close(): Promise<void>;
}

export interface RefreshedLog {
  readonly appended: readonly Entry[];
  /** Whether the log was rewritten since it was last read. If so, `appended` is the whole log. */
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
  /** Whether the person agreed to the memory. No model gets the memory before that. */
  readonly isAgreed?: boolean;
}
