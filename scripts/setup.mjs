// Makes a fresh clone ready: packages, and with --browser a Chromium for the tests of the views.
// Runs on Node 20 before anything is installed, so it is plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const run = (command, args) => {
  const started = performance.now();
  console.log(`set-up: ${command} ${args.join(' ')}`);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) fail(`set-up: ${command} failed.\n${(stdout ?? '') + (stderr ?? '')}`);
  console.log(`set-up: ${command} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
};

const modifiedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const installPackages = () => {
  const installed = modifiedAt(path.join(root, 'node_modules/.package-lock.json'));
  if (installed >= modifiedAt(path.join(root, 'package-lock.json'))) return;
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
};

const installChromium = () => {
  if (process.platform !== 'linux' || process.env.CHROMIUM_PATH || chromiumPaths.some(existsSync)) return;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) {
    fail(
      'set-up: the tests of the views need Chromium. Install it, or set CHROMIUM_PATH to a Chrome or Chromium.',
    );
  }
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
};

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`set-up: Longthread needs Node 20 or newer to start from; this is ${process.version}.`);
}
installPackages();
if (process.argv.includes('--browser')) installChromium();
