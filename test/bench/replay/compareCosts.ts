import { DEFAULT_SETTINGS } from '../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../src/core/compaction/strategies.ts';
import type { SkippedRow } from '../retention/rows/row.ts';
import { pooledRow, type CostResults, type CostRow } from './costResults.ts';
import type { LoadedPolicy } from './peers/peerPolicies.ts';
import { replayPeer } from './peers/replayPeer.ts';
import { PRICE, replaySession, sessionsThatFill, type ReplaySession } from './replaySession.ts';

export interface CostComparison {
  readonly windows: readonly number[];
  readonly policies: readonly LoadedPolicy[];
  /** The peers that could not be loaded. */
  readonly skipped: readonly SkippedRow[];
  readonly onProgress: (line: string) => void;
}

/**
 * Returns for each window the costs of the sessions that fill the window: with each strategy and its default settings,
 * and with each peer and its own settings.
 */
export async function compareCosts(
  sessions: readonly ReplaySession[],
  { windows, policies, skipped, onProgress }: CostComparison,
): Promise<CostResults> {
  const compared: CostResults['windows'][number][] = [];
  for (const windowTokens of windows) {
    const filling = sessionsThatFill(windowTokens, sessions);
    const rows: CostRow[] = [];
    for (const strategy of Object.values(STRATEGIES)) {
      const terms = { strategy, settings: DEFAULT_SETTINGS };
      const results = filling.map((session) => replaySession(session, windowTokens, terms));
      rows.push(pooledRow({ name: strategy.name, kind: 'engine' }, results));
      onProgress(`window ${String(windowTokens)}: ${strategy.name}`);
    }
    for (const policy of policies) {
      rows.push(await peerRow(policy, filling, windowTokens));
      onProgress(`window ${String(windowTokens)}: ${policy.name}`);
    }
    compared.push({ windowTokens, sessions: filling.length, rows });
  }
  return { price: PRICE, windows: compared, skippedRows: skipped };
}

async function peerRow(
  { name, settings, start }: LoadedPolicy,
  sessions: readonly ReplaySession[],
  windowTokens: number,
): Promise<CostRow> {
  const results = [];
  for (const { messages, account } of sessions)
    results.push(await replayPeer({ name, messages, account, windowTokens, price: PRICE, start }));
  return pooledRow({ name, kind: 'peer', settings }, results);
}
