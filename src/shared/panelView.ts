import type { CompactionEvent, Receipt, StageEntry, SummaryFigures } from '../core/log/entry.ts';
import type { Message } from '../core/log/message.ts';
import type { SummaryMemory } from '../core/memory/savedMemories.ts';
import type { Memory } from '../core/ports.ts';
import type { ReplayResult } from '../core/replay/tally.ts';
import type { AwayView, CompactionRow } from './chatView.ts';
import type { Fate } from './fateWords.ts';
import type { GaugeView } from './gaugeView.ts';
import type { OriginalText } from './protocol.ts';
import type { StateDelta } from './stateDelta.ts';

/** The panel's contents, as data. Times are in milliseconds. */

type ShownFields =
  | ('strategy' | 'passes' | 'durationMs' | 'proseFailed' | 'instructions')
  | ('tokensBefore' | 'tokensAfter' | 'messagesBefore' | 'messagesAfter');

export interface CompactionView extends Pick<CompactionEvent, ShownFields> {
  readonly type: 'compaction';
  readonly id: string;
  readonly at: number;
  readonly state: CompactionRow['state'];
  readonly canUndo: boolean;
  /** Whether the compaction can be redone: the newest undo undid it, and no compaction was made since. */
  readonly canRedo: boolean;
  /** How the compaction started: `automatically`, `urgent` or `by you`. */
  readonly begun: string;
  /** Whether the compaction only shortened messages, so that no message left the context. */
  readonly onlyShortens: boolean;
  readonly modelUse?: ModelUse;
}

export type ModelUse = Omit<SummaryFigures, 'struck' | 'added'>;

/** Any other line of the timeline, e.g. why no compaction ran, a failure, an undo, or a change of model or window. */
export interface RemarkView {
  readonly type: 'remark';
  readonly id: string;
  readonly at: number;
  readonly kind: 'skipped' | 'running' | 'failed' | 'notes' | 'undo' | 'redo' | 'model' | 'rewind';
  readonly text: string;
}

export type TimelineItem = CompactionView | RemarkView;

export interface ContextItemView {
  readonly id: string;
  /** `notes` are sent to the model with the role `user`, although the person did not type them. */
  readonly role: Message['role'] | 'notes';
  readonly fate: Fate;
  /** One line of the item's text. */
  readonly label: string;
  readonly tokens: number;
  /** The ids of the first few and the last few messages that the item stands for; `originCount` counts all of them. */
  readonly origins: readonly string[];
  readonly originCount: number;
  /**
   * One line with three facts: the item's `MessageClass`, when messages of this class leave the context (or that they
   * stay), and why the item has this class.
   */
  readonly reason?: string;
}

/** A line that comes from messages. `sources` are the ids of these messages, with which a view opens the originals. */
export interface SourcedLine {
  readonly text: string;
  readonly sources: readonly string[];
}

/** Where the facts of the compacted messages are now. */
export interface ReceiptView extends Omit<Receipt, 'lost' | 'sampleLost'> {
  /** The number of messages whose text was forgotten at the person's request, before or after the compaction. */
  readonly forgotten: number;
}

/** A part of the text that a compaction put in place of messages. For the kinds, see `BlockKind`. */
export interface BlockView {
  readonly kind: 'notes' | 'summary' | 'eviction' | 'observations';
  readonly tokens: number;
  /** The sections with their titles. A block without sections has one section with an empty title. */
  readonly sections: readonly { readonly title: string; readonly lines: readonly SourcedLine[] }[];
}

/** A message as the model saw it before and after a compaction. */
export interface ChangeView extends Pick<ContextItemView, 'id' | 'role' | 'label'> {
  readonly fate: Fate;
  readonly tokensBefore: number;
  /** 0 if the context no longer contains the message as a separate item. */
  readonly tokensAfter: number;
}

/** The present state of a message. */
export interface MessageStatus {
  readonly message: string;
  readonly isPinned: boolean;
  /** Whether the message is still in the session, i.e. no rewind removed it. */
  readonly isThere: boolean;
  /** Absent if the whole message is in the context. */
  readonly away?: AwayView;
}

export interface ChangeTexts {
  /** The text before the compaction; absent for notes if there were no notes before. */
  readonly before?: string;
  /** The text after the compaction; absent if the context no longer contains the message as a separate item. */
  readonly after?: string;
  /** The lines of the notes about the message, if the context no longer contains the message as a separate item. */
  readonly lines: readonly string[];
  /** Absent for items that are not a single message. */
  readonly status?: MessageStatus;
}

/** A message's original text and, if it differs, the text that the model sees instead. */
export interface MessageView extends OriginalText {
  readonly status: MessageStatus;
  readonly now?: string;
}

export interface EventDetail {
  readonly id: string;
  /** A row for each item of the context before the compaction, in the context's order. New notes come last. */
  readonly changes: readonly ChangeView[];
  readonly blocks: readonly BlockView[];
  readonly receipt: ReceiptView;
  /** The check of the model's summary removed the sentences in `struck` and added the facts in `added`. */
  readonly struck: readonly string[];
  readonly added: readonly string[];
}

export type MemoryView = Pick<Memory, 'id' | 'type' | 'text' | 'at' | 'source'>;

/** A suggested memory, which is saved only if the person agrees. */
export type MemoryOfferView = SummaryMemory;

export interface StageView extends Pick<StageEntry, 'id' | 'title' | 'at' | 'by' | 'messageCount'> {
  readonly digest: string;
  readonly state: 'live' | 'superseded';
}

export interface RecallView {
  /**
   * The kind of the texts that were looked up, e.g. `message` or `tool result`. For a search by words, the kind is
   * `words`.
   */
  readonly kind: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface StrategyView {
  readonly id: string;
  readonly description: string;
}

/** The result of replaying a session under a strategy. */
export type ComparisonRow = Omit<
  ReplayResult,
  'steps' | 'summaryInputTokens' | 'summaryOutputTokens' | 'unfittingSteps'
>;

/**
 * What the model has written so far of the summary for a finished compaction. The text is not yet checked against the
 * log.
 */
export interface WritingView {
  readonly compaction: string;
  readonly text: string;
}

export interface PanelSnapshot {
  readonly sessionId: string;
  readonly title: string;
  /** The reason why nothing can be changed here, e.g. that another window writes to the session. */
  readonly readOnlyReason?: string | undefined;
  /** Set if another agent runs the session: the notice that the agent will apply choices made here. */
  readonly ledNote?: string | undefined;
  readonly gauge?: GaugeView;
  /** The events, oldest first. The view shows the newest event on top. */
  readonly timeline: readonly TimelineItem[];
  /** The items of the context, in order. */
  readonly context: readonly ContextItemView[];
  readonly memories: readonly MemoryView[];
  readonly memoryOffers: readonly MemoryOfferView[];
  readonly stages: readonly StageView[];
  readonly recalls: readonly RecallView[];
  readonly strategies: readonly StrategyView[];
  readonly strategy: string;
  readonly writing?: WritingView | undefined;
  /** The id of the event to show. If absent, the newest compaction is shown. */
  readonly selectedEvent?: string | undefined;
  /** Whether to open the preview. */
  readonly isPreviewing?: boolean;
  /** Whether the preview shows the compaction that the open question is about. */
  readonly isAsked?: boolean;
  /** The id of the message to show. The message may have left the context. */
  readonly shownMessage?: string;
}

export type PanelDelta = StateDelta<PanelSnapshot>;
