import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copySample } from '../support/demo/startSetUp.ts';
import { SCRIPTED_MODEL, startScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import type { ScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

describe('a message’s attachments in a real editor', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let workbench: Workbench;

  before(async () => {
    folder = copySample(path.join(mkdtempSync(path.join(tmpdir(), 'lt-attach-')), 'harbour-log'));
    const git = (...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
      execFileSync('git', [...identity, ...args], { cwd: folder });
    };
    rmSync(path.join(folder, 'AGENTS.md'), { force: true });
    writeFileSync(path.join(folder, 'CLAUDE.md'), 'Heights are in metres.\n');
    mkdirSync(path.join(folder, '.github'), { recursive: true });
    writeFileSync(path.join(folder, '.github/copilot-instructions.md'), 'Times are in UTC.\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'Begin the log');
    appendFileSync(path.join(folder, 'README.md'), '\nA line that differs.\n');
    endpoint = await startScriptedEndpoint(200_000, () => [{ text: 'Seen.' }]);
    workbench = await openWorkbench({
      workspace: folder,
      sidebarWidth: 300,
      settings: {
        'longthread.model': SCRIPTED_MODEL,
        'longthread.endpoint.url': endpoint.url,
        'git.enabled': true,
        'git.openRepositoryInParentFolders': 'always',
      },
    });
    await workbench.chat.locator('lt-composer textarea').waitFor();
  });

  after(async () => {
    await workbench.close();
    endpoint.close();
    rmSync(path.dirname(folder), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  async function attach(word: string, chosen: string): Promise<void> {
    const { chat } = workbench;
    const before = await chat.locator('.attachment').count();
    await chat.locator('lt-composer textarea').pressSequentially(word);
    await chat.locator('.completion', { hasText: chosen }).first().click();
    await chat.locator('.attachment').nth(before).waitFor();
  }

  it('are sent: a folder, the changes, a pasted image, and the workspace’s instructions for other assistants', async () => {
    const { chat } = workbench;
    await attach('@folder:logb', 'logbook/');
    await attach('@dif', '@diff');
    await chat.locator('lt-composer textarea').evaluate((field, base64) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
    }, PICTURE);
    await chat.locator('.attachment', { hasText: 'image.png' }).waitFor();
    await workbench.say('What is in these?');
    await chat.locator('lt-assistant-row', { hasText: 'Seen.' }).waitFor();
    const sent = JSON.stringify(endpoint.sent.at(-1));
    assert.match(sent, /Heights are in metres\..*Times are in UTC\./);
    assert.match(sent, /logbook\/\\n|logbook\/[\w-]+\.md/);
    assert.match(sent, /\+A line that differs\./);
    assert.ok(sent.includes(`data:image/png;base64,${PICTURE}`));
    const row = chat.locator('lt-user-row', { hasText: 'What is in these?' });
    assert.match(await row.innerText(), /logbook\/[\s\S]*@diff[\s\S]*image\.png/);
    assert.equal(await chat.locator('.attachment').count(), 0);
  });
});
