import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copySample } from '../support/demo/startSetUp.ts';
import { SCRIPTED_MODEL, startScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import type { ScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

/** No model writes notes here: the brief is made by code. */
describe('a session that goes on from another one in a real editor', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let workbench: Workbench;

  before(async () => {
    folder = copySample(path.join(mkdtempSync(path.join(tmpdir(), 'lt-branch-')), 'harbour-log'));
    endpoint = await startScriptedEndpoint(200_000, () => [{ text: 'Well.' }]);
    workbench = await openWorkbench({
      workspace: folder,
      sidebarWidth: 300,
      settings: {
        'longthread.model': SCRIPTED_MODEL,
        'longthread.endpoint.url': endpoint.url,
        'longthread.summary.enabled': false,
        'longthread.compaction.keepRecentMessages': 2,
      },
    });
    await workbench.chat.locator('lt-composer textarea').waitFor();
  });

  after(async () => {
    await workbench.close();
    endpoint.close();
    rmSync(path.dirname(folder), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  async function say(words: string): Promise<void> {
    await workbench.say(words);
    await workbench.chat.locator('lt-user-row', { hasText: words.slice(0, 30) }).waitFor();
    await workbench.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
  }

  it('is branched at a message, or begins with the notes, which can be changed before they are sent', async () => {
    const { chat } = workbench;
    await say(`Never change the tests. ${'The tide rises and falls. '.repeat(60)}`);
    await say(`Mend the tides. ${'The tide falls and rises. '.repeat(60)}`);
    await say('And the harbours?');
    const second = chat.locator('lt-user-row', { hasText: 'Mend the tides.' });
    await second.hover();
    await second.getByRole('button', { name: 'Branch: a new session up to here' }).click();
    await chat.locator('lt-header .session', { hasText: '(branch)' }).waitFor();
    assert.equal(await chat.locator('lt-user-row').count(), 2);

    await workbench.runCommand('Longthread: Continue in a New Session');
    await chat.locator('lt-header .session', { hasText: '(continued)' }).waitFor();
    const field = chat.locator('lt-composer textarea');
    await chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
    await field.press('Control+End');
    await field.pressSequentially(' Begin with the tides.');
    const brief = await field.inputValue();
    assert.match(brief, /Never change the tests[\s\S]*Begin with the tides\.$/);
    await field.press('Enter');
    await chat.locator('lt-assistant-row', { hasText: 'Well.' }).waitFor();
    assert.match(JSON.stringify(endpoint.sent.at(-1)), /Never change the tests.*Begin with the tides/);

    await chat.locator('lt-header .session').click();
    const listed = chat.locator('lt-sessions li.under');
    await listed.nth(1).waitFor();
    assert.match((await listed.allInnerTexts()).join('\n'), /\(branch\)[\s\S]*\(continued\)/);
  });
});
