import { registryProfile } from '../../adapters/models/profiles.ts';
import type { NextRequest } from '../../core/chat/nextRequest.ts';
import { nextRequestCost, spentOf, type Price } from '../../core/context/cost.ts';
import { usageBaseline, type Gauge } from '../../core/context/gauge.ts';
import { turnGrowth } from '../../core/context/growth.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { Usage } from '../../core/log/message.ts';
import type { Session } from '../../core/log/session.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { GaugeViewInput } from './gaugeView.ts';

type Figures = Pick<GaugeViewInput, 'growthTokens' | 'spent' | 'nextCost' | 'compactsTo'>;

/** Where a session is going and what it costs, beside how full it is. `baseUrl` is where its model answers, where that is known. */
export function sessionFigures(session: OpenSession, gauge: Gauge, baseUrl: string | undefined): Figures {
  const { live, conversation } = session;
  const { price } = conversation.request;
  const compactsTo = gauge.share > 1 ? compactedTokens(session) : undefined;
  return {
    growthTokens: turnGrowth(live.session.messages, ({ id, message }) => live.account.ofMessage(message, id)),
    spent: spentOf(live.entries, pricesAt(conversation.request, baseUrl)),
    compactsTo,
    nextCost:
      price === undefined
        ? undefined
        : nextRequestCost(compactsTo ?? gauge.usedTokens, reportsOf(live.entries), {
            price,
            isPrefixKept: compactsTo === undefined && usageBaseline(live.entries) !== undefined,
          }),
  };
}

/** The model's own price; of others that answered at the same address, what is published. A local model has none. */
function pricesAt(
  { price, model }: Pick<NextRequest, 'price' | 'model'>,
  baseUrl: string | undefined,
): (model: string | undefined) => Price | undefined {
  return (answered) =>
    price === undefined || answered === undefined || answered === model
      ? price
      : baseUrl === undefined
        ? undefined
        : registryProfile(answered, baseUrl).price;
}

function reportsOf(entries: readonly Entry[]): readonly Usage[] {
  return entries.flatMap((entry) =>
    entry.kind === 'message' && entry.message.role === 'assistant' && entry.message.usage !== undefined
      ? [entry.message.usage]
      : [],
  );
}

const compacted = new WeakMap<Session, number | undefined>();

/** What the context takes once it is compacted before the next request: planned once as long as nothing is appended. */
function compactedTokens({ live, conversation }: OpenSession): number | undefined {
  const { session } = live;
  if (live.log.isReadOnly || conversation.compactor.isRunning) return undefined;
  if (!compacted.has(session)) compacted.set(session, conversation.compactor.beforeRequest()?.tokensAfter);
  return compacted.get(session);
}
