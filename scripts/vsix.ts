import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** Packs longthread.vsix. Passes this script's arguments on to vsce. Fails if vsce warns or the file is too large. */

const BUDGET_BYTES = 5_000_000;

const root = path.resolve(import.meta.dirname, '..');
const vsix = path.join(root, 'longthread.vsix');
const options = [
  ...['package', '--no-dependencies', '--out', vsix],
  // The rules for secrets contain example tokens of these services, which vsce would take for real tokens.
  ...['github', 'slack'].flatMap((kind) => ['--allow-package-secrets', kind]),
];
const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, ...options, ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
});
console.log(`${stdout}${stderr}`.trim());
if (status !== 0) process.exit(1);
if (/warning/i.test(stdout + stderr)) {
  console.error('vsce warned; a package must have no warnings.');
  process.exitCode = 1;
}
const { size } = statSync(vsix);
console.log(`longthread.vsix takes ${(size / 1e6).toFixed(2)} MB of ${String(BUDGET_BYTES / 1e6)} MB.`);
if (size > BUDGET_BYTES) process.exitCode = 1;
