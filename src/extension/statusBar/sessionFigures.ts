import { registryProfile } from '../../adapters/models/profiles.ts';
import type { NextRequest } from '../../core/chat/nextRequest.ts';
import { nextRequestCost, spentOf, type Price, type Spent } from '../../core/context/cost.ts';
import { shownTokensOf, usageBaseline, type Gauge } from '../../core/context/gauge.ts';
import { turnGrowth } from '../../core/context/growth.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { Usage } from '../../core/log/message.ts';
import type { Session } from '../../core/log/session.ts';
import { withRecall } from '../../core/compaction/strategies.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import type { ViewParts } from '../parts.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { strategyOf } from '../strategyRegistry.ts';
import { comesDownTo, type CompactedBy } from './comesDownTo.ts';
import { gaugeView, type GaugeViewInput } from './gaugeView.ts';

interface Figures extends Pick<GaugeViewInput, 'spent' | 'nextCost' | 'compactsTo'> {
  /** Mean tokens of the newest turns. */
  readonly growthTokens: number | undefined;
}

interface FiguresInput extends CompactedBy {
  /** Where the session's model answers, where that is known. */
  readonly baseUrl: string | undefined;
}

/** Where a session is going and what it costs, beside how full it is. */
export function sessionFigures(session: OpenSession, gauge: Gauge, input: FiguresInput): Figures {
  const { live, conversation } = session;
  const { price } = conversation.request;
  const shown = shownTokensOf(live.entries);
  const compactsTo = gauge.share > 1 ? comesDownTo(session, input) : undefined;
  const { spent, reports } = paidIn(session, input.baseUrl);
  return {
    growthTokens: turnGrowth(live.session.messages, ({ id, message }) =>
      shown(live.account.ofMessage(message, id)),
    ),
    spent,
    compactsTo,
    nextCost:
      price === undefined
        ? undefined
        : nextRequestCost(compactsTo ?? gauge.usedTokens, reports, {
            price,
            isPrefixKept: compactsTo === undefined && usageBaseline(live.entries) !== undefined,
          }),
  };
}

interface Paid {
  /** Model, price and address, by which it was added up. */
  readonly by: string;
  readonly spent: Spent;
  readonly reports: readonly Usage[];
}

const paid = new WeakMap<Session, Paid>();

/** Read from the whole log once as long as nothing is appended: several views ask, with every key that is typed. */
function paidIn({ live, conversation: { request } }: OpenSession, baseUrl: string | undefined): Paid {
  const by = JSON.stringify([request.model, request.price, baseUrl]);
  const known = paid.get(live.session);
  if (known?.by === by) return known;
  const spent = spentOf(live.entries, pricesAt(request, baseUrl));
  const added = { by, spent, reports: reportsOf(live.entries) };
  paid.set(live.session, added);
  return added;
}

/** The model's own price; of others that answered at the same address, what is published. A local model has none. */
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

function reportsOf(entries: readonly Entry[]): readonly Usage[] {
  return entries.flatMap((entry) =>
    entry.kind === 'message' && entry.message.role === 'assistant' && entry.message.usage !== undefined
      ? [entry.message.usage]
      : [],
  );
}

/** How full a session's context is, with what waits to be sent. */
export function gaugeOf(session: OpenSession, parts: ViewParts): GaugeView {
  const { compactor, request } = session.conversation;
  const { compaction, baseUrl } = parts.settings.current;
  const pendingTokens = parts.pending.of(session.id);
  const gauge = request.gauge(pendingTokens);
  const strategy = withRecall(strategyOf(session.live, parts), parts.settings.current.recall);
  const { growthTokens, ...figures } = sessionFigures(session, gauge, {
    ...{ baseUrl, settings: compaction, strategy: strategy.name },
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
