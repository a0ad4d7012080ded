import type { FORMAT_VERSION } from './formatVersion.ts';
import type { KeptOutEntry } from './keptOutEntry.ts';
import type { Message } from './message.ts';
import type { NotesEditEntry } from './notesEdit.ts';
import type { NotesLine } from './notesLine.ts';
import type { PinEntry } from './pinEntry.ts';
import type { RevealEntry } from './revealEntry.ts';
import type { RuleEntry } from './ruleEntry.ts';
import type { SessionInfoEntry } from './sessionInfo.ts';

/** `m12` for messages (the address by which they are recalled), `e7` for all others. Never used twice in one log. */
export type EntryId = string;
export type MessageId = EntryId;

export interface EntryBase {
  readonly v: typeof FORMAT_VERSION;
  readonly id: EntryId;
  /** Milliseconds since 1970 when the entry was made; the original time for imported messages where it is known. */
  readonly at: number;
}

/** A secret's place in a message: UTF-16 offsets into the text (or the arguments) of one part. */
export interface SecretSpan {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** The value's own in its session; absent in logs of 0.1.0, and where a text is masked for good. */
  readonly number?: number;
  /** The rule that found it; absent in logs of 0.1.0, and for a known value that came back. */
  readonly rule?: string;
}

export interface MessageEntry extends EntryBase {
  readonly kind: 'message';
  readonly message: Message;
  readonly secrets?: readonly SecretSpan[];
}

/** A message that keeps its place, with other text. Holds the rendered text, so that projecting needs nothing else. */
export interface ReplacedMessage {
  readonly id: MessageId;
  readonly as: 'excerpt' | 'stub';
  /** Replaces the message's texts, reasoning, files and images. */
  readonly text: string;
  /** For an assistant message: shorter arguments by call id. Calls that are not named keep theirs. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Whether the text replaces only a client's text beside the person's words, which stay as they are. */
  readonly ofClient?: true;
}

/** Messages that left the context; a block of notes stands for them. */
export interface FoldedMessages {
  readonly ids: readonly MessageId[];
  readonly as: 'digest' | 'summary' | 'evicted';
}

/** `ledger` is the notes that code took from the messages, `notes` the observations. */
export type BlockKind = 'ledger' | 'summary' | 'notes' | 'eviction';

/** A piece of the record, the one user message that stands for everything folded. */
export interface RecordBlock {
  readonly kind: BlockKind;
  readonly lines: readonly NotesLine[];
  /** Rendered from the lines when it was committed, so that no update changes it. */
  readonly text: string;
  /** The block takes the place of earlier blocks of its kind, or stands after them (`stack`). */
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

/** The model's part in a compaction, when there was one. */
export interface SummaryFigures {
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly durationMs: number;
  /** US dollars, when the price is known. */
  readonly cost?: number;
  /** Sentences that verification removed from the model's text and facts that it added, a line each. */
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
  /** Positions in the live messages, system messages aside: everything before the cursor is compacted. */
  readonly cursorBefore: number;
  readonly cursorAfter: number;
  /** The newest message that the compaction folded; absent when it folded none. */
  readonly coveredThrough?: MessageId;
  readonly durationMs: number;
  readonly passes: readonly PassFigures[];
  readonly summary?: SummaryFigures;
  /** Why a model's summary that was asked for is missing. */
  readonly proseFailed?: string;
  readonly instructions?: string;
}

/** Facts that a compaction kept, and facts that have to be looked up from then on. Counts, with samples for reading. */
export interface Receipt {
  /** The number of distinct names of the folded and shortened messages that are still in the context. */
  readonly kept: number;
  /** The number of those that are in messages kept word for word; the others are in the notes only. */
  readonly keptVerbatim?: number;
  readonly recallable: number;
  /** The person's lasting statements that still stand in the context word for word. */
  readonly constraintsKept: number;
  /** The number of those that are in the notes. */
  readonly constraintsInNotes?: number;
  readonly constraintsRecallable: readonly string[];
  readonly sampleRecallable: readonly string[];
  /** Written by 0.1.0 and always 0: everything in a session can be looked up. */
  readonly lost?: number;
  readonly sampleLost?: readonly string[];
}

export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction';
  /** The compaction that this is, with the model's summary: the fold takes it in that one's place, under its id. */
  readonly completes?: EntryId;
  readonly replaced: readonly ReplacedMessage[];
  readonly folded: readonly FoldedMessages[];
  readonly blocks: readonly RecordBlock[];
  /** Version 0.1.0, which has its lines' messages here, reads no entry without it. */
  readonly provenance: readonly never[];
  /** Messages beside the folded ones that the blocks were made from. */
  readonly madeFrom: readonly MessageId[];
  /** Whether its summaries are earlier ones, as edited by the person. */
  readonly editedSummaries?: true;
  /** Those of the folded messages that the person left out. No notes mention them, now or later. */
  readonly leftOut?: readonly MessageId[];
  /** The range's mechanical part stands, a model summary of it may still be made. */
  readonly prosePending: boolean;
  readonly foldedNotes: readonly EntryId[];
  /** Stages whose digest is brief from now on, however new they are. */
  readonly briefStages?: readonly EntryId[];
  readonly event: CompactionEvent;
  readonly receipt: Receipt;
}

/** Undoes compactions: the named one and all live ones built on it. */
export interface UndoEntry extends EntryBase {
  readonly kind: 'undo';
  readonly compactions: readonly EntryId[];
}

/** Redoes the compactions of the newest undo. */
export interface RedoEntry extends EntryBase {
  readonly kind: 'redo';
  readonly compactions: readonly EntryId[];
}

/**
 * Rewinds the session to just before a message. That message and all later ones leave the live branch, but stay in the
 * log.
 */
export interface RewindEntry extends EntryBase {
  readonly kind: 'rewind';
  readonly before: MessageId;
}

/** The person leaves a message out of the context (`on`), or brings it back. */
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

/** A memory was saved, changed or deleted meanwhile (memories themselves live per workspace). */
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

/** Says why a compaction ran or did not run; written once for each change. */
export interface RunEntry extends EntryBase {
  readonly kind: 'run';
  readonly state: 'started' | 'completed' | 'failed' | 'cancelled' | 'skipped';
  readonly reason: string;
  readonly tier?: Tier | 'manual';
  readonly strategy?: string;
  readonly usedTokens?: number;
  /** View of a run when it started; absent in logs of 0.1.0. Messages before the first that is not folded. */
  readonly cursor?: number;
  /** The number of messages that it newly treats. */
  readonly batchMessages?: number;
  /** The oldest of the newest messages, which yield last. */
  readonly firstRecent?: MessageId;
  /** The number of observations that no compaction has included. */
  readonly pendingNotes?: number;
  readonly compaction?: EntryId;
  readonly error?: { readonly model: string; readonly class: string; readonly retryable: boolean };
}

/** The model or the person asked for the original of something compacted. */
export interface RecallEntry extends EntryBase {
  readonly kind: 'recall';
  readonly by: 'model' | 'person';
  readonly target?: MessageId;
  readonly query?: string;
  /** Facts that the recall was about, e.g. a path: they are kept longer. */
  readonly facts: readonly string[];
}

/** Replaces an entry whose text was removed by "Forget this text…". */
export interface ForgottenEntry extends EntryBase {
  readonly kind: 'forgotten';
  readonly was: string;
}

/** One line of the log. The log is append-only, so undo, rewind and unpin are further entries. */
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

/** An entry as its maker gives it: the session adds version, id and time. */
export type Draft<E extends Entry = Entry> = E extends Entry ? Made<E> : never;
type Made<E> = Omit<E, 'v' | 'id' | 'at'> & { readonly at?: number };
