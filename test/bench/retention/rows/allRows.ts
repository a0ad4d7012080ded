import { randomBag, mostFrequentBag } from './bags.ts';
import { firstAndNewest, observationMasking, truncation } from './baselines.ts';
import { engineRows } from './engine.ts';
import { isWanted } from './isWanted.ts';
import { peerRows } from './peers/peerRows.ts';
import type { Row, SkippedRow } from './row.ts';

export interface Rows {
  readonly rows: readonly Row[];
  readonly skipped: readonly SkippedRow[];
}

/** The bags are always among the rows: no other number can be read without them. */
export async function loadRows(only: readonly string[], peersDir: string | undefined): Promise<Rows> {
  const all: readonly (Row | SkippedRow)[] = [
    ...(await engineRows()),
    truncation,
    firstAndNewest,
    observationMasking,
    ...(peersDir === undefined ? [] : await peerRows(peersDir)),
    randomBag,
    mostFrequentBag,
  ];
  const wanted = all.filter((row) => isWanted(row.name, only) || ('kind' in row && row.kind === 'bag'));
  return {
    rows: wanted.filter((row) => 'compact' in row),
    skipped: wanted.filter((row) => 'reason' in row),
  };
}
