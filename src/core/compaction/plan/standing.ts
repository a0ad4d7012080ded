import { standingBlocks } from '../../context/record.ts';
import type { MessageId, RecordBlock } from '../../log/entry.ts';
import { liveCompactions, type Session } from '../../log/session.ts';
import { STRATEGIES } from '../strategies.ts';

/** Returns the messages that the person left out and no notes mention. */
export function leftOutIds(session: Session): ReadonlySet<MessageId> {
  return new Set(liveCompactions(session).flatMap(({ leftOut = [] }) => leftOut));
}

/** The reason where the person refused a run's summary: its folded messages stay without one. */
export const REFUSED = 'refused';

/** Returns folded messages that lack the summary their strategy wants; the next summary covers them. */
export function pendingProse(session: Session): ReadonlySet<MessageId> {
  const pending = new Set<MessageId>();
  const refused = new Set(session.runs.flatMap((run) => (run.reason === REFUSED ? [run.compaction] : [])));
  for (const { id, blocks, folded, prosePending, editedSummaries, event } of liveCompactions(session)) {
    const isTold =
      editedSummaries !== true && blocks.some(({ kind, text }) => kind === 'summary' && text !== '');
    if (isTold) pending.clear();
    else if (prosePending && !refused.has(id))
      folded
        .filter(({ as }) => as !== 'digest' || !suffices.has(event.strategy))
        .flatMap(({ ids }) => ids)
        .forEach((each) => pending.add(each));
  }
  return pending;
}

/** Strategies that keep nothing but the digest of a finished stage. */
const suffices: ReadonlySet<string> = new Set(
  Object.values(STRATEGIES).flatMap(({ name, digestsSuffice }) => (digestsSuffice === true ? [name] : [])),
);

/** Returns the summaries that the record contains now, oldest first. */
export function standingSummaries(session: Session): readonly RecordBlock[] {
  return standingBlocks(liveCompactions(session)).filter(({ kind }) => kind === 'summary');
}

/** Returns observations that are no longer among the newest and that no live compaction has included or counted. */
export function pendingObservations(session: Session, liveObservations: number): Session['observations'] {
  const told = new Set(liveCompactions(session).flatMap(({ foldedNotes }) => foldedNotes));
  return session.observations.slice(0, -liveObservations).filter(({ id }) => !told.has(id));
}
