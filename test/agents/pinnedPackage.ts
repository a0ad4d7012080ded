import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/vscodeInstall.ts';

/** The folder for programs of other agents, outside of the project's own packages. */
const AGENTS_FOLDER = path.join(projectRoot, '.agents');

/**
 * Installs an exact version of an npm package if it is not installed yet. Returns the path of `file` in the package. If
 * the installation fails, prints that the tests are pending, and returns undefined.
 */
export async function pinnedPackage(
  name: string,
  version: string,
  file: string,
): Promise<string | undefined> {
  const folder = path.join(AGENTS_FOLDER, `${name.replace('/', '+')}@${version}`);
  const found = path.join(folder, 'node_modules', name, file);
  if (!existsSync(found)) {
    console.log(`npm installs ${name}@${version} (up to 200 MB) …`);
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
    await ended('npm', [...args, `${name}@${version}`]);
  }
  if (existsSync(found)) return found;
  console.log(`${name}@${version} can’t be installed on this machine: its tests are pending.`);
  return undefined;
}

function ended(command: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  return new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
}
