import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STEP_MS } from './patience.ts';
import { installServer, projectRoot } from './vscodeInstall.ts';
import { writeSettings, type Settings } from './vscodeSettings.ts';
import { vscodeVersions, type VscodeVersion } from './vscodeVersions.ts';

/** The built-in extensions that tests need: themes, the sample's languages, Git and notebooks. */
export const TESTED_BUILT_INS: readonly string[] = [
  ...['theme-defaults', 'theme-modern-icons', 'theme-seti', 'configuration-editing', 'search-result'],
  ...['javascript', 'json', 'markdown-basics', 'shellscript', 'typescript-basics'],
  ...['git', 'git-base', 'ipynb', 'notebook-renderers'],
];

export interface ServerOptions {
  readonly version?: VscodeVersion;
  /** The folder of settings and storage. By default, a temporary folder. */
  readonly userData?: string;
  /** The preferred port. If this port is in use, another port is used. */
  readonly port?: number;
  /** Whether this project is installed as an extension. It is not copied but linked. */
  readonly withExtension?: boolean;
  /** The folder names of the built-in extensions to load. By default, all of them are loaded. */
  readonly builtIns?: readonly string[];
  /** The folders of other extensions to link, by extension id. */
  readonly extensions?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: Settings;
  /** Whether a workspace is untrusted until the person trusts the workspace. */
  readonly asksForTrust?: boolean;
}

export interface VscodeServer {
  /** Host and port. */
  readonly authority: string;
  /** Returns the address that opens a folder. `query` adds parameters. */
  urlOf(folder: string, query?: Readonly<Record<string, string>>): string;
  /** Resolves when the process ends, with its exit code or signal. */
  readonly exited: Promise<number | string>;
  stop(): Promise<void>;
}

/**
 * Starts the VS Code server on a loopback port, and waits until the server answers. If the server does not answer,
 * throws an Error with the server's output.
 */
export async function startServer(options: ServerOptions = {}): Promise<VscodeServer> {
  const { node, entry, extensions } = installServer(options.version ?? vscodeVersions.newest);
  // The folder has a short path, because it contains Unix sockets, whose paths have at most 107 characters.
  const run = mkdtempSync(path.join(tmpdir(), 'lt-'));
  const port = await freePort(options.port ?? 0).catch(() => freePort(0));
  const log = path.join(run, 'server.log');
  const output = openSync(log, 'w');
  const child = spawn(
    node,
    [entry, ...argumentsOf(options, run, port), ...editorOptionsOf(options, run, extensions)],
    {
      stdio: ['ignore', output, output],
      detached: true,
      env: { ...process.env, ...isolation(run), ...options.environment },
    },
  );
  // Ends the server when this process exits. Otherwise, the detached server would outlive a crash of the test run.
  process.once('exit', () => endGroup(child));
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(code ?? signal ?? 0);
    });
  });
  const stop = async (): Promise<void> => {
    endGroup(child);
    await exited;
    rmSync(run, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const authority = `127.0.0.1:${port}`;
  if (!(await answers(`http://${authority}/healthz`, child))) {
    const said = readFileSync(log, 'utf8').slice(-2000);
    await stop();
    throw new Error(`The VS Code server did not come up:\n${said}`);
  }
  const urlOf: VscodeServer['urlOf'] = (folder, query = {}) =>
    `http://${authority}/?${new URLSearchParams({ folder, ...query }).toString()}`;
  return { authority, urlOf, exited, stop };
}

function argumentsOf(options: ServerOptions, run: string, port: number): string[] {
  const userData = options.userData ?? path.join(run, 'user');
  const extensions = path.join(run, 'extensions');
  const config = path.join(run, 'config.yaml');
  mkdirSync(extensions);
  writeSettings(userData, options.settings ?? {});
  writeFileSync(config, 'auth: none\ncert: false\n');
  const linked = {
    ...(options.withExtension === true ? { 'longthread.longthread': projectRoot } : {}),
    ...options.extensions,
  };
  for (const [id, folder] of Object.entries(linked)) symlinkSync(folder, path.join(extensions, id));
  return [
    ...['--config', config, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...['--user-data-dir', userData, '--extensions-dir', extensions, '--ignore-last-opened'],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...(options.asksForTrust === true ? [] : ['--disable-workspace-trust']),
  ];
}

/**
 * Returns options of the editor that save CPU time. The first option turns off the compression of messages. If
 * `builtIns` is given, a second option makes the editor load only the named built-in extensions, so that a window opens
 * in two thirds of the time.
 */
function editorOptionsOf({ builtIns, version }: ServerOptions, run: string, all: string): string[] {
  // The oldest server can't pass options to the editor.
  if (version === vscodeVersions.oldest) return [];
  const uncompressed = ['--vscode-option', 'disable-websocket-compression=true'];
  if (builtIns === undefined) return uncompressed;
  const some = path.join(run, 'builtIns');
  mkdirSync(some);
  for (const name of builtIns) symlinkSync(path.join(all, name), path.join(some, name));
  return [...uncompressed, '--vscode-option', `builtin-extensions-dir=${some}`];
}

/** Returns variables that keep the server out of the person's own folders. */
function isolation(run: string): Record<string, string> {
  return {
    TMPDIR: run,
    XDG_RUNTIME_DIR: run,
    XDG_CONFIG_HOME: path.join(run, 'config'),
    XDG_DATA_HOME: path.join(run, 'data'),
    XDG_CACHE_HOME: path.join(run, 'cache'),
    VSCODE_IPC_HOOK_CLI: '',
  };
}

/** Ends the server and its child processes, which share its process group. */
function endGroup({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  const started = performance.now();
  while (child.exitCode === null && performance.now() - started < STEP_MS) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'));
        else resolve(address.port);
      });
    });
  });
}
