import assert from 'node:assert/strict';
import type { Answer, ScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import type { Workbench } from '../support/vscodeWorkbench.ts';
import { scriptedWindow } from './scriptedWindow.ts';

/** No model writes notes here: the brief is made by code. */
describe('a session that goes on from another one in a real editor', () => {
  let workbench: Workbench;
  let endpoint: ScriptedEndpoint;
  let script: Answer[];

  before(async () => {
    ({ workbench, endpoint, script } = await scriptedWindow());
  });

  async function say(words: string): Promise<void> {
    script.push([{ text: 'Well.' }]);
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
    script.push([{ text: 'Well.' }]);
    await field.press('Enter');
    await chat.locator('lt-assistant-row', { hasText: 'Well.' }).waitFor();
    assert.match(JSON.stringify(endpoint.sent.at(-1)), /Never change the tests.*Begin with the tides/);

    await chat.locator('lt-header .session').click();
    const listed = chat.locator('lt-sessions li.under');
    await listed.nth(1).waitFor();
    assert.match((await listed.allInnerTexts()).join('\n'), /\(branch\)[\s\S]*\(continued\)/);
    await chat.getByRole('button', { name: 'Close sessions (Escape)' }).click();
    await listed.first().waitFor({ state: 'detached' });
  });
});
