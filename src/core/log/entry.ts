import type { FORMAT_VERSION } from './formatVersion.ts';
import type { KeptOutEntry } from './keptOutEntry.ts';
import type { Message } from './message.ts';
import type { NotesEditEntry } from './notesEdit.ts';
import type { NotesLine } from './notesLine.ts';
import type { PinEntry } from './pinEntry.ts';
import type { RevealEntry } from './revealEntry.ts';
import type { RuleEntry } from './ruleEntry.ts';
import type { SessionInfoEntry } from './sessionInfo.ts';

/** `m12` for a message (also its address for recall), `e7` for any other entry. An id is never reused in a log. */
export type EntryId = string;
export type MessageId = EntryId;

export interface EntryBase {
  readonly v: typeof FORMAT_VERSION;
  readonly id: EntryId;
  /** The time of the entry, in milliseconds since 1970. For imported messages, the original time if it is known. */
  readonly at: number;
}

/** The position of a secret in a message: UTF-16 offsets in the text or arguments of one part. */
export interface SecretSpan {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** Identifies the value in the mark `[secret: key #2]`. Absent in logs of 0.1.0, and for marks of other sessions. */
  readonly number?: number;
  /** The redaction rule that found the secret. Absent in logs of 0.1.0, and if a known value was found again. */
  readonly rule?: string;
}

export interface MessageEntry extends EntryBase {
  readonly kind: 'message';
  readonly message: Message;
  readonly secrets?: readonly SecretSpan[];
}

/** A message that stays in the context with a shorter text. The shorter text is stored and never computed again. */
export interface ReplacedMessage {
  readonly id: MessageId;
  /** A stub is one line. An excerpt is the beginning, the end and the important lines of the text. */
  readonly as: 'excerpt' | 'stub';
  /** Replaces the message's texts, reasoning, files and images. */
  readonly text: string;
  /** For an assistant message: shorter arguments by call id. All other calls keep their arguments. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Whether the text replaces only texts that a client added to the message. The person's words stay unchanged. */
  readonly ofClient?: true;
}

/** Messages that left the context. The blocks of the record stand for these messages. */
export interface FoldedMessages {
  readonly ids: readonly MessageId[];
  readonly as: 'digest' | 'summary' | 'evicted';
}

/** `notes` are written by code, a `summary` by a model. An `eviction` only says that messages were left out. */
export type BlockKind = 'notes' | 'summary' | 'observations' | 'eviction';

/** A part of the record. The record is the user message of the context that stands for all folded messages. */
export interface RecordBlock {
  readonly kind: BlockKind;
  readonly lines: readonly NotesLine[];
  /** The lines as one text. The text is stored, so that no later version of Longthread changes it. */
  readonly text: string;
  /** Whether the block replaces earlier blocks of its kind or is added to them. */
  readonly mode: 'replace' | 'stack';
  readonly tokens: number;
}

/** How urgent a compaction is. */
export type Tier = 'background' | 'aggressive' | 'emergency';
export type CompactionReason = 'threshold' | 'manual' | 'overflow' | 'emergency';

/** The effect of one pass of a compaction. A pass is a step that shortens or folds messages. */
export interface PassFigures {
  readonly name: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The number of messages that the pass treated. */
  readonly treated: number;
}

/** The figures of the model's summary in a compaction. */
export interface SummaryFigures {
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly durationMs: number;
  /** The cost in US dollars. Absent if the price is unknown. */
  readonly cost?: number;
  /** Sentences that verification removed from the model's text. */
  readonly struck: readonly string[];
  /** Facts that verification added to the model's text. */
  readonly added: readonly string[];
}

/** The figures of a compaction, for views and statistics. */
export interface CompactionEvent {
  readonly reason: CompactionReason;
  readonly strategy: string;
  readonly tier: Tier | 'manual';
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly summaryTokens: number;
  /** The number of folded messages at the beginning of the live branch. System messages are not counted. */
  readonly cursorBefore: number;
  readonly cursorAfter: number;
  /** The newest folded message. Absent if no message was folded. */
  readonly coveredThrough?: MessageId;
  readonly durationMs: number;
  readonly passes: readonly PassFigures[];
  readonly summary?: SummaryFigures;
  /** The reason why there is no summary although one was requested. */
  readonly proseFailed?: string;
  readonly instructions?: string;
}

/** Counts and samples of the facts that are in the context after a compaction, and of the facts that left it. */
export interface Receipt {
  /** How many of the names in the folded and shortened messages are still in the context. Each name counts once. */
  readonly kept: number;
  /** The number of kept names in messages that stay word for word. Other kept names are in notes or shortened texts. */
  readonly keptVerbatim?: number;
  /** The number of names that are no longer in the context. These names can be looked up in the log. */
  readonly recallable: number;
  /** The number of the person's rules that are still in the context word for word. */
  readonly constraintsKept: number;
  /** The number of kept rules that are only in the notes or in shortened texts. */
  readonly constraintsInNotes?: number;
  /** The rules that are no longer in the context word for word. */
  readonly constraintsRecallable: readonly string[];
  /** Some of the names that are no longer in the context. */
  readonly sampleRecallable: readonly string[];
  /** Written only by 0.1.0, and always 0, since everything in a session can be looked up. */
  readonly lost?: number;
  readonly sampleLost?: readonly string[];
}

export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction';
  /**
   * The id of an earlier compaction. This entry replaces the earlier entry: it contains the same compaction, completed
   * with a model's summary. After the replacement, the compaction keeps the earlier id.
   */
  readonly completes?: EntryId;
  readonly replaced: readonly ReplacedMessage[];
  readonly folded: readonly FoldedMessages[];
  readonly blocks: readonly RecordBlock[];
  /** Always empty. Version 0.1.0 stores the sources of lines here, and can't read an entry without this field. */
  readonly provenance: readonly never[];
  /** The messages from which the blocks were made, in addition to the folded messages. */
  readonly madeFrom: readonly MessageId[];
  /** Whether the summary blocks repeat earlier summary blocks with the person's edits. */
  readonly editedSummaries?: true;
  /** The folded messages that the person left out. No notes mention them, now or later. */
  readonly leftOut?: readonly MessageId[];
  /** Whether a model's summary may still follow, as a second entry. */
  readonly prosePending: boolean;
  /** The observations that this compaction is the first live one to list or count. */
  readonly foldedNotes: readonly EntryId[];
  /** Stages whose brief digest is used from now on, even if the stages are recent. */
  readonly briefStages?: readonly EntryId[];
  readonly event: CompactionEvent;
  readonly receipt: Receipt;
}

/** Undoes a compaction and all later ones. */
export interface UndoEntry extends EntryBase {
  readonly kind: 'undo';
  readonly compactions: readonly EntryId[];
}

/** Redoes the compactions of the newest undo. */
export interface RedoEntry extends EntryBase {
  readonly kind: 'redo';
  readonly compactions: readonly EntryId[];
}

/** Removes a message and all later ones, except system messages, from the live branch. All of them stay in the log. */
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

/** Marks a stage, a finished piece of work: the messages from `first` to `last`. */
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

/** Records an observation: what the editor showed, e.g. problems in files, test results or a change of the branch. */
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

/** Records which model answers from here on. */
export interface ModelEntry extends EntryBase {
  readonly kind: 'model';
  readonly model: string;
  readonly window?: number;
}

/** Records why a compaction ran or did not run. A skipped run is recorded only if the reason changed. */
export interface RunEntry extends EntryBase {
  readonly kind: 'run';
  readonly state: 'started' | 'completed' | 'failed' | 'cancelled' | 'skipped';
  readonly reason: string;
  readonly tier?: Tier | 'manual';
  readonly strategy?: string;
  readonly usedTokens?: number;
  /** The value of `cursorBefore` at the start. This field and the next three fields are absent in logs of 0.1.0. */
  readonly cursor?: number;
  /** The number of messages that the run folds or shortens. */
  readonly batchMessages?: number;
  /** The first of the recent messages. A compaction treats the recent messages last. */
  readonly firstRecent?: MessageId;
  /** The number of older observations that no live compaction had listed or counted when the run started. */
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
  /** The names in the lookup, e.g. a path. Later notes prefer files with these names. */
  readonly facts: readonly string[];
}

/** Stands for an entry whose text was forgotten. Longthread reads this kind of entry but does not write it. */
export interface ForgottenEntry extends EntryBase {
  readonly kind: 'forgotten';
  readonly was: string;
}

/** One line of the log. The log is append-only, so an undo, a rewind or an unpin is an entry as well. */
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

/** An entry before it is appended. The session adds version, id and time. */
export type Draft<E extends Entry = Entry> = E extends Entry ? DraftOf<E> : never;
type DraftOf<E> = Omit<E, 'v' | 'id' | 'at'> & { readonly at?: number };
