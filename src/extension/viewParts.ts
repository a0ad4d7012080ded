import { STRATEGIES, withRecall, type Strategy } from '../core/compaction/strategies.ts';
import type { LiveSession } from '../core/session/liveSession.ts';
import type { GaugeView } from '../shared/gaugeView.ts';
import type { Parts } from './parts.ts';
import type { OpenSession } from './sessions/openSession.ts';
import { gaugeView } from './statusBar/gaugeView.ts';
import { sessionFigures } from './statusBar/sessionFigures.ts';

/** What every view is made from. */
export type ViewParts = Pick<
  Parts,
  | ('services' | 'sessions' | 'agentSessions' | 'acting' | 'models' | 'settings')
  | ('strategies' | 'memories' | 'pending' | 'approvals' | 'files' | 'observations')
>;

/** The strategy that a session's runs follow: its own, else that of the settings. */
export function strategyOf(
  live: Pick<LiveSession, 'session'> | undefined,
  { settings, strategies }: Pick<Parts, 'settings' | 'strategies'>,
): Strategy {
  const { strategy } = settings.current.compaction;
  return strategies.find(live?.session.strategy ?? strategy) ?? STRATEGIES[strategy];
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
