import { installPeers } from '../retention/rows/peers/installPeers.ts';
import type { SkippedRow } from '../retention/rows/row.ts';
import { compareCosts } from './compareCosts.ts';
import type { CostResults } from './costResults.ts';
import { loadPolicies, PEER_POLICIES, type LoadedPolicy } from './peers/peerPolicies.ts';
import type { ReplaySession } from './replaySession.ts';

export interface CostOptions {
  readonly windows: readonly number[];
  /** Where peers are installed; absent leaves them out. */
  readonly peersDir?: string;
  readonly onProgress: (line: string) => void;
}

/** What the sessions cost under strategies and peers; the peers' packages are installed where they are missing. */
export async function measureCosts(
  sessions: readonly ReplaySession[],
  { windows, peersDir, onProgress }: CostOptions,
): Promise<CostResults> {
  if (peersDir === undefined)
    return compareCosts(sessions, { windows, policies: [], skipped: [], onProgress });
  const peers = [...new Set(PEER_POLICIES.map(({ peer }) => peer))];
  await installPeers(peers, peersDir, onProgress);
  const loaded = await loadPolicies(PEER_POLICIES, peersDir);
  return compareCosts(sessions, {
    windows,
    policies: loaded.filter((row): row is LoadedPolicy => 'start' in row),
    skipped: loaded.filter((row): row is SkippedRow => 'reason' in row),
    onProgress,
  });
}
