import type { CompactionView } from '../core/compaction/compactionView.ts';
import { TokenAccount } from '../core/context/account.ts';
import { projectSession } from '../core/context/project.ts';
import { windowOf } from '../core/context/window.ts';
import { compact } from '../core/compaction/plan/compact.ts';
import { alignPasses } from '../core/compaction/commit/completion.ts';
import type { Prepared } from '../core/compaction/plan/draft.ts';
import { DEFAULT_SETTINGS, type CompactionSettings, type StrategyName } from '../core/compaction/settings.ts';
import { STRATEGIES } from '../core/compaction/strategies.ts';
import type { CountTokens, ChatModel, Clock } from '../core/ports.ts';
import type { CompactionEvent, MessageId, Receipt } from '../core/log/entry.ts';
import { importedEntries } from '../core/log/ids.ts';
import type { Message } from '../core/log/message.ts';
import { foldSession, type Session } from '../core/log/session.ts';
import { countHeadless, headlessContext, withNamedImages, type HeadlessMessage } from './headlessContext.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { neverCancelled, type CancelSignal } from '../core/cancellation.ts';
import { SummarizerHealth, withoutProse, withProse } from '../core/compaction/commit/prose.ts';
import { createSummarize } from '../core/summary/summarize.ts';
import type { SummarizeDependencies } from '../core/summary/summary.ts';

export interface HeadlessOptions {
  readonly windowTokens: number;
  /**
   * The maximum number of tokens in the whole context. A budget that is larger than the window is reduced to the
   * window. Without a budget, everything except the newest messages is compacted.
   */
  readonly budgetTokens?: number;
  readonly strategy: StrategyName;
  readonly count: CountTokens;
  /** Whether a model will be asked for a summary. If so, a part of the budget is reserved for the summary. */
  readonly hasModel?: boolean;
  readonly settings?: CompactionSettings;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** The compaction event in the form for output: `coveredThrough` is always present. */
export type HeadlessEvent = Omit<CompactionEvent, 'coveredThrough'> & {
  /** Null if the notes cover no message. */
  readonly coveredThrough: MessageId | null;
};

export interface HeadlessResult {
  readonly context: readonly HeadlessMessage[];
  readonly event: HeadlessEvent;
  readonly receipt: Receipt;
  readonly contextTokens: number;
}

type Imported = readonly { readonly at?: number; readonly message: Message }[];

/** Thrown if the result can't fit the available tokens. The message says what is too large and what can be done. */
export class CannotFitError extends Error {
  override readonly name = 'CannotFitError';
}

/** Compacts a conversation in the same way as the extension in VS Code, but without a model. Throws CannotFitError. */
export function compactMessages(messages: Imported, options: HeadlessOptions): HeadlessResult {
  const session = foldSession(importedEntries(messages, 0));
  return finishHeadless(prepareHeadless(session, options), options);
}

/**
 * Plans a compaction. The result fits the budget or, without a budget, the window. Returns the plan even if the
 * compaction would gain too little. Throws a CannotFitError if no plan fits.
 */
export function prepareHeadless(session: Session, options: HeadlessOptions): Prepared {
  const { budgetTokens, windowTokens, now = () => 0 } = options;
  const started = now();
  const budget = budgetTokens === undefined ? {} : { budgetTokens: Math.min(budgetTokens, windowTokens) };
  const found = compact(headlessView(session, options), { by: 'person', ...budget });
  const prepared = found.run ? found : found.considered;
  if (prepared === undefined) throw new CannotFitError(found.run ? '' : found.sentence);
  const event = { ...prepared.draft.event, durationMs: Math.round(now() - started) };
  return { ...prepared, draft: { ...prepared.draft, event } };
}

function headlessView(
  session: Session,
  { count, windowTokens, ...options }: HeadlessOptions,
): CompactionView {
  const settings = options.settings ?? DEFAULT_SETTINGS;
  const { usableTokens } = windowOf({ window: windowTokens }, settings);
  const messages = session.messages.map((each) => ({ ...each, message: withNamedImages(each.message) }));
  return {
    session: { ...session, messages, importedFrom: session.importedFrom ?? 'a file' },
    account: new TokenAccount(count),
    strategy: STRATEGIES[options.strategy],
    settings,
    usableTokens,
    usedTokens: 0,
    ...(options.hasModel === true ? { summarizer: 'ready' as const } : {}),
    measure: (context) => countHeadless(headlessContext(context), count),
  };
}

/**
 * Returns the result of a planned compaction. If the compaction would gain nothing, the result contains the unchanged
 * context, and the event and the receipt report no change.
 */
export function finishHeadless(prepared: Prepared, options: HeadlessOptions): HeadlessResult {
  const { session } = prepared.plan.request;
  const context = headlessContext(prepared.context);
  const contextTokens = countHeadless(context, options.count);
  const asItIs = headlessContext(projectSession(session));
  const tokensBefore = countHeadless(asItIs, options.count);
  const isSmaller = contextTokens < tokensBefore;
  const event = {
    ...prepared.draft.event,
    coveredThrough: prepared.draft.event.coveredThrough ?? null,
    tokensBefore,
    tokensAfter: isSmaller ? contextTokens : tokensBefore,
    messagesBefore: asItIs.length,
    messagesAfter: isSmaller ? context.length : asItIs.length,
  };
  const { receipt } = prepared.draft;
  return isSmaller
    ? { context, event: { ...event, passes: alignPasses(event) }, receipt, contextTokens }
    : { context: asItIs, event: unchanged(event), receipt: EMPTY_RECEIPT, contextTokens: tokensBefore };
}

/** The receipt of an unchanged context. All counts are 0 and all lists are empty, since no message left the context. */
const EMPTY_RECEIPT: Receipt = {
  ...{ kept: 0, keptVerbatim: 0, recallable: 0, sampleRecallable: [] },
  ...{ constraintsKept: 0, constraintsInNotes: 0, constraintsRecallable: [] },
};

function unchanged(event: HeadlessEvent): HeadlessEvent {
  return { ...event, cursorAfter: event.cursorBefore, coveredThrough: null, summaryTokens: 0, passes: [] };
}

const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

type Options = Pick<SummarizeDependencies, 'count'> & Partial<Pick<SummarizeDependencies, 'sleep'>>;

/**
 * Adds a model's summary below the compaction's notes if the compaction folds messages that need a summary. If the
 * model fails, adds no summary and sets the event's `proseFailed` to the reason.
 */
export async function withModelSummary(
  prepared: Prepared,
  model: ChatModel,
  { count, sleep = sleepReally }: Options,
): Promise<Prepared> {
  if (prepared.newlyFolded.length === 0) return prepared;
  const summarize = createSummarize({ model, count, clock, sleep, checksItself: true });
  const prose = await withProse(prepared, {
    ...{ summarize, signal: neverCancelled, health: new SummarizerHealth() },
    fits: () => true,
  });
  return 'failed' in prose ? withoutProse(prepared, prose.failed) : prose.prepared;
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
async function sleepReally(ms: number, signal: CancelSignal): Promise<void> {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  await wait(ms, undefined, { signal: controller.signal }).catch(() => undefined);
}
