import { formatCost, formatCount, formatPercent, formatTokens } from './format.ts';
import type { GaugeCategory, GaugeView } from './gaugeView.ts';

/** The texts that the gauge shows on hover, which are the same in the chat, the panel and the status bar. */
interface GaugeHover {
  /** The used tokens of the usable window. */
  readonly used: string;
  /** The whole window, and the part of it that is reserved for the answer. */
  readonly window: string;
  /** Set if the context exceeds the usable window: both sizes, and what happens before the next request. */
  readonly overflow?: string;
  /** When the next compaction starts, or the progress of the running one. */
  readonly next: string;
  /** Lines about cost and cache. */
  readonly figures: readonly string[];
  readonly categories: readonly (GaugeCategory & { readonly share: string })[];
}

export function gaugeHover(gauge: GaugeView): GaugeHover {
  const { usedTokens, usableTokens, overflow } = gauge;
  return {
    used:
      `${formatTokens(usedTokens)} of ${formatTokens(usableTokens)} usable tokens` +
      (gauge.isEstimated ? ' · estimated' : ''),
    window: windowWords(gauge),
    ...(overflow === undefined ? {} : { overflow }),
    next: nextWords(gauge),
    figures: [moneyWords(gauge), cachedWords(gauge)].filter((line) => line !== undefined),
    categories: gauge.categories
      .filter(({ tokens }) => tokens > 0)
      .map((each) => ({ ...each, share: formatPercent(each.tokens / Math.max(1, usedTokens)) })),
  };
}

/** Returns the text for the bar: the used share or, if the context is too large, its size and what will happen. */
export function gaugeFigure({ usedTokens, usableTokens, isEstimated, compactsTo }: GaugeView): string {
  const about = isEstimated ? '~' : '';
  const share = usedTokens / Math.max(1, usableTokens);
  if (share <= 1) return `${about}${formatPercent(share)}`;
  const used = `${about}${formatTokens(usedTokens)}`;
  return compactsTo === undefined
    ? `${used}, too large to send as it is`
    : `${used}, will be compacted to about ${formatTokens(compactsTo)} when you send`;
}

function windowWords({ windowTokens, usableTokens, isAssumedWindow }: GaugeView): string {
  const assumed = isAssumedWindow ? ' (assumed, since its size is not known)' : '';
  return `Window ${formatTokens(windowTokens)}${assumed}; ${formatTokens(windowTokens - usableTokens)} of it is kept free for the answer`;
}

function nextWords(gauge: GaugeView): string {
  const { progress, question, nextCompactionAt, usedTokens, turnsLeft, nextShortens } = gauge;
  if (question !== undefined) return 'A compaction waits for your answer.';
  if (progress !== undefined) return `${progress} You can go on.`;
  if (nextCompactionAt === undefined) return 'No compaction starts automatically.';
  const left = nextCompactionAt - usedTokens;
  const isShortening = nextShortens === true;
  if (left <= 0 && (turnsLeft ?? 0) === 0)
    return isShortening
      ? 'Old tool results are shortened with the next answer.'
      : 'The next compaction starts with the next answer.';
  const turns = turnsLeft === undefined ? '' : `about ${formatCount(turnsLeft, 'turn')}`;
  if (left <= 0) return `Next compaction in ${turns}.`;
  const what = isShortening ? 'Old tool results will be shortened' : 'Next compaction';
  const tokens = formatTokens(left);
  const at = `${what} when the context reaches ${formatTokens(nextCompactionAt)}, after ${tokens} more ${tokens === '1' ? 'token' : 'tokens'}`;
  return turns === '' ? `${at}.` : `${at} (${turns}).`;
}

function moneyWords({ cost }: GaugeView): string | undefined {
  if (cost === undefined) return undefined;
  const { spent, isPartial, next } = cost;
  const words = [
    ...(spent === 0 && isPartial ? [] : [`${isPartial ? 'At least ' : ''}${formatCost(spent)} so far`]),
    ...(next === undefined ? [] : [`the next request costs about ${formatCost(next)}`]),
  ];
  return words.length === 0 ? undefined : words.join(' · ');
}

function cachedWords({ cachedShare }: GaugeView): string | undefined {
  if (cachedShare === undefined) return undefined;
  return `${formatPercent(cachedShare)} of what was sent came from the provider’s cache, which is cheaper`;
}
