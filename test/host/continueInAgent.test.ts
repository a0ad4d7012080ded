import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { longthreadApi, run } from './support/longthread.ts';

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));

describe('continuing a session in another agent', () => {
  const before: Readonly<Record<string, string | undefined>> = { PATH: process.env['PATH'] };
  let folder: string;

  /**
   * Installs a program that writes its working directory, the number of its arguments and its first argument to a file.
   * Returns the path of this file.
   */
  const program = (name: string): string => {
    const said = path.join(folder, `${name}.said`);
    const script = `#!/bin/sh\n{ pwd; echo $#; printf '%s' "$1"; } > '${said}.new'\nmv '${said}.new' '${said}'\nexec sleep 60\n`;
    writeFileSync(path.join(folder, name), script, { mode: 0o755 });
    return said;
  };

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-agents-'));
    process.env['PATH'] = `${folder}${path.delimiter}${before['PATH'] ?? ''}`;
    await longthreadApi();
  });

  afterEach(() => {
    process.env['PATH'] = before['PATH'];
    for (const terminal of vscode.window.terminals)
      if (['Claude Code', 'Codex'].includes(terminal.name)) terminal.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [command, name, title] of [
    ['continueInClaudeCode', 'claude', 'Claude Code'],
    ['continueInCodex', 'codex', 'Codex'],
  ] as const)
    it(`starts ${title} in a terminal with the notes as first message`, async function () {
      if (process.platform === 'win32') this.skip();
      const said = program(name);
      await run('openSample');
      await run(command);
      await until('the program is started', () => existsSync(said), { pause });
      const [cwd, count, ...message] = readFileSync(said, 'utf8').split('\n');
      const workspace =
        vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
      assert.deepEqual([cwd, count], [realpathSync(workspace), '1']);
      const [, file] = /Read the file “(.+?)” first/u.exec(message.join('\n')) ?? [];
      const notes = file === undefined ? message.join('\n') : readFileSync(file, 'utf8');
      assert.match(notes, /^Go on from the session “.+”\. Its notes:\n/u);
      assert.match(notes, /^> ## Asked last$/mu);
      assert.ok(vscode.window.terminals.some((terminal) => terminal.name === title));
    });
});
