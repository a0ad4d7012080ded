import { registryProfile } from '../../adapters/models/profiles.ts';
import type { NextRequest } from '../../core/chat/nextRequest.ts';
import type { Question } from '../../core/compaction/decide/asking.ts';
import { clearsResults, tierOf } from '../../core/compaction/decide/due.ts';
import type { Forecast } from '../../core/compaction/decide/forecast.ts';
import type { RunStep } from '../../core/compaction/commit/run.ts';
import type { CompactionSettings } from '../../core/compaction/settings.ts';
import { withRecall, type Strategy } from '../../core/compaction/strategies.ts';
import { newestReports, nextRequestCost, spentBy, type Price, type Spent } from '../../core/context/cost.ts';
import { shownTokensOf, type Gauge, turnGrowth } from '../../core/context/gauge.ts';
import type { Entry, Tier } from '../../core/log/entry.ts';
import { formatTokenCount, formatTokens } from '../../shared/format.ts';
import type { GaugeCategory, GaugeTick, GaugeView } from '../../shared/gaugeView.ts';
import type { ViewParts } from '../parts.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { strategyOf } from '../strategyRegistry.ts';
import { priceWithoutCache, isCacheGone, type CacheClock } from './expiredCache.ts';
import { tokensAfterCompaction, type CompactedBy } from './tokensAfterCompaction.ts';

/** Returns the gauge of a session's context, including the text that waits to be sent. */
export function gaugeOf(session: OpenSession, parts: ViewParts): GaugeView {
  const { compactor, request } = session.conversation;
  const { compaction, baseUrl, idle } = parts.settings.current;
  const pendingTokens = parts.pending.of(session.id);
  const gauge = request.gauge(pendingTokens);
  const strategy = withRecall(strategyOf(session.live, parts), parts.settings.current.recall);
  const { growthTokens, ...figures } = sessionFigures(session, gauge, {
    ...{ baseUrl, settings: compaction, strategy: strategy.name },
    ...{ now: parts.services.clock.now(), cacheMs: idle.cacheMs },
  });
  return gaugeView({
    gauge,
    settings: compaction,
    strategy,
    step: compactor.step,
    next: compactor.forecast(gauge.usedTokens, growthTokens),
    question: compactor.asking.question,
    ...figures,
  });
}

export interface GaugeViewInput {
  readonly gauge: Gauge;
  readonly settings: CompactionSettings;
  readonly strategy: Strategy;
  /** The step of the running compaction. Undefined if none is running. */
  readonly step: RunStep | undefined;
  /** The next automatic run. Undefined if there is none. */
  readonly next: Forecast | undefined;
  /** A run that waits for the person's answer. */
  readonly question?: Question | undefined;
  readonly spent?: Spent;
  /** The cost of one more request in US dollars. */
  readonly nextCost?: number | undefined;
  /**
   * The number of tokens in the context after the compaction that runs before the next request. Undefined if the
   * context fits into the usable window, or if the number is unknown, e.g. because the compaction is not planned yet.
   */
  readonly compactsTo?: number | undefined;
  readonly expiredCache?: GaugeView['expiredCache'] | undefined;
}

/**
 * Returns the data for drawing the gauge. The ticks mark the shares of the usable window at which a compaction starts,
 * the person is asked whether to compact, or old tool results are shortened.
 */
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
    ...(input.expiredCache === undefined ? {} : { expiredCache: input.expiredCache }),
    ...(question === undefined
      ? {}
      : { question: question.leftMs === undefined ? {} : { leftMs: question.leftMs } }),
    isCompacting: input.step !== undefined,
    ...(input.step === undefined ? {} : { progress: STEP_WORDS[input.step] }),
    ...(share > 1 ? overflowOf(input) : {}),
  };
}

/** Returns at how many tokens and in how many turns the next run starts, and whether it only shortens tool results. */
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
  background: 'compacts automatically in the background',
  aggressive: 'compacts a larger part automatically',
  emergency: 'urgent: compacts at once, without a model',
};

function tickLabel(tier: Tier, { when }: CompactionSettings): string {
  return when === 'ask' && tier !== 'emergency' ? 'asks whether to compact' : TICK_LABELS[tier];
}

/**
 * Returns the tick at which old tool results are shortened next, without a compaction of messages. Returns no tick if
 * the strategy does not do this, if compaction is not automatic, or if the next run is of another kind.
 */
function clearingTick({ next, strategy, settings, gauge }: GaugeViewInput): readonly GaugeTick[] {
  const { target } = settings;
  if (settings.when !== 'automatic' || !clearsResults(strategy, settings, target)) return [];
  if (next?.isClearing !== true) return [];
  const share = next.usedTokens / Math.max(1, gauge.window.usableTokens);
  return [{ fraction: Math.max(target, share), label: 'shortens old tool results' }];
}

/**
 * Returns the tick at which a strategy that counts turns will compact next. Assumes that the next turns are as long as
 * the newest ones. Returns no tick if the emergency threshold is reached first.
 */
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

/**
 * Returns the shares of the usable window at which runs start automatically or ask the person. The lowest share comes
 * first.
 */
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

function categoriesOf({ categories, pendingTokens }: Gauge): readonly GaugeCategory[] {
  const shown = categories.map(({ name, tokens }): GaugeCategory => {
    const own = name === 'user' ? Math.max(0, tokens - pendingTokens) : tokens;
    return { name: name === 'system and tools' ? 'system' : name, tokens: own };
  });
  return pendingTokens === 0 ? shown : [...shown, { name: 'not sent yet', tokens: pendingTokens }];
}

function overflowOf({ gauge, compactsTo }: GaugeViewInput): Pick<GaugeView, 'overflow' | 'compactsTo'> {
  const { usedTokens, window } = gauge;
  const takes =
    `The context takes ${formatTokenCount(usedTokens)}, but a request has room for ` +
    formatTokens(window.usableTokens);
  return compactsTo === undefined
    ? { overflow: `${takes}. It must be compacted before the next request.` }
    : {
        overflow: `${takes}. When you send, Longthread compacts the context to about ${formatTokens(compactsTo)}.`,
        compactsTo,
      };
}

/** A sentence for each step of a running compaction. */
export const STEP_WORDS: Readonly<Record<RunStep, string>> = {
  mechanical: 'Compacting…',
  summary: 'A model is writing notes. The context changes when the notes are ready.',
  summaryToFollow: 'Compacted. A model is adding its notes…',
};

interface Figures extends Pick<GaugeViewInput, 'spent' | 'nextCost' | 'compactsTo' | 'expiredCache'> {
  /** The mean number of tokens by which the newest turns made the context grow. */
  readonly growthTokens: number | undefined;
}

interface FiguresInput extends CompactedBy, CacheClock {
  /** The base address of the endpoint in the settings. Undefined if the address in the settings is invalid. */
  readonly baseUrl: string | undefined;
}

/** Returns the figures of a session: its growth per turn, its cost, and its size after a compaction. */
export function sessionFigures(session: OpenSession, gauge: Gauge, input: FiguresInput): Figures {
  const { live, conversation } = session;
  const { price } = conversation.request;
  const shown = shownTokensOf(live.entries);
  const compactsTo = gauge.share > 1 ? tokensAfterCompaction(session, input, 'beforeRequest') : undefined;
  const spent = paidIn(session, input.baseUrl);
  const reports = newestReports(live.entries);
  return {
    growthTokens: turnGrowth(live.session.messages, ({ id, message }) =>
      shown(live.account.ofMessage(message, id)),
    ),
    spent,
    compactsTo,
    expiredCache: priceWithoutCache(session, gauge, input, reports),
    nextCost:
      price === undefined
        ? undefined
        : nextRequestCost(compactsTo ?? gauge.usedTokens, reports, {
            price,
            isPrefixKept: compactsTo === undefined && isPrefixCached(session, input),
          }),
  };
}

/** Returns whether the context begins with the newest request and the provider may still have this request cached. */
function isPrefixCached({ live, conversation }: OpenSession, clock: CacheClock): boolean {
  return conversation.request.baseline !== undefined && !isCacheGone(live.entries, clock);
}

interface Paid {
  /** A key made of the model, its price and the endpoint's address. `spentIn` is valid only for this key. */
  readonly by: string;
  readonly spentIn: (entries: readonly Entry[]) => Spent;
}

const paid = new WeakMap<OpenSession, Paid>();

/**
 * Returns the cost and the tokens of the session so far. Caches them, since several views ask for them at every
 * keystroke.
 */
function paidIn(session: OpenSession, baseUrl: string | undefined): Spent {
  const { live, conversation } = session;
  const { request } = conversation;
  const by = JSON.stringify([request.model, request.price, baseUrl]);
  const known = paid.get(session);
  const current = known?.by === by ? known : { by, spentIn: spentBy(pricesAt(request, baseUrl)) };
  paid.set(session, current);
  return current.spentIn(live.entries);
}

/**
 * Returns a function that returns the price of a model that answered. For the session's own model, this is the
 * session's price. For other models at the same address, it is the published price. If the session's own model has no
 * price, e.g. because it is local, other models have none either.
 */
function pricesAt(
  { price, model }: Pick<NextRequest, 'price' | 'model'>,
  baseUrl: string | undefined,
): (model: string | undefined) => Price | undefined {
  const published = new Map<string, Price | undefined>();
  return (answered) => {
    if (price === undefined || answered === undefined || answered === model) return price;
    if (baseUrl !== undefined && !published.has(answered))
      published.set(answered, registryProfile(answered, baseUrl).price);
    return published.get(answered);
  };
}
