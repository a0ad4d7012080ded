import { projectSession } from '../context/project.ts';
import type { CompactionReason } from '../log/entry.ts';
import type { CompactorView } from './compactorPorts.ts';
import type { SkipReason } from './decide.ts';
import type { Prepared } from './draft.ts';
import { goalOfTier } from './goals.ts';
import { foldableTurns } from './passes/foldTurns.ts';
import { startPlan } from './plan.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';

/** Used tokens of the usable window. */
export function shareOf(view: CompactorView): number {
  return view.usedTokens / Math.max(1, view.usableTokens);
}

/** What a provider has just refused is more than there is room for, whatever is known of the window. */
export function goalInput(
  view: CompactorView,
  reason: CompactionReason = 'threshold',
): { strategy: Strategy; settings: CompactionSettings; usableTokens: number } {
  const { strategy, request, usableTokens } = view;
  const { session, account, settings, overheadTokens = 0 } = request;
  const refused =
    reason === 'overflow' ? account.ofContext(projectSession(session)) + overheadTokens : usableTokens;
  return { strategy, settings, usableTokens: Math.min(usableTokens, refused) };
}

/** Turns fell out of the window of a strategy that goes by turns. */
export function hasBatch(view: CompactorView): boolean {
  if (view.strategy.trigger(view.request.settings).by !== 'turns') return false;
  const goal = goalOfTier('background', 'threshold', goalInput(view));
  const { working } = startPlan({ ...view.request, strategy: view.strategy, goal });
  return foldableTurns(working, view.request.settings).count > 0;
}

/** Why a prepared run is not worth carrying out; undefined when it is. */
export function refusalOf(prepared: Prepared, minSaving: number): SkipReason | undefined {
  if (!hasEffect(prepared)) return 'no_eligible_batch';
  const saving = prepared.plan.tokensBefore - prepared.tokensAfter;
  return saving < minSaving ? 'not_worth_it' : undefined;
}

function hasEffect({ plan: { working } }: Prepared): boolean {
  return working.treatedCount > 0 || working.rewritesRecord;
}
