import type { CompactionEntry, MessageId } from './entry.ts';

/**
 * The messages that a compaction speaks of: those it folded and those its texts were made from. Where it does not say, as
 * in logs of 0.1.0, its texts may be made from all that it replaced and links to.
 */
export function sourcesOf(entry: CompactionEntry): readonly MessageId[] {
  const { folded, blocks, replaced, provenance } = entry;
  const isTelling = blocks.some(({ text }) => text !== '');
  const all = isTelling ? [...replaced.map(({ id }) => id), ...provenance.flatMap(({ ids }) => ids)] : [];
  return [...folded.flatMap(({ ids }) => ids), ...(entry.madeFrom ?? all)];
}
