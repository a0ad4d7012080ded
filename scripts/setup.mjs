// Sets up a fresh clone: installs packages, and with --browser also Chromium for the views tests. Runs on Node 20
// before anything is installed, so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/**
 * The possible paths of a browser. The preferred paths come first. The headless shell draws no window, so it needs a
 * third of the CPU time.
 */
const chromiumPaths = [
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
  '/usr/bin/google-chrome',
];
const TOLD_EVERY_MS = 10_000;

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

/**
 * Runs a program until it ends. Prints every ten seconds that the program is still running. Returns the exit code and
 * the output.
 */
const attempt = async (command, args, progress = () => '') => {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  console.log(`set-up: ${command} ${args.join(' ')}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const timer = setInterval(
    () => console.log(`set-up: ${command} is running for ${seconds()}${progress()}`),
    TOLD_EVERY_MS,
  );
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', resolve);
  });
  clearInterval(timer);
  console.log(`set-up: ${command} took ${seconds()}`);
  return { status, output };
};

/** Runs a program. Ends the set-up if the program fails. */
const run = async (command, args, progress) => {
  const { status, output } = await attempt(command, args, progress);
  if (status !== 0) fail(`set-up: ${command} failed.\n${output}`);
};

const modifiedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Says how many packages are in node_modules so far. npm first creates all folders, and then fills them one by one. */
const packageProgress = () => {
  const folder = path.join(root, 'node_modules');
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.')) return [];
    return name.startsWith('@')
      ? readdirSync(path.join(folder, name)).map((own) => `${name}/${own}`)
      : [name];
  });
  const filled = names.filter((name) => existsSync(path.join(folder, name, 'package.json')));
  return `, ${filled.length} of ${names.length} packages so far`;
};

const installPackages = async () => {
  const installed = modifiedAt(path.join(root, 'node_modules/.package-lock.json'));
  if (installed >= modifiedAt(path.join(root, 'package-lock.json'))) return;
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], packageProgress);
};

const installChromium = async () => {
  if (process.platform !== 'linux' || process.env.CHROMIUM_PATH || chromiumPaths.some(existsSync)) return;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) {
    fail(
      'set-up: the tests of the views need Chromium. Install it, or set CHROMIUM_PATH to a Chrome or Chromium.',
    );
  }
  await run('apt-get', ['update', '-qq']);
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  const shell = await attempt('apt-get', [...install, 'chromium-headless-shell']);
  // Some versions of Debian have no package for the headless shell.
  if (shell.status !== 0) await run('apt-get', [...install, 'chromium']);
};

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`set-up: Longthread needs Node 20 or newer; this is ${process.version}.`);
}
// Both installations run at the same time, because they mostly wait for the network.
await Promise.all([installPackages(), process.argv.includes('--browser') ? installChromium() : undefined]);
