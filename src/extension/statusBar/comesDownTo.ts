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

/** The compaction that is planned: the automatic one before the next request, or the one of "Compact Now". */
type Planning = 'beforeRequest' | 'asked';

interface Planned {
  /** Facts that the plan depends on, in addition to the session. */
  readonly by: string;
  readonly tokens: number | undefined;
}

const planned = new WeakMap<Session, Planned>();

/** How many milliseconds planning waits, so that the view is painted first. */
const SHOWN_FIRST_MS = 32;

/**
 * Returns the tokens of the context after a compaction; undefined if none would be made. Plans in the background,
 * once for each state: returns undefined until the plan is ready, then notifies the gauge's listeners.
 */
export function comesDownTo(open: OpenSession, input: CompactedBy, planning: Planning): number | undefined {
  const { live, conversation } = open;
  const { session } = live;
  if (live.log.isReadOnly || conversation.compactor.isRunning) return undefined;
  const by = dependsOn(open, input, planning);
  const known = planned.get(session);
  if (known?.by === by) return known.tokens;
  planned.set(session, { by, tokens: undefined });
  const isPast = (): boolean => live.session !== session || planned.get(session)?.by !== by;
  const plan = async (): Promise<void> => {
    if (isPast()) return;
    const { compactor } = conversation;
    const steps = planning === 'asked' ? compactor.preview({ keepsHalf: true }) : compactor.beforeRequest();
    const found = await withPauses(steps, async () => {
      await ownTurn();
      // A compaction that runs makes the same plan itself, and its result makes this plan obsolete.
      if (isPast() || compactor.isRunning) throw new CancelledError();
    });
    if (isPast()) return;
    const tokens = found.run ? shownTokensOf(live.entries)(found.tokensAfter) : undefined;
    planned.set(session, { by, tokens });
    if (tokens !== undefined) conversation.gaugeChanged();
  };
  setTimeout(() => {
    plan().catch(() => {
      if (planned.get(session)?.by === by) planned.delete(session);
    });
  }, SHOWN_FIRST_MS);
  return undefined;
}

function dependsOn(
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
