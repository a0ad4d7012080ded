import type { Entry, MessageId } from '../log/entry.ts';
import { textOfPart, type Usage } from '../log/message.ts';
import type { TokenAccount } from './account.ts';
import type { Context, ContextItem } from './context.ts';
import { isSilentOverflow, isTooHigh } from './silentOverflow.ts';
import type { Window } from './window.ts';

export type Category =
  | 'system and tools'
  | 'user'
  | 'assistant'
  | 'reasoning'
  | 'tool results'
  | 'summaries'
  | 'notes';

export const CATEGORIES: readonly Category[] = [
  'system and tools',
  'user',
  'assistant',
  'reasoning',
  'tool results',
  'summaries',
  'notes',
];

/** The provider's count of a request, and the last message that it covers. */
export interface UsageBaseline {
  readonly through: MessageId;
  readonly usage: Usage;
  /** Whether the usage is a host's, which may have sent less than the log holds. */
  readonly isOfHost?: true;
}

export interface Gauge {
  readonly usedTokens: number;
  readonly window: Window;
  /** The used share of the usable window; above 1 when the context does not fit. */
  readonly share: number;
  /** Whether the figure is our own count, not the provider's. */
  readonly isEstimated: boolean;
  readonly categories: readonly { readonly name: Category; readonly tokens: number }[];
  /** The tokens of `user` that are not sent yet. */
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
  /** The provider's tokens for one of ours, learned from earlier answers. */
  readonly factor?: number;
}

/**
 * Returns the used tokens: the provider's report plus our count of everything after it, or else our count times the
 * learned factor. Ignores a report that shows that the endpoint truncated the request or counted something else.
 */
export function readGauge(request: GaugeRequest): Gauge {
  const { context, account, window, toolTokens, pendingTokens = 0, baseline, factor = 1 } = request;
  const known =
    baseline === undefined ? -1 : context.findIndex((item) => item.entries.at(-1) === baseline.through);
  const sent = context.slice(0, Math.max(0, known));
  const sentTokens = account.ofContext(sent) - account.ofImages(sent) + toolTokens;
  const isEstimated =
    known < 0 ||
    baseline === undefined ||
    (baseline.isOfHost !== true &&
      (isSilentOverflow(baseline.usage.inputTokens, sentTokens) ||
        isTooHigh(baseline.usage.inputTokens, sentTokens + account.ofImages(sent))));
  const counted = account.ofContext(context) + toolTokens;
  const after = account.ofContext(context.slice(known)) + pendingTokens;
  const usedTokens = Math.round(
    isEstimated ? (counted + pendingTokens) * factor : baseline.usage.inputTokens + after * factor,
  );
  return {
    usedTokens,
    window,
    share: window.usableTokens > 0 ? usedTokens / window.usableTokens : 1,
    isEstimated,
    categories: scaled(categoriesOf(context, account, { toolTokens, pendingTokens }), usedTokens),
    pendingTokens: Math.round(pendingTokens * (usedTokens / Math.max(1, counted + pendingTokens))),
  };
}

/**
 * Returns the newest valid report, i.e. one after which nothing that was sent has changed. It must include our own
 * count, since a transcript's report is about another client's request. With `isOfHost`, the reports of the host's
 * transcript are the wanted ones.
 */
export function usageBaseline(entries: readonly Entry[], isOfHost = false): UsageBaseline | undefined {
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry === undefined || VOIDING.has(entry.kind)) return undefined;
    if (entry.kind !== 'message') continue;
    const { message } = entry;
    if (message.role === 'system') return undefined;
    if (message.role !== 'assistant' || message.usage === undefined) continue;
    if (isOfHost && message.usage.inputTokens > 0)
      return { through: entry.id, usage: message.usage, isOfHost };
    if (message.usage.countedTokens !== undefined) return { through: entry.id, usage: message.usage };
  }
  return undefined;
}

const VOIDING: ReadonlySet<Entry['kind']> = new Set([
  'compaction',
  'undo',
  'rewind',
  'exclude',
  'pin',
  'reveal',
  'stage',
  'model',
  'forgotten',
]);

/** Limits of a plausible report; beyond them the prompt was truncated or the unit is wrong. */
const FACTOR_LIMITS = { least: 0.5, most: 2 };

/** Returns the provider's tokens for one of ours, from the newest plausible report of a log. */
export function learnedFactor(entries: readonly Entry[]): number {
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry?.kind !== 'message' || entry.message.role !== 'assistant') continue;
    const { countedTokens = 0, inputTokens } = entry.message.usage ?? { inputTokens: 0 };
    const factor = countedTokens > 0 ? inputTokens / countedTokens : Number.NaN;
    if (factor >= FACTOR_LIMITS.least && factor <= FACTOR_LIMITS.most) return factor;
  }
  return 1;
}

/** Converts our own count to the provider's tokens, so that it matches the gauge beside it. */
export type ShownTokens = (counted: number) => number;

export const asCounted: ShownTokens = (counted) => counted;

export function shownTokensOf(entries: readonly Entry[]): ShownTokens {
  const factor = learnedFactor(entries);
  return factor === 1 ? asCounted : (counted) => Math.round(counted * factor);
}

type CategoryTokens = Map<Category, number>;

function categoriesOf(
  context: Context,
  account: TokenAccount,
  extra: { readonly toolTokens: number; readonly pendingTokens: number },
): CategoryTokens {
  const tokens: CategoryTokens = new Map(CATEGORIES.map((name) => [name, 0]));
  const add = (name: Category, more: number): void => void tokens.set(name, (tokens.get(name) ?? 0) + more);
  add('system and tools', extra.toolTokens);
  add('user', extra.pendingTokens);
  for (const item of context) addItem(item, account, add);
  return tokens;
}

function addItem(
  item: ContextItem,
  account: TokenAccount,
  add: (name: Category, tokens: number) => void,
): void {
  const all = account.ofItem(item);
  const category = categoryOf(item);
  if (category !== 'user' && category !== 'assistant') {
    add(category, all);
    return;
  }
  const aside: Category = category === 'user' ? 'notes' : 'reasoning';
  const asideTokens = item.message.parts
    .filter((part) => part.type === 'reasoning' || (part.type === 'text' && part.origin === 'client'))
    .reduce((sum, part) => sum + account.ofText(textOfPart(part)), 0);
  add(aside, asideTokens);
  add(category, all - asideTokens);
}

function categoryOf({ message, treatment }: ContextItem): Category {
  if (treatment === 'summary' || treatment === 'ledger' || treatment === 'digest' || treatment === 'note')
    return 'summaries';
  switch (message.role) {
    case 'system':
      return 'system and tools';
    case 'tool':
      return 'tool results';
    default:
      return message.role;
  }
}

/** Scales the counted shares to the shown sum. Rounds the running totals, so that no share is lost in rounding. */
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
