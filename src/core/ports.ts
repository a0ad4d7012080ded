import type { CancelSignal } from './cancellation.ts';
import type { Entry, EntryId, MemoryType, MessageId, SecretSpan } from './log/entry.ts';
import type { FinishReason, Message, OpaqueItems, Usage } from './log/message.ts';

/** The outside as the core sees it. Adapters implement these; tests fake them by hand. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a steady clock, for durations. */
  monotonic(): number;
}

export interface Logger {
  info(message: string): void;
  /** Logs a message; `cause` is the error that was caught, whose stack is added. */
  warn(message: string, cause?: unknown): void;
  error(message: string, cause?: unknown): void;
}

/** Exact token counts in one encoding. Special tokens in text count as text. */
export interface TokenCounter {
  readonly encoding: string;
  /** Counts in a worker; as many numbers as texts. Any input, in bounded time. Rejects with an AbortError when cancelled. */
  count(texts: readonly string[], signal?: CancelSignal): Promise<readonly number[]>;
  /** Counts on the calling thread. Exact up to 20 kB; above that the UTF-8 byte length, which bounds the count. */
  countSmall(text: string): number;
}

/** A function from text to its exact count; what mechanical compaction gets. */
export type CountTokens = (text: string) => number;

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One message of a request: from the log, or made by the projection. */
export type RequestMessage = Message;

export interface ChatRequest {
  readonly messages: readonly RequestMessage[];
  readonly tools: readonly ToolSchema[];
  /** `required`: the answer is to call a tool. Without it, and where an endpoint doesn't know it, the model decides. */
  readonly toolChoice?: 'auto' | 'required';
  readonly maxOutputTokens?: number;
}

/** Options for an answer, besides its messages, of whoever leads the conversation. */
export type AnswerWishes = Pick<ChatRequest, 'toolChoice' | 'maxOutputTokens'>;

export type ChatDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text so far was reasoning: a model closed a thought that its chat's template had opened. */
  | { readonly type: 'thoughtSoFar' }
  | {
      readonly type: 'toolCall';
      readonly index: number;
      readonly callId?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  /** Comes once, before the end, where a provider wants something back with this answer. */
  | { readonly type: 'opaque'; readonly items: OpaqueItems }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage?: Usage };

export interface ModelProfile {
  /** Name as the endpoint knows it. */
  readonly id: string;
  /** The most tokens of input and output together; undefined when not known. */
  readonly window?: number;
  readonly maxOutputTokens?: number;
  readonly supportsTools: boolean;
  readonly encoding: 'o200k_base' | 'cl100k_base';
  /** US dollars for a million tokens. */
  readonly price?: { readonly input: number; readonly cachedInput?: number; readonly output: number };
}

/**
 * A model that answers. A complete stream ends with a `finish` delta. Any other end is thrown as a ChatError:
 * `interrupted` for a stream that just stops, `cancelled` for an abort.
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
  /** The account has nothing left to pay with: neither a key nor waiting helps. */
  | 'noCredit'
  | 'unauthorized'
  | 'notFound'
  | 'badRequest'
  | 'serverError'
  | 'unreachable'
  | 'timeout'
  | 'notAModel'
  /** It sent more than any answer takes. */
  | 'tooLarge'
  | 'refused';

/** Details of a model's error, where they are known. */
export interface ChatErrorDetail {
  /** The pause that the endpoint asked for. */
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status that the request was refused with. */
  readonly status?: number | undefined;
}

/** A failure of a model, in a sentence a person can act on. Never holds a key. */
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
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** Words over a whole log. Answers while it is being built, too. */
export interface RecallIndex {
  add(id: MessageId, text: string): void;
  search(query: string, limit: number): Promise<readonly RecallHit[]>;
  /** Makes the index anew from the log: after a text was forgotten. */
  rebuild(): Promise<void>;
  close(): Promise<void>;
}

/** One entry's line in the side-car, with what gauge and list need without reading the log. */
export interface EntryHead {
  readonly id: EntryId;
  readonly kind: string;
  readonly role?: string;
  readonly tokens?: number;
}

export interface StoreReport {
  /** One sentence for each part that was cut, skipped, or kept from a newer version. */
  readonly problems: readonly string[];
}

/**
 * Why a log can't be written here: another window has it, took it over, or is gone since; or the disk refuses, another
 * program changed the file, or it was closed here.
 */
export type ReadOnlyCause =
  | 'openElsewhere'
  | 'takenOver'
  | 'released'
  | 'unwritable'
  | 'changed'
  | 'closed'
  /** A view of what another agent keeps, with our plugin in it and without. */
  | 'ledElsewhere'
  | 'keptElsewhere';

/** One session's log on disk. Appends are durable when the promise resolves. */
export interface SessionLog {
  readonly sessionId: string;
  readonly isReadOnly: boolean;
  /** Pins, exclusions, rules and edits of notes are taken all the same: they are asked of the agent that leads the session. */
  readonly takesWishes?: boolean;
  /** Undefined while the log can be written. */
  readonly readOnlyCause: ReadOnlyCause | undefined;
  readonly report: StoreReport;
  /** Returns the newest entries without reading the whole log. */
  tail(count: number): Promise<readonly Entry[]>;
  readAll(): Promise<readonly Entry[]>;
  /**
   * Throws StoreError `lockLost` when another window took the session over, and `corrupt` when another program changed
   * the log; nothing was written then.
   */
  append(entry: Entry): Promise<void>;
  /** Flushes to disk: after a message is finished. */
  flush(): Promise<void>;
  /** Returns token counts known from the side-car, by entry id, and their keeper. */
  tokens(): ReadonlyMap<EntryId, number>;
  setTokens(id: EntryId, tokens: number): void;
  /** Returns every readable entry in log order, from the side-car. */
  heads(): readonly EntryHead[];
  /** Reads what another window appended since: how a read-only opener follows. */
  refresh(): Promise<RefreshedLog>;
  /** Makes a read-only log writable and reads on. Throws StoreError `locked` while the other window is alive. */
  takeOver(): Promise<RefreshedLog>;
  /** Rewrites a log, as the only operation that does; entries keep their ids. */
  rewrite(transform: (entry: Entry) => Entry): Promise<void>;
  close(): Promise<void>;
}

export interface RefreshedLog {
  readonly appended: readonly Entry[];
  /** Whether the other window forgot a text: what was read before is void, and `appended` is the whole log. */
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
  /** Finds secrets in texts. Returns the spans of each text, in the order of the texts. */
  find(texts: readonly string[]): Promise<readonly (readonly Omit<SecretSpan, 'part'>[])[]>;
}

export interface Memory {
  readonly id: string;
  readonly type: MemoryType;
  readonly text: string;
  readonly at: number;
  readonly sessionId?: string;
  readonly source?: MessageId;
  /** Whether the person agreed to it. Until then it waits, and is sent to no session. */
  readonly isAgreed?: boolean;
}
