import type { CancelSignal } from '../cancellation.ts';
import type { ChatModel, Clock, CountTokens } from '../ports.ts';
import type { SummaryFigures } from '../log/entry.ts';
import type { NotesLine } from '../log/notesLine.ts';
import type { SessionMessage } from '../log/session.ts';
import type { RuleWords } from '../record/rules.ts';
import type { SummaryMemory } from '../memory/savedMemories.ts';

export interface SummaryRequest {
  /** The messages to summarize, oldest first. */
  readonly folded: readonly SessionMessage[];
  /**
   * The messages that the model is shown: the folded messages, and other messages that help to understand them but are
   * not summarized. Absent if only the folded messages are shown.
   */
  readonly shown?: readonly SessionMessage[];
  /**
   * All messages of the session, which the model is not shown. Text that the person pasted from their results is not a
   * rule.
   */
  readonly session?: readonly SessionMessage[];
  /** The present summary, which the new one replaces. */
  readonly earlier?: string;
  /** The notes that will be above the summary. */
  readonly notes: readonly NotesLine[];
  /** The editor's observations, such as errors and test results, that are no longer in the context word for word. */
  readonly observed?: string;
  /** The person's instructions in "Compact Now with Instructions…". */
  readonly instructions?: string;
  /** The maximum number of tokens of the summary. */
  readonly mostTokens: number;
  /** Replaces the built-in prompt. */
  readonly prompt?: string;
  /** Receives the text that the model has written so far. This text may still be rejected or changed. */
  readonly onText?: (text: string) => void;
  readonly ruleWords?: RuleWords;
}

export interface Summary {
  readonly lines: readonly NotesLine[];
  readonly text: string;
  readonly tokens: number;
  readonly figures: SummaryFigures;
  readonly memories: readonly SummaryMemory[];
}

export type SummaryFailure =
  | 'cancelled'
  | 'empty'
  | 'refused'
  | 'notSmaller'
  | 'unverified'
  | 'model'
  | 'timeout';

/** The reason why there is no summary. If a compaction was already committed, it stays in effect. */
export class SummaryError extends Error {
  override readonly name = 'SummaryError';
  constructor(
    readonly reason: SummaryFailure,
    message: string,
    readonly isRetryable: boolean,
    readonly model: string,
  ) {
    super(message);
  }
}

/** Makes a summary with a limited size and checks it. Throws SummaryError. */
export type Summarize = (request: SummaryRequest, signal: CancelSignal) => Promise<Summary>;

export const DEFAULT_MEMORY_ROUNDS = 2;

export interface SummarizeDependencies {
  readonly model: ChatModel;
  readonly count: CountTokens;
  readonly clock: Clock;
  /** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
  sleep(ms: number, signal: CancelSignal): Promise<void>;
  /** Lets other work run between two steps of long work, such as the check. If absent, long work has no pauses. */
  readonly pause?: () => Promise<void>;
  /** The time-out of one answer, including retries. */
  readonly timeoutMs?: number;
  /** Whether the model is asked to check each of its sentences against the session. */
  readonly checksItself?: boolean;
  /**
   * The maximum number of answers in which the model only saves memories and writes no text. After that many, it is
   * asked one last time, without the tool for saving memories. With 0, the tool is never offered. A long summary is
   * requested in several parts, and this number applies to each part.
   */
  readonly memoryRounds?: number;
}
