import type { CompactionEntry, MessageId } from './entry.ts';

/** Returns the messages that a compaction covers: those it folded and those its texts were made from. */
export function sourcesOf({ folded, madeFrom }: CompactionEntry): readonly MessageId[] {
  return [...folded.flatMap(({ ids }) => ids), ...madeFrom];
}
