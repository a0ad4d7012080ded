import type { CompactionEntry, Entry, MessageId } from '../log/entry.ts';
import type { CompactionState } from '../log/foldState.ts';
import { foldSession } from '../log/session.ts';
import { sourcesOf } from '../log/sources.ts';

/**
 * Returns the entries that stay if only the messages in `ids` are left, e.g. because the person went back to an earlier
 * message. As after a rewind, a live compaction of a missing message goes, and so do later ones, which may build on it.
 * If a message of a live or an undone compaction is missing, no compaction can be redone, so all undone compactions and
 * all undo and redo entries go. A pin or an exclusion of a missing message goes, too. All other entries stay.
 */
export function standingEntries(entries: readonly Entry[], ids: ReadonlySet<MessageId>): readonly Entry[] {
  const isWhole = (entry: Entry): boolean => neededBy(entry).every((id) => ids.has(id));
  const { compactions } = foldSession(entries);
  const inState = (wanted: CompactionState): readonly CompactionEntry[] =>
    compactions.flatMap(({ entry, state }) => (state === wanted ? [entry] : []));
  const [live, undone] = [inState('live'), inState('undone')];
  const firstMissing = live.findIndex((entry) => !isWhole(entry));
  const canRedo = firstMissing < 0 && undone.every(isWhole);
  const standing = [
    ...live.slice(0, firstMissing < 0 ? undefined : firstMissing),
    ...(canRedo ? undone : []),
  ];
  const standingIds = new Set(standing.map(({ id }) => id));
  return entries.filter((entry) => {
    if (entry.kind === 'compaction') return standingIds.has(entry.id);
    return entry.kind === 'undo' || entry.kind === 'redo' ? canRedo : isWhole(entry);
  });
}

/**
 * Returns the messages without which an entry can't be restored: the target of a pin or an exclusion, or the messages
 * that a compaction covers.
 */
function neededBy(entry: Entry): readonly MessageId[] {
  if (entry.kind === 'pin' || entry.kind === 'exclude') return [entry.target];
  return entry.kind === 'compaction' ? sourcesOf(entry) : [];
}

/**
 * Returns the messages that an entry refers to, including messages that a compaction only shortens and the message from
 * which a rule or a line of the notes was taken.
 */
export function messagesOf(entry: Entry): readonly MessageId[] {
  const replaced = entry.kind === 'compaction' ? entry.replaced.map(({ id }) => id) : [];
  const source = 'source' in entry ? [entry.source] : [];
  return [...neededBy(entry), ...replaced, ...source];
}
