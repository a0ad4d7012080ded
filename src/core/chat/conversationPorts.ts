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

/** The conversation's outside: settings, models and tools, asked anew each time since they may change. */
export interface ConversationPorts {
  readonly live: LiveSession;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the model; undefined until the person has connected one. */
  model(): ChatModel | undefined;
  summarizer(): Summarize | undefined;
  tools(): readonly Tool[];
  /** Returns the system message’s text as it is to be now. */
  systemText(): string | Promise<string>;
  settings(): CompactionSettings;
  strategy(): Strategy;
  /** Returns the window a setting gives the model, before what its profile says. */
  windowOverride(): number | undefined;
  maxSteps(): number;
  /** Returns the budget of the session before the person is asked; empty for no limit. */
  budget?(): Budget;
  /** Returns the published price of a model that answered earlier in the session. */
  priceOf?(model: string): Price | undefined;
  /** Observations, memories and whatever else goes with a message from the person. */
  companions(text: string): Promise<readonly TextPart[]>;
  oftenRecalled(): ReadonlySet<string>;
  /** Returns whether the model has the recall tool. */
  canRecall(): boolean;
  /** Returns the context as it goes to the model, where that is not as the log has it. */
  asSent?(context: Context): Context;
  /** Returns what the host sends that no message of the log has: its system text and its tools, in our count. */
  hostTokens?(): number;
  /** The session is a host's own transcript: what its answers report is what the host sent. */
  readonly isHostTranscript?: boolean;
  /** Returns what the host asks of the next answer, where a host leads. */
  answerWishes?(): AnswerWishes;
  saveMemories(memories: readonly SummaryMemory[]): Promise<void>;
  sleep: TurnPorts['sleep'];
  /** Lets other work of the thread run, where a plan is long; absent where it is made in one go. */
  readonly pause?: () => Promise<void>;
  /**
   * Returns how long the provider keeps what it has in its cache, and whether a session that rests is compacted before
   * that ends.
   */
  rest?(): { readonly cacheMs: number; readonly compacts: boolean };
  newCallId(): string;
  /** Whether a compaction that is asked about begins after a while; false where its question can't show that. */
  readonly countsDown?: boolean;
}
