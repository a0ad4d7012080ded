import type { FORMAT_VERSION } from './formatVersion.ts';
import type { KeptOutEntry } from './keptOutEntry.ts';
import type { Message } from './message.ts';
import type { NotesEditEntry } from './notesEdit.ts';
import type { NotesLine } from './notesLine.ts';
import type { PinEntry } from './pinEntry.ts';
import type { RevealEntry } from './revealEntry.ts';
import type { RuleEntry } from './ruleEntry.ts';
import type { SessionInfoEntry } from './sessionInfo.ts';

/** `m12` for messages (also their address for recall), `e7` for all others. An id is never reused in a log. */
export type EntryId = string;
export type MessageId = EntryId;

export interface EntryBase {
  readonly v: typeof FORMAT_VERSION;
  readonly id: EntryId;
  /** When the entry was made, in milliseconds since 1970; for imported messages the original time, if known. */
  readonly at: number;
}

/** The position of a secret in a message: UTF-16 offsets in the text or arguments of one part. */
export interface SecretSpan {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** Identifies the value in its session. Absent in logs of 0.1.0, and where a text is masked for good. */
  readonly number?: number;
  /** The rule that found it. Absent in logs of 0.1.0, and where a known value reappeared. */
  readonly rule?: string;
}

export interface MessageEntry extends EntryBase {
  readonly kind: 'message';
  readonly message: Message;
  readonly secrets?: readonly SecretSpan[];
}

/** A message that stays in place with another text. Holds the rendered text, so that projecting needs nothing else. */
export interface ReplacedMessage {
  readonly id: MessageId;
  readonly as: 'excerpt' | 'stub';
  /** Replaces the message's texts, reasoning, files and images. */
  readonly text: string;
  /** Shorter arguments by call id, for an assistant message. Other calls keep theirs. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Whether the text replaces only a client's text beside the person's words, which stay unchanged. */
  readonly ofClient?: true;
}

/** Messages that left the context; a block of notes stands for them. */
export interface FoldedMessages {
  readonly ids: readonly MessageId[];
  readonly as: 'digest' | 'summary' | 'evicted';
}

/** `notes` are those that code wrote from the messages. */
export type BlockKind = 'notes' | 'summary' | 'observations' | 'eviction';

/** A part of the record, the one user message that stands for everything folded. */
export interface RecordBlock {
  readonly kind: BlockKind;
  readonly lines: readonly NotesLine[];
  /** The rendered lines, stored at commit time so that no update changes them. */
  readonly text: string;
  /** Whether the block replaces earlier blocks of its kind or is added to them. */
  readonly mode: 'replace' | 'stack';
  readonly tokens: number;
}

export type Tier = 'background' | 'aggressive' | 'emergency';
export type CompactionReason = 'threshold' | 'manual' | 'overflow' | 'emergency';

export interface PassFigures {
  readonly name: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The number of messages that the pass treated. */
  readonly treated: number;
}

/** The model's part in a compaction, if any. */
export interface SummaryFigures {
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly durationMs: number;
  /** In US dollars, if the price is known. */
  readonly cost?: number;
  /** Sentences that verification removed from the model's text, one per line, and facts that it added. */
  readonly struck: readonly string[];
  readonly added: readonly string[];
}

export interface CompactionEvent {
  readonly reason: CompactionReason;
  readonly strategy: string;
  readonly tier: Tier | 'manual';
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly summaryTokens: number;
  /** A position in the live messages, without system messages: everything before the cursor is compacted. */
  readonly cursorBefore: number;
  readonly cursorAfter: number;
  /** The newest folded message; absent when none was folded. */
  readonly coveredThrough?: MessageId;
  readonly durationMs: number;
  readonly passes: readonly PassFigures[];
  readonly summary?: SummaryFigures;
  /** The reason why a requested summary is missing. */
  readonly proseFailed?: string;
  readonly instructions?: string;
}

/** Counts, with samples, of the facts that a compaction kept and those that must be looked up from then on. */
export interface Receipt {
  /** The number of distinct names from the folded and shortened messages that are still in the context. */
  readonly kept: number;
  /** How many of those are in messages kept word for word; the others are only in the notes. */
  readonly keptVerbatim?: number;
  readonly recallable: number;
  /** The number of the person's lasting statements that are still in the context word for word. */
  readonly constraintsKept: number;
  /** How many of those are in the notes. */
  readonly constraintsInNotes?: number;
  readonly constraintsRecallable: readonly string[];
  readonly sampleRecallable: readonly string[];
  /** Always 0 in entries of 0.1.0: everything in a session can be looked up. */
  readonly lost?: number;
  readonly sampleLost?: readonly string[];
}

export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction';
  /**
   * The compaction that this entry repeats with the model's summary. The fold replaces that one by this, under its id.
   */
  readonly completes?: EntryId;
  readonly replaced: readonly ReplacedMessage[];
  readonly folded: readonly FoldedMessages[];
  readonly blocks: readonly RecordBlock[];
  /** Required by version 0.1.0, which stores each line's messages here and can't read an entry without it. */
  readonly provenance: readonly never[];
  /** Messages, besides the folded ones, that the blocks were made from. */
  readonly madeFrom: readonly MessageId[];
  /** Whether its summaries are earlier ones with the person's edits. */
  readonly editedSummaries?: true;
  /** The folded messages that the person left out. No notes mention them, now or later. */
  readonly leftOut?: readonly MessageId[];
  /** Whether a model's summary may still follow; the mechanical part is complete. */
  readonly prosePending: boolean;
  readonly foldedNotes: readonly EntryId[];
  /** Stages whose digest is brief from now on, even if they are recent. */
  readonly briefStages?: readonly EntryId[];
  readonly event: CompactionEvent;
  readonly receipt: Receipt;
}

/** Undoes a compaction and all live ones built on it. */
export interface UndoEntry extends EntryBase {
  readonly kind: 'undo';
  readonly compactions: readonly EntryId[];
}

/** Redoes the compactions of the newest undo. */
export interface RedoEntry extends EntryBase {
  readonly kind: 'redo';
  readonly compactions: readonly EntryId[];
}

/** Rewinds the session to before a message. It and all later messages leave the live branch, but stay in the log. */
export interface RewindEntry extends EntryBase {
  readonly kind: 'rewind';
  readonly before: MessageId;
}

/** Excludes a message from the context (`on`), or ends the exclusion. */
export interface ExcludeEntry extends EntryBase {
  readonly kind: 'exclude';
  readonly target: MessageId;
  readonly on: boolean;
}

export interface StageEntry extends EntryBase {
  readonly kind: 'stage';
  readonly title: string;
  readonly by: 'person' | 'model' | 'commit';
  readonly first: MessageId;
  readonly last: MessageId;
  readonly messageCount: number;
  /** The longer digest, at most 1,000 characters. */
  readonly detailed: string;
  /** The shorter digest, at most 280 characters. */
  readonly brief: string;
}

export type ObservationSource = 'editor' | 'diagnostics' | 'test' | 'task' | 'branch' | 'terminal';

export interface ObservationEntry extends EntryBase {
  readonly kind: 'note';
  readonly source: ObservationSource;
  readonly text: string;
}

export type MemoryType = 'fact' | 'preference' | 'decision' | 'observation';

/** Records that a memory was saved, changed or deleted. Memories themselves are stored per workspace. */
export interface MemoryEntry extends EntryBase {
  readonly kind: 'memory';
  readonly op: 'save' | 'edit' | 'delete';
  readonly memoryId: string;
  readonly type: MemoryType;
  readonly text: string;
  readonly source?: MessageId;
}

export interface ModelEntry extends EntryBase {
  readonly kind: 'model';
  readonly model: string;
  readonly window?: number;
}

/** Records why a compaction ran or did not run; written once for each change. */
export interface RunEntry extends EntryBase {
  readonly kind: 'run';
  readonly state: 'started' | 'completed' | 'failed' | 'cancelled' | 'skipped';
  readonly reason: string;
  readonly tier?: Tier | 'manual';
  readonly strategy?: string;
  readonly usedTokens?: number;
  /**
   * The state when the run started; absent in logs of 0.1.0. The number of messages before the first that is not
   * folded.
   */
  readonly cursor?: number;
  /** The number of messages that it newly treats. */
  readonly batchMessages?: number;
  /** The oldest of the newest messages, which give way last. */
  readonly firstRecent?: MessageId;
  /** The number of observations that no compaction has included. */
  readonly pendingNotes?: number;
  readonly compaction?: EntryId;
  readonly error?: { readonly model: string; readonly class: string; readonly retryable: boolean };
}

/** Records that the model or the person looked up an original text. */
export interface RecallEntry extends EntryBase {
  readonly kind: 'recall';
  readonly by: 'model' | 'person';
  readonly target?: MessageId;
  readonly query?: string;
  /** The facts of the lookup, e.g. a path; these are kept longer. */
  readonly facts: readonly string[];
}

/** Replaces an entry whose text was removed by "Forget this text…". */
export interface ForgottenEntry extends EntryBase {
  readonly kind: 'forgotten';
  readonly was: string;
}

/** One line of the log. The log is append-only, so undo, rewind and unpin are entries as well. */
export type Entry =
  | MessageEntry
  | CompactionEntry
  | UndoEntry
  | RedoEntry
  | RewindEntry
  | PinEntry
  | ExcludeEntry
  | RevealEntry
  | RuleEntry
  | KeptOutEntry
  | NotesEditEntry
  | StageEntry
  | ObservationEntry
  | MemoryEntry
  | ModelEntry
  | SessionInfoEntry
  | RunEntry
  | RecallEntry
  | ForgottenEntry;

/** An entry before it is appended: the session adds version, id and time. */
export type Draft<E extends Entry = Entry> = E extends Entry ? Made<E> : never;
type Made<E> = Omit<E, 'v' | 'id' | 'at'> & { readonly at?: number };
