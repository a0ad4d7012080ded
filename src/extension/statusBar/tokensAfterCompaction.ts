import type { CompactionSettings } from '../../core/compaction/settings.ts';
import { shownTokensOf } from '../../core/context/gauge.ts';
import { withPauses } from '../../core/steps.ts';
import type { Session } from '../../core/log/session.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { ownTurn } from '../sleep.ts';
import { CancelledError } from '../webviews/describeError.ts';

/** The settings and the strategy of a session's compactions. */
export interface CompactedBy {
  readonly settings: CompactionSettings;
  readonly strategy: string;
}

/** The planned compaction: the automatic one before the next request, or the one that "Compact Now" would make. */
type Planning = 'beforeRequest' | 'asked';

interface Plan {
  /** The values that the plan depends on, in addition to the session. */
  readonly key: string;
  /**
   * The number of tokens after the compaction. Undefined until the plan is ready, or if no compaction would be made.
   */
  readonly tokens: number | undefined;
}

/** The newest plan for each state of a session. Every change of a session creates a new Session object. */
const plans = new WeakMap<Session, Plan>();

/** The number of milliseconds to wait before planning, so that the view is painted first. */
const PAINT_MS = 32;

/**
 * Returns the number of tokens of the context after a compaction. Returns undefined until the compaction is planned,
 * and if no compaction can or would be made. Plans in the background, once for each state of the session. Notifies the
 * gauge's listeners when the number is known.
 */
export function tokensAfterCompaction(
  open: OpenSession,
  input: CompactedBy,
  planning: Planning,
): number | undefined {
  const { live, conversation } = open;
  const { session } = live;
  if (live.log.isReadOnly || conversation.compactor.isRunning) return undefined;
  const key = planKey(open, input, planning);
  const known = plans.get(session);
  if (known?.key === key) return known.tokens;
  plans.set(session, { key, tokens: undefined });
  const isObsolete = (): boolean => live.session !== session || plans.get(session)?.key !== key;
  const makePlan = async (): Promise<void> => {
    if (isObsolete()) return;
    const { compactor } = conversation;
    const steps = planning === 'asked' ? compactor.preview({ keepsHalf: true }) : compactor.beforeRequest();
    const planned = await withPauses(steps, async () => {
      await ownTurn();
      // While a compaction runs, no plan is needed: the compaction makes its own, and then changes the context.
      if (isObsolete() || compactor.isRunning) throw new CancelledError();
    });
    if (isObsolete()) return;
    const tokens = planned.run ? shownTokensOf(live.entries)(planned.tokensAfter) : undefined;
    plans.set(session, { key, tokens });
    if (tokens !== undefined) conversation.gaugeChanged();
  };
  setTimeout(() => {
    makePlan().catch(() => {
      // Without a stored plan, the next call plans again.
      if (plans.get(session)?.key === key) plans.delete(session);
    });
  }, PAINT_MS);
  return undefined;
}

function planKey(
  { conversation: { request, compactor } }: OpenSession,
  { settings, strategy }: CompactedBy,
  planning: Planning,
): string {
  const model = [request.model, request.window(), request.toolTokens()];
  return JSON.stringify([
    ...[planning, settings, strategy, model],
    ...[compactor.restsThrough, compactor.asking.isAgreed],
  ]);
}
