import type { CompactionView, Goal } from '../compactionView.ts';
import type { CancelSignal } from '../../cancellation.ts';
import type { Draft, Entry } from '../../log/entry.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { SummaryMemory } from '../../memory/savedMemories.ts';
import type { Summarize } from '../../summary/summary.ts';
import type { Strategy } from '../strategies.ts';

/** The compactor's view of its session; read anew each time. */
export interface CompactorView extends Omit<CompactionView, 'summarizer' | 'measure'> {
  readonly isReadOnly: boolean;
}

export interface CompactorDependencies {
  view(): CompactorView;
  append(draft: Draft): Promise<Entry>;
  /** A text with its secrets masked. */
  masked(text: string): Promise<string>;
  /** Returns the function that summarizes, undefined where there is no model for it. */
  summarizer(): Summarize | undefined;
  /** Memories that the summarizing model saved: offered to the person, and only when its summary is kept. */
  saveMemories(memories: readonly SummaryMemory[]): Promise<void>;
  readonly clock: Clock;
  /** Lets other work of the thread run between two steps of a plan; absent where a plan is made in one go. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** Counts down where a run is asked about; absent where a question just waits. */
  readonly countdown?: ((ms: number, signal: CancelSignal) => Promise<void>) | undefined;
  readonly log: Logger;
  /** Called when something changed that a view shows: a run started, ended or was refused. */
  onChange(): void;
  /** A model wrote more of the summary that follows. */
  onWriting?(): void;
}

/** A request by the person. Without a strategy, the session's is used. */
export type AskedRun = Omit<Goal & { readonly by: 'person' }, 'by'> & { readonly strategy?: Strategy };
