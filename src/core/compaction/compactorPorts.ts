import type { Clock, Logger } from '../ports.ts';
import type { Draft, Entry } from '../log/entry.ts';
import type { Summarize } from '../summary/summary.ts';
import type { SummaryMemory } from '../memory/savedMemories.ts';
import type { PlanRequest } from './plan.ts';
import type { Strategy } from './strategies.ts';

/** What the compactor knows of the session it serves; asked anew each time. */
export interface CompactorView {
  readonly request: Omit<PlanRequest, 'goal' | 'strategy'>;
  readonly strategy: Strategy;
  readonly usableTokens: number;
  /** By the gauge: the provider's report where there is one. */
  readonly usedTokens: number;
  readonly isReadOnly: boolean;
  /** False where the model has no way to recall; a strategy that trusts recall then gives way to `hybrid`. */
  readonly canRecall?: boolean;
}

export interface CompactorDependencies {
  view(): CompactorView;
  append(draft: Draft): Promise<Entry>;
  /** Undefined where there is no model to summarize, or it rests after failures. */
  summarizer(): Summarize | undefined;
  /** Memories that the summarizing model saved: kept only when its summary is. */
  saveMemories(memories: readonly SummaryMemory[]): Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Something changed that a view shows: a run started, ended, was refused. */
  onChange(): void;
}

export interface AskedRun {
  readonly strategy?: Strategy;
  readonly instructions?: string;
  readonly budgetTokens?: number;
}
