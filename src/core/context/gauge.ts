import type { Entry, MessageId } from '../log/entry.ts';
import { isForgotten } from '../log/forget.ts';
import { type Usage, personTextOf } from '../log/message.ts';
import { accumulated } from '../memoized.ts';
import type { TokenAccount } from './account.ts';
import { CATEGORIES, figuresOf, type Category, type CategoryTokens } from './contextFigures.ts';
import type { Context } from './context.ts';
import { isSilentOverflow, isTooHigh, type Window } from './window.ts';
import type { SessionMessage } from '../log/session.ts';

/** The provider's count of a request, and the answer that reported it. */
export interface UsageBaseline {
  /** The id of the answer. The count covers the messages before the answer. */
  readonly through: MessageId;
  readonly usage: Usage;
  /** Whether a host reported the usage. A host may have sent less than the log contains. */
  readonly isOfHost?: true;
}

export interface Gauge {
  readonly usedTokens: number;
  readonly window: Window;
  /** The used share of the usable window; above 1 if the context does not fit. */
  readonly share: number;
  /** Whether the figure is our own count and not the provider's report. */
  readonly isEstimated: boolean;
  readonly categories: readonly { readonly name: Category; readonly tokens: number }[];
  /** The number of tokens that are not sent yet. The category `user` includes these tokens. */
  readonly pendingTokens: number;
}

export interface GaugeRequest {
  readonly context: Context;
  readonly account: TokenAccount;
  readonly window: Window;
  readonly toolTokens: number;
  /** The tokens of the text in the composer, including attachments. */
  readonly pendingTokens?: number;
  readonly baseline?: UsageBaseline;
  /** The number of provider tokens per token of our own count, learned from earlier answers. */
  readonly factor?: number;
}

/**
 * Returns the gauge. The used tokens are the provider's report plus our own count of everything after the reported
 * request. Without a report, they are our own count of everything. Our own counts are multiplied by the learned factor.
 * Ignores an implausible report, unless a host reported it.
 */
export function readGauge(request: GaugeRequest): Gauge {
  const { context, account, window, toolTokens, pendingTokens = 0, baseline, factor = 1 } = request;
  const figures = figuresOf(context, account);
  const known = baseline === undefined ? -1 : placeOf(baseline, context);
  const since = known < 0 ? [] : context.slice(known);
  const sinceTokens = account.ofContext(since);
  const sentTokens = figures.tokens - sinceTokens + toolTokens;
  const sentImageTokens = figures.imageTokens - account.ofImages(since);
  const isEstimated =
    known < 0 ||
    baseline === undefined ||
    isImplausible(baseline, sentTokens, sentTokens - sentImageTokens) ||
    countsForgottenText(baseline, context.slice(0, known));
  const counted = figures.tokens + toolTokens;
  const after = sinceTokens + pendingTokens;
  const usedTokens = Math.round(
    isEstimated ? (counted + pendingTokens) * factor : baseline.usage.inputTokens + after * factor,
  );
  return {
    usedTokens,
    window,
    share: window.usableTokens > 0 ? usedTokens / window.usableTokens : 1,
    isEstimated,
    categories: scaled(withExtra(figures.categories, { toolTokens, pendingTokens }), usedTokens),
    pendingTokens: Math.round(pendingTokens * (usedTokens / Math.max(1, counted + pendingTokens))),
  };
}

/** Returns whether a report shows that the endpoint truncated the request or counted something else. */
function isImplausible(
  { usage: { inputTokens }, isOfHost }: UsageBaseline,
  sentTokens: number,
  sentTextTokens: number,
): boolean {
  if (isOfHost === true) return false;
  return isSilentOverflow(inputTokens, sentTextTokens) || isTooHigh(inputTokens, sentTokens);
}

/** Returns whether a report counts text that the person removed from the log after the request. */
function countsForgottenText(
  { usage: { precedesForgetting }, isOfHost }: UsageBaseline,
  sent: Context,
): boolean {
  return isOfHost !== true && precedesForgetting === true && sent.some(({ message }) => isForgotten(message));
}

/**
 * Returns the newest valid report. A report is valid as long as the model and the part of the context that the report
 * covers are the same. A report without our own count comes from a transcript and is about another client's request.
 * Such a report is valid only with `isOfHost`.
 */
export function usageBaseline(entries: readonly Entry[], isOfHost = false): UsageBaseline | undefined {
  return isOfHost ? hostBaseline(entries) : ownBaseline(entries);
}

const ownBaseline = accumulated<Entry, UsageBaseline | undefined>(undefined, (before, entry) =>
  baselineAfter(before, entry, false),
);
const hostBaseline = accumulated<Entry, UsageBaseline | undefined>(undefined, (before, entry) =>
  baselineAfter(before, entry, true),
);

function baselineAfter(
  before: UsageBaseline | undefined,
  entry: Entry,
  isOfHost: boolean,
): UsageBaseline | undefined {
  if (voidsReports(entry)) return undefined;
  if (entry.kind !== 'message') return before;
  const { message } = entry;
  if (message.role !== 'assistant' || message.usage === undefined) return before;
  if (isOfHost && message.usage.inputTokens > 0) return { through: entry.id, usage: message.usage, isOfHost };
  return message.usage.countedTokens === undefined ? before : { through: entry.id, usage: message.usage };
}

/** Returns whether an entry changes the model, or the context that an earlier request contained. */
export function voidsReports(entry: Entry): boolean {
  return VOIDING.has(entry.kind) || (entry.kind === 'message' && entry.message.role === 'system');
}

const VOIDING: ReadonlySet<Entry['kind']> = new Set([
  'compaction',
  'undo',
  'redo',
  'rewind',
  'exclude',
  'pin',
  'reveal',
  'stage',
  'model',
  'forgotten',
]);

/**
 * The limits for the factor of a plausible report. If a factor is beyond these limits, the provider truncated the
 * prompt, or the unit of the report is wrong.
 */
const FACTOR_LIMITS = { least: 0.5, most: 2 };

/**
 * Returns the number of provider tokens per token of our own count, from the newest plausible report in a log; 1
 * without a report.
 */
export const learnedFactor = accumulated<Entry, number>(1, (before, entry) => {
  if (entry.kind !== 'message' || entry.message.role !== 'assistant') return before;
  const { countedTokens = 0, inputTokens } = entry.message.usage ?? { inputTokens: 0 };
  const factor = countedTokens > 0 ? inputTokens / countedTokens : Number.NaN;
  return factor >= FACTOR_LIMITS.least && factor <= FACTOR_LIMITS.most ? factor : before;
});

/** Converts our own token count to the provider's tokens, so that the figure matches the gauge beside it. */
export type ShownTokens = (counted: number) => number;

export const asCounted: ShownTokens = (counted) => counted;

export function shownTokensOf(entries: readonly Entry[]): ShownTokens {
  const factor = learnedFactor(entries);
  return factor === 1 ? asCounted : (counted) => Math.round(counted * factor);
}

/**
 * Returns the index of the answer that reported the usage. Also compares the role, because a placeholder may have the
 * same id: if a call of the answer has no result, the context contains a placeholder result with the answer's id.
 */
function placeOf({ through }: UsageBaseline, context: Context): number {
  return context.findLastIndex(
    ({ message, entries }) => message.role === 'assistant' && entries.at(-1) === through,
  );
}

function withExtra(
  categories: CategoryTokens,
  { toolTokens, pendingTokens }: Required<Pick<GaugeRequest, 'toolTokens' | 'pendingTokens'>>,
): CategoryTokens {
  const of = (name: Category): number => categories.get(name) ?? 0;
  return new Map([
    ...categories,
    ['system and tools', of('system and tools') + toolTokens],
    ['user', of('user') + pendingTokens],
  ]);
}

/**
 * Scales the counts so that they add up to the total. Rounds the running sums, so that no token is lost by rounding.
 */
function scaled(tokens: CategoryTokens, total: number): Gauge['categories'] {
  const sum = [...tokens.values()].reduce((a, b) => a + b, 0);
  let counted = 0;
  let shown = 0;
  return CATEGORIES.map((name) => {
    counted += tokens.get(name) ?? 0;
    const end = sum === 0 ? 0 : Math.round((counted / sum) * total);
    const share = end - shown;
    shown = end;
    return { name, tokens: share };
  });
}

/** The number of newest turns from which the growth in the next turns is forecast. */
const TURNS_IN_MEAN = 5;

/**
 * Returns the mean token count of the newest turns in the log. A turn begins with a message by the person. Undefined
 * before the first turn.
 */
export function turnGrowth(
  messages: readonly SessionMessage[],
  tokensOf: (message: SessionMessage) => number,
): number | undefined {
  let [turns, tokens] = [0, 0];
  for (let at = messages.length - 1; at >= 0 && turns < TURNS_IN_MEAN; at -= 1) {
    const message = messages[at];
    if (message === undefined || message.message.role === 'system') continue;
    tokens += tokensOf(message);
    if (personTextOf(message.message).trim() !== '') turns += 1;
  }
  return turns === 0 ? undefined : tokens / turns;
}
