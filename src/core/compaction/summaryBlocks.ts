import { standingBlocks } from '../context/record.ts';
import type { RecordBlock } from '../log/entry.ts';
import { liveCompactions, type Session } from '../log/session.ts';
import type { PlanRequest } from './plan.ts';

/** Tokens that a model's summary may take of the record's room. */
export const SUMMARY_SHARE = 0.4;

/** The summaries that stand in the record now, oldest first. */
export function standingSummaries(session: Session): readonly RecordBlock[] {
  return standingBlocks(liveCompactions(session)).filter(({ kind }) => kind === 'summary');
}

/** Whether the next summary takes the place of those before: as set, and where a stack has grown to a summary's room. */
export function mergesSummaries({
  session,
  settings,
  goal,
}: Pick<PlanRequest, 'session' | 'settings' | 'goal'>): boolean {
  if (settings.summaries === 'merge') return true;
  const stacked = standingSummaries(session).reduce((sum, { tokens }) => sum + tokens, 0);
  return stacked > goal.record.reserve * SUMMARY_SHARE;
}
