import { randomBag, mostFrequentBag } from './bags.ts';
import { firstAndNewest, observationMasking, truncation } from './baselines.ts';
import { DRIFT_ROW } from './drift.ts';
import { engineRows } from './engine.ts';
import { inTenSteps } from './inTenSteps.ts';
import { isWanted } from './isWanted.ts';
import { peerRows } from './peers/peerRows.ts';
import type { Row, SkippedRow } from './row.ts';

export interface Rows {
  readonly rows: readonly Row[];
  readonly skipped: readonly SkippedRow[];
}

export interface RowOptions {
  /** The names of the wanted rows. If the list is empty, all rows are wanted. */
  readonly only: readonly string[];
  /** The folder with the installed peers, if the peers take part. */
  readonly peersDir?: string;
  /** Whether to add the row that compacts in ten steps. */
  readonly withDrift: boolean;
}

/**
 * Loads the wanted rows. Always loads the bags, because all other figures are compared with the figures of the bags. If
 * `withDrift` is set, also loads the row that compacts in ten steps, whether or not `only` names this row.
 */
export async function loadRows({ only, peersDir, withDrift }: RowOptions): Promise<Rows> {
  const all: readonly (Row | SkippedRow)[] = [
    ...engineRows,
    ...(withDrift ? [inTenSteps] : []),
    truncation,
    firstAndNewest,
    observationMasking,
    ...(peersDir === undefined ? [] : await peerRows(peersDir)),
    randomBag,
    mostFrequentBag,
  ];
  const isAlwaysShown = (row: Row | SkippedRow): boolean =>
    row.name === DRIFT_ROW || ('kind' in row && row.kind === 'bag');
  const wanted = all.filter((row) => isWanted(row.name, only) || isAlwaysShown(row));
  return {
    rows: wanted.filter((row) => 'compact' in row),
    skipped: wanted.filter((row) => 'reason' in row),
  };
}
