import { join } from 'node:path';
import type { Row, SkippedRow } from '../row.ts';
import { cline } from './cline.ts';
import { geminiCli } from './geminiCli.ts';
import { langchain } from './langchain.ts';
import { modulesIn, peerRow, type Peer } from './peer.ts';
import { pi } from './pi.ts';

export const PEERS: readonly Peer[] = [langchain, cline, geminiCli, pi];

/**
 * Loads the rows of other projects from the packages in a folder. Reports a reason for each row that can't be loaded.
 */
export function peerRows(peersDir: string): Promise<readonly (Row | SkippedRow)[]> {
  return Promise.all(PEERS.map((peer) => loadPeer(peer, peersDir)));
}

async function loadPeer(peer: Peer, peersDir: string): Promise<Row | SkippedRow> {
  try {
    return peerRow(peer.row, await peer.load(modulesIn(join(peersDir, peer.folder))));
  } catch (error) {
    return { name: peer.row, reason: error instanceof Error ? error.message : String(error) };
  }
}
