import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SkippedRow } from '../row.ts';
import type { Peer } from './peer.ts';

/**
 * The folder of the installed peers. It is beside the editors for the tests and outside the dependencies of the
 * project.
 */
export const PEERS_DIR = fileURLToPath(new URL('../../../../../.vscode-test/peers', import.meta.url));

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const FLAGS = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--omit=optional',
  '--legacy-peer-deps',
  '--save-exact',
];

/**
 * Installs missing peers without install scripts, each into a separate folder outside the dependencies of the project.
 * Returns the peers that could not be installed, with the reason from npm.
 */
export async function installPeers(
  peers: readonly Peer[],
  peersDir: string,
  onProgress: (line: string) => void,
): Promise<readonly SkippedRow[]> {
  const failures: SkippedRow[] = [];
  for (const peer of peers) {
    const folder = join(peersDir, peer.folder);
    if (isInstalled(peer, folder)) continue;
    const wanted = Object.entries(peer.packages).map(([name, version]) => `${name}@${version}`);
    onProgress(`installing ${wanted.join(' ')}`);
    const failure = await install(wanted, folder);
    if (failure !== undefined) failures.push({ name: peer.row, reason: failure });
  }
  return failures;
}

function isInstalled(peer: Peer, folder: string): boolean {
  return Object.entries(peer.packages).every(([name, version]) => {
    try {
      const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
      return (JSON.parse(manifest) as { readonly version: string }).version === version;
    } catch {
      return false;
    }
  });
}

async function install(wanted: readonly string[], folder: string): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  try {
    await promisify(execFile)('npm', ['install', ...FLAGS, ...wanted], {
      cwd: folder,
      timeout: INSTALL_TIMEOUT_MS,
    });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const lines = (stderr ?? '').split('\n').filter((line) => line.startsWith('npm error'));
    return (lines[1] ?? lines[0] ?? message).replace(/^npm error /, '');
  }
}
