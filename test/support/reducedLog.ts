import type { CompactionEntry, Entry, MessageId, StageEntry } from '../../src/core/log/entry.ts';

/**
 * Returns the log without everything that was undone. Reads the log entry by entry. The log must not contain a redo.
 * - An undo removes its targets.
 * - An entry that adds a model's summary to an earlier compaction replaces the earlier compaction.
 * - A rewind removes its target and all later messages, except system messages. It also removes each stage with a
 *   removed message. If a compaction was made from a removed message, the rewind also removes that compaction and all
 *   later compactions.
 *
 * The result contains neither undo nor rewind, so that its readers need no code for them.
 */
export function reducedLog(entries: readonly Entry[]): readonly Entry[] {
  let kept: readonly Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'undo') kept = kept.filter(({ id }) => !entry.compactions.includes(id));
    else if (entry.kind === 'rewind') kept = rewound(kept, entry.before);
    else if (entry.kind === 'compaction' && entry.completes !== undefined) kept = completed(kept, entry);
    else kept = [...kept, entry];
  }
  return kept;
}

/**
 * Replaces a compaction with the later entry that adds a model's summary to the compaction. The result stands at the
 * position of the later entry, because the notes are made from the messages up to this position.
 */
function completed(kept: readonly Entry[], { completes, ...whole }: CompactionEntry): readonly Entry[] {
  const first = kept.find(({ id }) => id === completes);
  if (first === undefined) return kept;
  return [...kept.filter((entry) => entry !== first), { ...whole, id: first.id, at: first.at }];
}

function rewound(kept: readonly Entry[], before: MessageId): readonly Entry[] {
  const from = kept.findIndex(({ id }) => id === before);
  if (from < 0) return kept;
  const isGone = (entry: Entry, index: number): boolean =>
    index >= from && entry.kind === 'message' && entry.message.role !== 'system';
  const gone = new Set(kept.filter(isGone).map(({ id }) => id));
  const left = kept.filter(
    (entry) => !gone.has(entry.id) && !(entry.kind === 'stage' && spans(entry, kept, gone)),
  );
  const stale = left.findIndex(
    (entry) => entry.kind === 'compaction' && sources(entry).some((id) => gone.has(id)),
  );
  return stale < 0 ? left : left.filter((entry, index) => index < stale || entry.kind !== 'compaction');
}

function spans({ first, last }: StageEntry, log: readonly Entry[], gone: ReadonlySet<MessageId>): boolean {
  const ids = log.map(({ id }) => id);
  return ids.slice(ids.indexOf(first), ids.indexOf(last) + 1).some((id) => gone.has(id));
}

/** Returns all message ids that a compaction's texts may mention. */
function sources({ folded, madeFrom }: CompactionEntry): readonly MessageId[] {
  return [...folded.flatMap(({ ids }) => ids), ...madeFrom];
}
