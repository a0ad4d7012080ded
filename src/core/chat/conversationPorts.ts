import type { CompactionSettings } from '../compaction/settings.ts';
import type { Strategy } from '../compaction/strategies.ts';
import type { AnswerWishes, ChatModel, Clock, Logger } from '../ports.ts';
import type { Context } from '../context/context.ts';
import type { LiveSession } from '../session/liveSession.ts';
import type { Price } from '../context/cost.ts';
import type { TextPart } from '../log/message.ts';
import type { Summarize } from '../summary/summary.ts';
import type { SummaryMemory } from '../memory/savedMemories.ts';
import type { TurnPorts } from './agentLoop.ts';
import type { Budget } from './sessionBudget.ts';
import type { Tool } from './toolContract.ts';

/** The conversation's settings, models and tools, read anew each time since they may change. */
export interface ConversationPorts {
  readonly live: LiveSession;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the model, or undefined until the person has connected a model. */
  model(): ChatModel | undefined;
  summarizer(): Summarize | undefined;
  tools(): readonly Tool[];
  /** Returns the current system text. */
  systemText(): string | Promise<string>;
  settings(): CompactionSettings;
  strategy(): Strategy;
  /** Returns the model's window from a setting, which overrides the window in the model's profile. */
  windowOverride(): number | undefined;
  maxSteps(): number;
  /** Returns the session's budget. Beyond it, the person is asked whether to go on. An empty budget means no limit. */
  budget?(): Budget;
  /** Returns the published price of a model that answered earlier in the session. */
  priceOf?(model: string): Price | undefined;
  /** Returns observations, memories and other text to send along with the person's message. */
  companions(text: string): Promise<readonly TextPart[]>;
  /** Returns the names, such as paths, that were often recalled. The notes prefer files with these names. */
  oftenRecalled(): ReadonlySet<string>;
  /** Returns whether the model has the recall tool. */
  canRecall(): boolean;
  /** Returns the context as it goes to the model. Absent if the log's context is sent unchanged. */
  asSent?(context: Context): Context;
  /** Returns our count of the tokens that the host sends besides the log's messages: its system text and tools. */
  hostTokens?(): number;
  /** Whether the session is a host's own transcript. Its usage figures are those of the host's requests. */
  readonly isHostTranscript?: boolean;
  /** Returns the host's options for the next answer, if the host runs the conversation. */
  answerWishes?(): AnswerWishes;
  saveMemories(memories: readonly SummaryMemory[]): Promise<void>;
  sleep: TurnPorts['sleep'];
  /** Lets other work on the event loop run during long planning; absent if planning must not pause. */
  readonly pause?: () => Promise<void>;
  /**
   * Returns how long the provider keeps its prompt cache, and whether an idle session is compacted before the cache
   * expires.
   */
  idle?(): { readonly cacheMs: number; readonly compacts: boolean };
  newCallId(): string;
  /**
   * Whether the question before a compaction has a countdown to the compaction. False if the countdown can't be shown.
   */
  readonly countsDown?: boolean;
}
