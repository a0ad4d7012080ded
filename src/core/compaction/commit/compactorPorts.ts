import type { CompactionView } from '../compactionView.ts';
import type { CancelSignal } from '../../cancellation.ts';
import type { Draft, Entry } from '../../log/entry.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { SummaryMemory } from '../../memory/savedMemories.ts';
import type { Summarize } from '../../summary/summary.ts';

/** The compactor's view of the session. The compactor reads the view again for each use. */
export interface CompactorView extends Omit<CompactionView, 'summarizer' | 'measure'> {
  readonly isReadOnly: boolean;
}

export interface CompactorDependencies {
  view(): CompactorView;
  append(draft: Draft): Promise<Entry>;
  /** Masks the secrets in a text. */
  masked(text: string): Promise<string>;
  /** Returns the function that writes summaries; undefined if there is no model for summaries. */
  summarizer(): Summarize | undefined;
  /** Offers the person the memories that the summarizing model saved. Called after the summary is committed. */
  saveMemories(memories: readonly SummaryMemory[]): Promise<void>;
  readonly clock: Clock;
  /** Lets other work on the event loop run between two steps of a plan; absent if planning must not pause. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** Counts down before an announced run starts; absent if the question to the person has no countdown. */
  readonly countdown?: ((ms: number, signal: CancelSignal) => Promise<void>) | undefined;
  readonly log: Logger;
  /** Called when a state that views show has changed, e.g. when a run started or ended. */
  onChange(): void;
  /** Called when the model has written more of the summary for a committed compaction. */
  onWriting?(): void;
}
