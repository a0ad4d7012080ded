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

/** The panel's contents, as data. Counts are tokens, times are milliseconds. */

type ShownOfEvent =
  | ('strategy' | 'passes' | 'durationMs' | 'proseFailed' | 'instructions')
  | ('tokensBefore' | 'tokensAfter' | 'messagesBefore' | 'messagesAfter');

export interface CompactionView extends Pick<CompactionEvent, ShownOfEvent> {
  readonly type: 'compaction';
  readonly id: string;
  readonly at: number;
  readonly state: CompactionRow['state'];
  readonly canUndo: boolean;
  /** It is what the newest undo took, and nothing was built since. */
  readonly canRedo: boolean;
  /** Who or what began it: `by itself`, `urgent` or `by you`. */
  readonly begun: string;
  /** No message left the context: some were made shorter. */
  readonly onlyShortens: boolean;
  readonly modelUse?: ModelUse;
}

export type ModelUse = Omit<SummaryFigures, 'struck' | 'added'>;

/** Any other line of the timeline: why no compaction ran, a failed run, an undo, a model or window change. */
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
  /** The notes are sent as a message of the person's, who did not type them. */
  readonly role: Message['role'] | 'notes';
  readonly fate: Fate;
  /** One line of what it says. */
  readonly label: string;
  readonly tokens: number;
  /** The messages that it stands for; `origins` holds at most the first and last few, `originCount` is exact. */
  readonly origins: readonly string[];
  readonly originCount: number;
  /** Why it has its class, e.g. `tool-heavy: large tool result`. */
  readonly reason?: string;
}

/** A line that stands on messages; their ids open the originals. */
export interface SourcedLine {
  readonly text: string;
  readonly sources: readonly string[];
}

/** The places where the facts of the compacted messages are now. */
export interface ReceiptView extends Omit<Receipt, 'lost' | 'sampleLost'> {
  /** Messages whose text the person had forgotten, before or since. */
  readonly forgotten: number;
}

export interface BlockView {
  readonly kind: 'ledger' | 'summary' | 'digests' | 'eviction' | 'notes';
  readonly tokens: number;
  /** Sections under their titles; a block without sections has one with an empty title. */
  readonly sections: readonly { readonly title: string; readonly lines: readonly SourcedLine[] }[];
}

/** A message as the model saw it before a compaction, and after it. */
export interface ChangeView extends Pick<ContextItemView, 'id' | 'role' | 'label'> {
  readonly fate: Fate;
  readonly tokensBefore: number;
  /** 0 where it no longer stands by itself. */
  readonly tokensAfter: number;
}

/** Where a message is by now. */
export interface StandingView {
  readonly message: string;
  readonly isPinned: boolean;
  /** False where the person went back past it. */
  readonly isThere: boolean;
  /** Absent where it is whole in the context. */
  readonly away?: AwayView;
}

export interface ChangeTexts {
  /** Absent for notes where there were none before. */
  readonly before?: string;
  /** Absent where it no longer stands by itself. */
  readonly after?: string;
  /** Its text in the notes. */
  readonly lines: readonly string[];
  /** Absent for what stands for no single message. */
  readonly standing?: StandingView;
}

/** A message as it was said, and what the model sees in its place where that is not the same. */
export interface MessageView extends OriginalText {
  readonly standing: StandingView;
  readonly now?: string;
}

export interface EventDetail {
  readonly id: string;
  /** In the order in which the model saw them. */
  readonly changes: readonly ChangeView[];
  readonly blocks: readonly BlockView[];
  readonly receipt: ReceiptView;
  /** Sentences that verification removed from the model's text and facts that it added. */
  readonly struck: readonly string[];
  readonly added: readonly string[];
}

export type MemoryView = Pick<Memory, 'id' | 'type' | 'text' | 'at' | 'source'>;

/** Something that might be worth remembering; it is saved only when the person says so. */
export type MemoryOfferView = SummaryMemory;

export interface StageView extends Pick<StageEntry, 'id' | 'title' | 'at' | 'by' | 'messageCount'> {
  readonly digest: string;
  readonly state: 'live' | 'superseded';
}

export interface RegretView {
  /** Kind of recalled text: `tool result`, `file`, `symbol`... */
  readonly kind: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface StrategyView {
  readonly id: string;
  readonly description: string;
}

/** Cost of a session under a strategy. */
export type ComparisonRow = Omit<
  ReplayResult,
  'steps' | 'summaryInputTokens' | 'summaryOutputTokens' | 'unfittingSteps'
>;

/** The model's notes for a finished compaction, as far as they are written; they are not checked against the log yet. */
export interface WritingView {
  readonly compaction: string;
  readonly text: string;
}

export interface PanelSnapshot {
  readonly sessionId: string;
  readonly title: string;
  /** Why nothing can be changed here, e.g. another window writes this session. */
  readonly readOnlyReason?: string | undefined;
  /** Another agent leads the session and is asked for what is chosen here. */
  readonly ledNote?: string | undefined;
  readonly gauge?: GaugeView;
  /** Oldest first; the view shows the newest on top. */
  readonly timeline: readonly TimelineItem[];
  /** In the order in which the model sees them. */
  readonly context: readonly ContextItemView[];
  readonly memories: readonly MemoryView[];
  readonly memoryOffers: readonly MemoryOfferView[];
  readonly stages: readonly StageView[];
  readonly regrets: readonly RegretView[];
  readonly strategies: readonly StrategyView[];
  readonly strategy: string;
  readonly writing?: WritingView | undefined;
  /** The event to show at first; the newest when absent. */
  readonly selectedEvent?: string | undefined;
  /** Shows at first what a compaction would do. */
  readonly isPreviewing?: boolean;
  /** It is the one that the person is asked about. */
  readonly isAsked?: boolean;
  /** A message to show at first, whatever stands in the context. */
  readonly shownMessage?: string;
}

export type PanelDelta = StateDelta<PanelSnapshot>;
