import type { RunStep } from '../../core/compaction/run.ts';
import type { Forecast } from '../../core/compaction/forecast.ts';
import type { CompactionSettings } from '../../core/compaction/settings.ts';
import type { Strategy } from '../../core/compaction/strategies.ts';
import { clearsResults, tierOf } from '../../core/compaction/due.ts';
import type { Question } from '../../core/compaction/asking.ts';
import type { Spent } from '../../core/context/cost.ts';
import type { Gauge } from '../../core/context/gauge.ts';
import type { Tier } from '../../core/log/entry.ts';
import { formatTokens } from '../../shared/format.ts';
import type { GaugeCategory, GaugeTick, GaugeView } from '../../shared/gaugeView.ts';
import { STEP_WORDS } from './stepWords.ts';

export interface GaugeViewInput {
  readonly gauge: Gauge;
  readonly settings: CompactionSettings;
  readonly strategy: Strategy;
  /** What the run in flight is doing; undefined when there is none. */
  readonly step: RunStep | undefined;
  /** The next run that starts by itself; undefined where none does. */
  readonly next: Forecast | undefined;
  /** A run that waits for the person's word. */
  readonly question?: Question | undefined;
  readonly spent?: Spent;
  /** US dollars of one more request. */
  readonly nextCost?: number | undefined;
  /** What the context takes after the compaction that comes before the next request. */
  readonly compactsTo?: number | undefined;
}

/** The gauge ready to be drawn: with the thresholds of the strategy as ticks, and where the next run starts by itself. */
export function gaugeView(input: GaugeViewInput): GaugeView {
  const { gauge, settings, strategy } = input;
  const { usedTokens, window, share } = gauge;
  const starts = startsOf(strategy, settings);
  const question = input.question;
  return {
    usedTokens,
    usableTokens: window.usableTokens,
    windowTokens: window.totalTokens,
    isEstimated: gauge.isEstimated,
    isAssumedWindow: window.isAssumed,
    tier: tierOf(share, strategy, settings) ?? 'calm',
    ticks: [
      ...clearingTick(input),
      ...turnsTick(input),
      ...starts.map(({ at, tier }): GaugeTick => ({ fraction: at, label: tickLabel(tier, settings) })),
    ],
    categories: categoriesOf(gauge),
    ...nextOf(input.next),
    ...moneyOf(input),
    ...(question === undefined
      ? {}
      : { question: question.leftMs === undefined ? {} : { leftMs: question.leftMs } }),
    isCompacting: input.step !== undefined,
    ...(input.step === undefined ? {} : { progress: STEP_WORDS[input.step] }),
    ...(share > 1 ? overflowOf(input) : {}),
  };
}

/** Where the next run starts by itself, and how far that is. */
function nextOf(
  next: Forecast | undefined,
): Pick<GaugeView, 'nextCompactionAt' | 'turnsLeft' | 'nextShortens'> {
  if (next === undefined) return {};
  return {
    nextCompactionAt: next.usedTokens,
    ...(next.turns === undefined ? {} : { turnsLeft: next.turns }),
    ...(next.isClearing ? { nextShortens: true } : {}),
  };
}

function moneyOf({ spent, nextCost }: GaugeViewInput): Pick<GaugeView, 'cost' | 'cachedShare'> {
  const { cost, inputTokens = 0, cachedTokens = 0, isPartial = false } = spent ?? {};
  const next = nextCost === undefined ? {} : { next: nextCost };
  return {
    ...(cost === undefined && nextCost === undefined
      ? {}
      : { cost: { spent: cost ?? 0, isPartial, ...next } }),
    ...(cachedTokens === 0 ? {} : { cachedShare: cachedTokens / inputTokens }),
  };
}

const TICK_LABELS: Readonly<Record<Tier, string>> = {
  background: 'compacts by itself, while you go on',
  aggressive: 'compacts more of it by itself',
  emergency: 'urgent: compacts at once, without a model',
};

function tickLabel(tier: Tier, { when }: CompactionSettings): string {
  return when === 'ask' && tier !== 'emergency' ? 'asks whether to compact' : TICK_LABELS[tier];
}

/**
 * Where old tool results are shortened next, which is no compaction of what was said; nowhere while there are too few of
 * them.
 */
function clearingTick({ next, strategy, settings, gauge }: GaugeViewInput): readonly GaugeTick[] {
  const { target } = settings;
  if (settings.when !== 'automatic' || !clearsResults(strategy, settings, target)) return [];
  if (next?.isClearing !== true) return [];
  const share = next.usedTokens / Math.max(1, gauge.window.usableTokens);
  return [{ fraction: Math.max(target, share), label: 'shortens old tool results' }];
}

/** Where a batch of turns will have fallen out of the window, as turns grow now. */
function turnsTick({ next, strategy, settings, gauge }: GaugeViewInput): readonly GaugeTick[] {
  const fraction = (next?.usedTokens ?? Infinity) / Math.max(1, gauge.window.usableTokens);
  const isByTurns = strategy.trigger(settings).by === 'turns' && next?.turns !== undefined;
  return isByTurns && fraction < settings.thresholds.emergency
    ? [{ fraction, label: tickLabel('background', settings) }]
    : [];
}

interface Start {
  readonly tier: Tier;
  /** Share of the usable window. */
  readonly at: number;
}

/** Where runs start by themselves or ask to, lowest first. */
function startsOf(strategy: Strategy, settings: CompactionSettings): readonly Start[] {
  const starts = allStarts(strategy, settings);
  return settings.when === 'manual' ? starts.filter(({ tier }) => tier === 'emergency') : starts;
}

function allStarts(strategy: Strategy, settings: CompactionSettings): readonly Start[] {
  const { background, aggressive, emergency } = settings.thresholds;
  const trigger = strategy.trigger(settings);
  const last: Start = { tier: 'emergency', at: emergency };
  switch (trigger.by) {
    case 'tiers':
      return [{ tier: 'background', at: background }, { tier: 'aggressive', at: aggressive }, last];
    case 'share':
      return trigger.at < emergency
        ? [{ tier: 'background', at: trigger.at }, last]
        : [{ tier: 'background', at: trigger.at }];
    case 'turns':
      return [last];
  }
}

const SHOWN_NAMES: Readonly<Record<Gauge['categories'][number]['name'], GaugeCategory['name']>> = {
  'system and tools': 'system',
  user: 'user',
  assistant: 'assistant',
  reasoning: 'reasoning',
  'tool results': 'tool results',
  summaries: 'notes',
  notes: 'observations',
};

function categoriesOf({ categories, pendingTokens }: Gauge): readonly GaugeCategory[] {
  const shown = categories.map(({ name, tokens }): GaugeCategory => {
    const own = name === 'user' ? Math.max(0, tokens - pendingTokens) : tokens;
    return { name: SHOWN_NAMES[name], tokens: own };
  });
  return pendingTokens === 0 ? shown : [...shown, { name: 'pending', tokens: pendingTokens }];
}

function overflowOf({ gauge, compactsTo }: GaugeViewInput): Pick<GaugeView, 'overflow' | 'compactsTo'> {
  const { usedTokens, window } = gauge;
  const takes =
    `The context takes ${formatTokens(usedTokens)} tokens and a request has room for ` +
    formatTokens(window.usableTokens);
  return compactsTo === undefined
    ? { overflow: `${takes}: it is compacted before the next one.` }
    : {
        overflow: `${takes}: it is compacted to about ${formatTokens(compactsTo)} when you send.`,
        compactsTo,
      };
}
