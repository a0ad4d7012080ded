import { join } from 'node:path';
import { modulesIn } from '../../retention/rows/peers/peer.ts';
import type { SkippedRow } from '../../retention/rows/row.ts';
import { clineAgentic, clineBasic } from './clinePolicy.ts';
import type { ContextPolicy, PeerPolicy, PolicySetting } from './contextPolicy.ts';
import { geminiCliPolicy } from './geminiCliPolicy.ts';
import { langchainPolicy } from './langchainPolicy.ts';
import { piPolicy } from './piPolicy.ts';

export const PEER_POLICIES: readonly PeerPolicy[] = [
  langchainPolicy,
  clineBasic,
  clineAgentic,
  geminiCliPolicy,
  piPolicy,
];

export interface LoadedPolicy {
  readonly name: string;
  /** The packages with their versions and settings. */
  readonly settings: string;
  readonly start: (setting: PolicySetting) => Promise<ContextPolicy>;
}

/** Loads the peers that are installed in a folder. Reports a reason for each peer that can't be loaded. */
export function loadPolicies(
  policies: readonly PeerPolicy[],
  peersDir: string,
): Promise<readonly (LoadedPolicy | SkippedRow)[]> {
  return Promise.all(
    policies.map(async ({ name, settings, peer, load }) => {
      try {
        const versions = Object.entries(peer.packages).map((named) => named.join(' '));
        return {
          name,
          settings: `${versions.join(', ')}: ${settings}`,
          start: await load(modulesIn(join(peersDir, peer.folder))),
        };
      } catch (error) {
        return { name, reason: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}
