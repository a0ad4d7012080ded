import { TokenAccount } from '../core/context/account.ts';
import { projectSession } from '../core/context/project.ts';
import { windowOf } from '../core/context/window.ts';
import { compactToFit } from '../core/compaction/compactToFit.ts';
import { alignPasses } from '../core/compaction/passFigures.ts';
import { goalOfRequest } from '../core/compaction/goals.ts';
import type { Prepared } from '../core/compaction/draft.ts';
import type { PlanRequest } from '../core/compaction/plan.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../core/compaction/settings.ts';
import { STRATEGIES, type StrategyName } from '../core/compaction/strategies.ts';
import type { CountTokens } from '../core/ports.ts';
import type { CompactionEvent, MessageId, Receipt } from '../core/log/entry.ts';
import { importedEntries } from '../core/log/ids.ts';
import type { Message } from '../core/log/message.ts';
import { foldSession, type Session } from '../core/log/session.ts';
import { countHeadless, headlessContext, withNamedImages, type HeadlessMessage } from './headlessContext.ts';

export interface HeadlessOptions {
  readonly windowTokens: number;
  /** Most tokens of the whole context, the window at most; without it everything older than the newest messages is compacted. */
  readonly budgetTokens?: number;
  readonly strategy: StrategyName;
  readonly count: CountTokens;
  readonly settings?: CompactionSettings;
  /** Milliseconds on a steady clock. */
  readonly now?: () => number;
}

/** The event with every field there, whatever happened. */
export type HeadlessEvent = Omit<CompactionEvent, 'coveredThrough'> & {
  /** Null where no message was folded. */
  readonly coveredThrough: MessageId | null;
};

export interface HeadlessResult {
  readonly context: readonly HeadlessMessage[];
  readonly event: HeadlessEvent;
  readonly receipt: Receipt;
  readonly contextTokens: number;
}

type Imported = readonly { readonly at?: number; readonly message: Message }[];

/** Compacts a conversation mechanically, as the editor does. Throws CannotFitError when the budget can't be met. */
export function compactMessages(messages: Imported, options: HeadlessOptions): HeadlessResult {
  const session = foldSession(importedEntries(messages, 0));
  return finishHeadless(prepareHeadless(session, options), options);
}

/** The plan carried out on paper, with the budget met exactly. */
export function prepareHeadless(session: Session, options: HeadlessOptions): Prepared {
  const { count, now = () => 0 } = options;
  const started = now();
  const prepared = compactToFit(
    headlessRequest(session, options),
    (context) => countHeadless(headlessContext(context), count),
    {
      durationMs: 0,
    },
  );
  const event = { ...prepared.draft.event, durationMs: Math.round(now() - started) };
  return { ...prepared, draft: { ...prepared.draft, event } };
}

function headlessRequest(session: Session, options: HeadlessOptions): PlanRequest {
  const { budgetTokens, windowTokens } = options;
  const settings = options.settings ?? DEFAULT_SETTINGS;
  const { usableTokens } = windowOf({ window: windowTokens }, settings);
  const messages = session.messages.map((each) => ({ ...each, message: withNamedImages(each.message) }));
  return {
    session: { ...session, messages },
    account: new TokenAccount(options.count),
    strategy: STRATEGIES[options.strategy],
    settings,
    goal: goalOfRequest({
      strategy: STRATEGIES[options.strategy],
      settings,
      usableTokens,
      ...(budgetTokens === undefined ? {} : { budgetTokens: Math.min(budgetTokens, windowTokens) }),
    }),
  };
}

/** What the command prints. Where nothing would be gained the context stays as it is. */
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
    : { context: asItIs, event: unchanged(event), receipt, contextTokens: tokensBefore };
}

function unchanged(event: HeadlessEvent): HeadlessEvent {
  return { ...event, cursorAfter: event.cursorBefore, coveredThrough: null, summaryTokens: 0, passes: [] };
}
