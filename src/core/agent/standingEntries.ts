import type { Entry, MessageId } from '../log/entry.ts';
import { sourcesOf } from '../log/sources.ts';

/**
 * Returns the entries before the first entry that needs a missing message. As in a rewind, no later entry stays, since
 * later entries may build on a compaction that is gone.
 */
export function standingEntries(entries: readonly Entry[], ids: ReadonlySet<MessageId>): readonly Entry[] {
  const firstGone = entries.findIndex((entry) => !neededBy(entry).every((id) => ids.has(id)));
  return firstGone < 0 ? entries : entries.slice(0, firstGone);
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
