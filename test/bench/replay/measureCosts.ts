import { installPeers } from '../retention/rows/peers/installPeers.ts';
import type { SkippedRow } from '../retention/rows/row.ts';
import { compareCosts } from './compareCosts.ts';
import type { CostResults } from './costResults.ts';
import { loadPolicies, PEER_POLICIES, type LoadedPolicy } from './peers/peerPolicies.ts';
import type { ReplaySession } from './replaySession.ts';

export interface CostOptions {
  readonly windows: readonly number[];
  /** The folder with the installed peers; if absent, the peers are left out. */
  readonly peersDir?: string;
  readonly onProgress: (line: string) => void;
}

/**
 * Returns the costs of the sessions with strategies and peers. Installs the packages of the peers if they are missing.
 */
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
