import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stateFile, type Heartbeat } from '../../src/adapters/claudeCode/homeFiles.ts';
import { PluginHome } from '../../src/adapters/claudeCode/pluginHome.ts';
import { Plugin } from '../../src/plugins/claudeCode/plugin.ts';
import { answered, bodyOf, FakeIo, opening, said, steps } from '../support/claudeRequests.ts';
import { transcriptOf } from '../support/claudeTranscript.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { until } from '../support/until.ts';
import { scriptedWindow, type ScriptedWindow } from './scriptedWindow.ts';

/** A program that answers Claude Code's plugin commands and records each call. */
const FAKE_CLAUDE = `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const asked = process.argv.slice(2).join(' ');
const ran = __filename + '.ran';
const before = existsSync(ran) ? readFileSync(ran, 'utf8') : '';
appendFileSync(ran, asked + '\\n');
if (asked === '--version') console.log('2.1.331 (Claude Code)');
if (asked.startsWith('plugin list'))
  console.log(JSON.stringify(before.includes('plugin install') ? [{ id: 'longthread@longthread' }] : []));
`;

const MESSAGES = [
  ...opening('Raise the rate to 0.21, and never touch docs/.'),
  ...steps(1, 40),
  answered('Done.'),
  said('Go on.'),
];
const SOURCE = { extension: projectRoot, version: '1.0.0' };

interface Wished {
  readonly kind: string;
  readonly strategy?: string;
  readonly entry?: { readonly kind: string; readonly text?: string };
}

describe('Longthread in Claude Code, used from a real editor,', () => {
  const io = new FakeIo();
  let root: string;
  let claude: string;
  let workbench: ScriptedWindow;

  before(async () => {
    workbench = await scriptedWindow();
    await workbench.runCommand('View: Close All Editors');
    root = mkdtempSync(path.join(tmpdir(), 'lt-cc-'));
    // Uses the folder of Claude Code's installer and not PATH, because the editor reads PATH from a shell.
    claude = path.join(workbench.home, '.local/bin/claude');
    mkdirSync(path.dirname(claude), { recursive: true });
    writeFileSync(claude, FAKE_CLAUDE);
    chmodSync(claude, 0o755);
  });

  after(async () => {
    await workbench.runCommand('Longthread: New Session');
    await workbench.chat.locator('lt-composer textarea').waitFor();
    await workbench.runCommand('View: Close All Editors');
    rmSync(claude);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const home = (...names: readonly string[]): string =>
    path.join(workbench.userData, 'User/globalStorage/longthread.longthread/claudeCode', ...names);

  async function agree(action: string): Promise<void> {
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: action }).click();
  }

  it('is installed with the person’s consent', async () => {
    await workbench.runCommand('Longthread: Use Longthread in Claude Code');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('Use Longthread in Claude Code 2.1.331?').waitFor();
    await dialog.getByText('Secrets are not masked in Claude Code.').waitFor();
    assert.equal(existsSync(home()), false);
    await agree('Install');
    await workbench.page.getByText('Longthread is installed in Claude Code.').first().waitFor();
    assert.ok(existsSync(home('marketplace/longthread/hooks/register.js')));
    const { folder, extension } = JSON.parse(
      readFileSync(home('marketplace/longthread/home.json'), 'utf8'),
    ) as { folder: string; extension: string };
    assert.equal(folder, home());
    assert.ok(existsSync(path.join(extension, 'package.json')));
    assert.deepEqual(readFileSync(`${claude}.ran`, 'utf8').trim().split('\n'), [
      '--version',
      `plugin marketplace add ${home('marketplace')}`,
      'plugin install longthread@longthread',
    ]);
  });

  it('shows a session of the open folder with the context and the compactions that the plugin sends', async () => {
    const { chat, panel } = workbench;
    await record('session-1');
    await workbench.runCommand('Longthread: Open Session…');
    const row = workbench.page.locator('.quick-input-list .monaco-list-row', {
      hasText: 'Claude Code: Raise the rate',
    });
    await row.click();
    await chat.getByText('Claude Code runs this session').first().waitFor();
    await chat.getByText('Go on.').first().waitFor();
    assert.equal(await chat.locator('lt-composer textarea').isDisabled(), true);
    await workbench.openPanel();
    await panel.locator('lt-context .context-item').first().waitFor();
    await panel.getByText('automatically').first().waitFor();
    await workbench.runCommand('Longthread: Undo Last Compaction');
    await wished('the undo', ({ kind }) => kind === 'undo');
    await workbench.statusBar.getByText(/\d\s%/).first().waitFor();
  });

  it('sends pins, rules, edits of the notes and a previewed compaction to the plugin', async () => {
    const { panel } = workbench;
    await panel.getByText('Secrets are not masked in Claude Code.').waitFor();
    const item = panel.locator('lt-context .context-item', { hasText: 'Raise the rate' });
    await item.click();
    await panel.locator('lt-context').getByRole('button', { name: 'Pin', exact: true }).click();
    await wished('the pin', ({ entry }) => entry?.kind === 'pin');
    await panel.locator('lt-context').getByRole('button', { name: 'Unpin', exact: true }).waitFor();
    const rule = panel.locator('lt-rules').getByRole('textbox', { name: 'Add a rule' });
    await rule.fill('Tides are in UTC.');
    await rule.press('Enter');
    await wished('the rule', ({ entry }) => entry?.kind === 'rule' && entry.text === 'Tides are in UTC.');
    await panel.locator('lt-rules li', { hasText: 'Tides are in UTC.' }).waitFor();
    await workbench.runCommand('Longthread: Preview Compaction');
    await panel.getByText('Seen by the model').waitFor();
    const apply = panel.getByRole('button', { name: 'Apply' });
    await apply.click();
    await wished('the compaction', ({ kind, strategy }) => kind === 'compact' && strategy === 'hybrid');
    await workbench.statusBar.getByText('Claude Code does this with its next request').waitFor();
    await obeyed('session-1');
    assert.deepEqual(await new PluginHome(home(), SOURCE).wishes('session-1'), []);
    await panel.locator('lt-context .context-item.record').click();
    const line = panel.getByRole('textbox', { name: 'Add a line to the notes' });
    await line.fill('The harbour master signs off.');
    await line.press('Enter');
    await wished('the line of the notes', ({ entry }) => entry?.kind === 'notesEdited');
  });

  it('finds a message of a Claude Code session when the person runs “Find in All Sessions”', async () => {
    const { chat } = workbench;
    await workbench.runCommand('Longthread: New Session');
    await workbench.findInSessions('"Step 7."', 'Step 7.');
    await chat.getByText('Claude Code runs this session').first().waitFor();
    await chat.getByText('Step 7.').first().waitFor();
  });

  it('is removed with the person’s consent if “Use Longthread in Claude Code” is run again', async () => {
    await workbench.runCommand('Longthread: Use Longthread in Claude Code');
    await workbench.page.locator('.monaco-dialog-box').getByText('The plugin ran in 1 session').waitFor();
    await agree('Remove');
    await until('the plugin’s folder is gone', () => Promise.resolve(!existsSync(home())));
    assert.equal(existsSync(stateFile(path.join(root, 'session-1.jsonl'))), false);
    assert.ok(existsSync(path.join(root, 'session-1.jsonl')));
    const ran = readFileSync(`${claude}.ran`, 'utf8').trim().split('\n');
    assert.deepEqual(ran.slice(-2), [
      'plugin uninstall longthread@longthread',
      'plugin marketplace remove longthread',
    ]);
  });

  /** Waits until VS Code has sent the plugin a request for which `isIt` returns true. */
  function wished(what: string, isIt: (wish: Wished) => boolean): Promise<void> {
    return until(`${what} is asked for`, async () =>
      (await new PluginHome(home(), SOURCE).wishes('session-1')).some(({ wish }) => isIt(wish)),
    );
  }

  /** Sends the session's next request. With this request, the plugin carries out what VS Code asked for. */
  async function obeyed(sessionId: string): Promise<void> {
    io.files.set('/home/wishes/session-1.json', readFileSync(home(`wishes/${sessionId}.json`), 'utf8'));
    await request(sessionId);
  }

  /** Writes the files that the plugin and Claude Code leave for a session of this folder. */
  async function record(sessionId: string): Promise<void> {
    io.files.set('/plugin/home.json', JSON.stringify({ folder: '/home', extension: '/extension' }));
    io.files.set('/home/installed.json', '{}');
    io.files.set('/extension', '');
    await request(sessionId);
  }

  async function request(sessionId: string): Promise<void> {
    await new Plugin().project(bodyOf(MESSAGES), io);
    const transcript = path.join(root, `${sessionId}.jsonl`);
    writeFileSync(transcript, transcriptOf(MESSAGES));
    writeFileSync(stateFile(transcript), io.files.get(stateFile('/projects/session-1.jsonl')) ?? '');
    const told = JSON.parse(io.files.get('/home/sessions/session-1.json') ?? '{}') as Heartbeat;
    mkdirSync(home('sessions'), { recursive: true });
    const workspace = realpathSync(workbench.folder);
    const heartbeat = { ...told, sessionId, transcript, workspace, at: Date.now() };
    writeFileSync(home('sessions', `${sessionId}.json`), JSON.stringify(heartbeat));
  }
});
