import type { CompactionEntry, MessageId } from './entry.ts';

/** Returns the messages that a compaction covers: those that it folded, and those from which its texts were made. */
export function sourcesOf({ folded, madeFrom }: CompactionEntry): readonly MessageId[] {
  return [...folded.flatMap(({ ids }) => ids), ...madeFrom];
}
