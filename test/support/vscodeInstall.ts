import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { VscodeVersion } from './vscodeVersions.ts';

export interface InstalledServer {
  /** The Node binary that this server needs. */
  readonly node: string;
  /** The server's JavaScript entry point. */
  readonly entry: string;
  /** The folder of the server's built-in extensions. */
  readonly extensions: string;
}

export const projectRoot = path.resolve(import.meta.dirname, '../..');
const RIPGREP = '1.18.0';
export const vscodeTestFolder = path.join(projectRoot, '.vscode-test');

/**
 * Installs the real VS Code server and the Node that it needs from npm into `.vscode-test/`. The first call downloads
 * the server. No compiler is needed, and no install script is run. A stamp file, which is written last, marks a
 * complete installation.
 */
export function installServer(version: VscodeVersion): InstalledServer {
  if (process.platform === 'win32')
    throw new Error('The VS Code server runs on Linux and macOS; on Windows, use a desktop VS Code.');
  const folder = path.join(vscodeTestFolder, `code-server-${version.codeServer}`);
  const nodePackage = `node-${process.platform}-${process.arch}`;
  const codeServer = path.join(folder, 'node_modules/code-server');
  const stamp = path.join(folder, 'complete');
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "name": "vscode-server", "private": true }\n');
    console.log(`VS Code ${version.vscode}: downloading its server into .vscode-test (once, about a minute)`);
    npmInstall(folder, '--no-save', `code-server@${version.codeServer}`, `${nodePackage}@${version.node}`);
    npmInstall(path.join(codeServer, 'lib/vscode'), '--omit=dev');
    npmInstall(path.join(codeServer, 'lib/vscode/extensions'), '--omit=dev');
    addSearchBinary(folder, codeServer);
    writeFileSync(stamp, '');
  }
  return {
    node: path.join(folder, 'node_modules', nodePackage, 'bin/node'),
    entry: path.join(codeServer, 'out/node/entry.js'),
    extensions: path.join(codeServer, 'lib/vscode/extensions'),
  };
}

/**
 * Installs the search binary of older servers from npm. These servers would download the binary in an install script,
 * which is not run here.
 */
function addSearchBinary(folder: string, codeServer: string): void {
  const fetched = path.join(codeServer, 'lib/vscode/node_modules/@vscode/ripgrep');
  const binary = path.join(fetched, 'bin/rg');
  if (!existsSync(fetched) || existsSync(binary)) return;
  const carrier = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  // Uses a separate folder, because npm removes packages that an install command does not name.
  const search = path.join(folder, 'search');
  mkdirSync(search);
  writeFileSync(path.join(search, 'package.json'), '{ "name": "vscode-search", "private": true }\n');
  npmInstall(search, '--no-save', `${carrier}@${RIPGREP}`);
  mkdirSync(path.dirname(binary), { recursive: true });
  copyFileSync(path.join(search, 'node_modules', carrier, 'bin/rg'), binary);
}

function npmInstall(cwd: string, ...args: string[]): void {
  const started = performance.now();
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...args], {
    cwd,
    env: environmentOutsideNpmScripts(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const where = path.relative(vscodeTestFolder, cwd);
  if (status !== 0) throw new Error(`npm install failed in ${where}:\n${stderr}`);
  console.log(`  installed ${where} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/**
 * Returns the environment without npm's variables for scripts (prefix, omit, ignore-scripts…). With these variables,
 * npm would install into this project.
 */
function environmentOutsideNpmScripts(): NodeJS.ProcessEnv {
  const aboutThisProject =
    /^npm_(package|lifecycle|execpath|command|config_(local_prefix|prefix|global_prefix|omit|include|ignore_scripts))/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !aboutThisProject.test(name)));
}
