import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AgentLauncher, type LaunchedCommand } from '../../../../src/adapters/mcp/agentLauncher.ts';

describe('The launcher for other agents', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "lt launcher's "))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Returns the launcher for a program that prints its version, ELECTRON_RUN_AS_NODE and its arguments. */
  const launcherOf = (
    version: string,
    options: { readonly isWindows?: boolean; readonly command?: LaunchedCommand } = {},
  ): AgentLauncher => {
    const { isWindows = false, command = 'mcp' } = options;
    const commandLine = path.join(folder, version, 'cli.mjs');
    mkdirSync(path.dirname(commandLine), { recursive: true });
    const told = `[${JSON.stringify(version)}, process.env.ELECTRON_RUN_AS_NODE, ...process.argv.slice(2)]`;
    writeFileSync(commandLine, `console.log(JSON.stringify(${told}))`);
    return new AgentLauncher({ command, storage: folder, program: process.execPath, commandLine, isWindows });
  };

  it('starts the command-line program of the current version, even if paths contain special characters', function () {
    if (process.platform === 'win32') this.skip();
    const first = launcherOf('1.0.0');
    assert.equal(first.updateIfChanged(), false);
    assert.equal(existsSync(first.path), false);
    first.write();
    assert.equal(statSync(first.path).mode & 0o777, 0o700);
    const run = (): unknown => JSON.parse(spawnSync(first.path, ['--workspace', 'a b']).stdout.toString());
    const args = ['mcp', '--storage', folder, '--workspace', 'a b'];
    assert.deepEqual(run(), ['1.0.0', '1', ...args]);
    assert.equal(first.updateIfChanged(), false);
    assert.equal(launcherOf('2.0.0').updateIfChanged(), true);
    assert.deepEqual(run(), ['2.0.0', '1', ...args]);
  });

  it('has a separate file for each command that an agent can start', function () {
    if (process.platform === 'win32') this.skip();
    const launcher = launcherOf('1.0.0', { command: 'codex-notes' });
    launcher.write();
    assert.notEqual(launcher.path, launcherOf('1.0.0').path);
    assert.deepEqual(JSON.parse(spawnSync(launcher.path).stdout.toString()), ['1.0.0', '1', 'codex-notes']);
  });

  it('exits with an error sentence if the extension was removed', function () {
    if (process.platform === 'win32') this.skip();
    const launcher = launcherOf('1.0.0');
    launcher.write();
    rmSync(path.join(folder, '1.0.0'), { recursive: true });
    const { status, stdout, stderr } = spawnSync(launcher.path);
    assert.deepEqual([status, stdout.toString()], [1, '']);
    assert.match(stderr.toString(), /^Longthread is not installed any more\./);
  });

  it('is a batch file on Windows, and sets the code page to UTF-8 before the first path', () => {
    const launcher = launcherOf('Jörg', { isWindows: true });
    launcher.write();
    assert.match(path.basename(launcher.path), /\.cmd$/);
    const lines = readFileSync(launcher.path, 'utf8').split('\r\n');
    const firstPath = lines.findIndex((line) => line.includes('Jörg'));
    assert.ok(
      lines.indexOf('chcp 65001 >nul') > 0 && lines.indexOf('chcp 65001 >nul') < firstPath,
      lines.join('\n'),
    );
    assert.match(lines[firstPath] ?? '', /^if not exist ".*" \(echo .*exit \/b 1\)$/);
  });
});
