import type { Row, SkippedRow } from './row.ts';

/** Rows of other people's packages, as installed in a folder of their own. */
export function peerRows(_peersDir: string): Promise<readonly (Row | SkippedRow)[]> {
  return Promise.resolve([]);
}
