import assert from 'node:assert/strict';
import type { Step } from '../agent/probe/script.ts';
import type { Answer, ScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import type { Workbench } from '../support/vscodeWorkbench.ts';
import { scriptedWindow } from './scriptedWindow.ts';

/** No model writes notes here: what stands after a compaction is made by code. */
describe('a question of the model in a real editor', () => {
  let workbench: Workbench;
  let endpoint: ScriptedEndpoint;
  let script: Answer[];

  before(async () => {
    ({ workbench, endpoint, script } = await scriptedWindow());
  });

  const asks = (question: string, ...labels: readonly string[]): readonly Step[] => [
    { tool: 'ask_user', input: { question, options: labels.map((label) => ({ label })) } },
  ];

  async function say(words: string, ...answers: readonly (readonly Step[])[]): Promise<void> {
    script.push(...answers);
    await workbench.say(words);
    await workbench.chat
      .locator('lt-user-row', { hasText: words.slice(0, 40) })
      .last()
      .waitFor();
    await workbench.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
  }

  const newest = (count: number): string => JSON.stringify(endpoint.sent.at(-1)?.slice(-count));

  it('waits through a compaction and a reload, and is answered by a button and by a message', async () => {
    const { chat } = workbench;
    for (const turn of [1, 2, 3])
      await say(`Wait ${turn}. ${'The tide rises and falls. '.repeat(60)}`, [{ text: 'Well.' }]);
    await say('Mend the tides.', asks('In metres or in feet?', 'Metres', 'Feet'));
    await chat.locator('lt-ask').getByText('In metres or in feet?').waitFor();
    await chat.locator('lt-tool-row', { hasText: 'waits for you' }).waitFor();
    await workbench.runCommand('Longthread: Compact Now');
    await chat.locator('lt-compaction-row').waitFor();
    await workbench.reload();
    const option = chat.locator('lt-ask').getByRole('button', { name: 'Metres' });
    await option.waitFor();
    script.push(asks('And of which station?'));
    await option.focus();
    await option.press('Enter');
    await chat.locator('lt-user-row', { hasText: 'Metres' }).waitFor();
    assert.match(newest(3), /In metres or in feet.*"role":"tool".*next message.*"role":"user".*Metres/);
    await chat.locator('lt-ask').getByText('And of which station?').waitFor();
    await say('Of all of them.', [{ text: 'Done.' }]);
    await chat.locator('lt-ask').waitFor({ state: 'detached' });
    assert.match(newest(3), /And of which station.*"role":"tool".*"role":"user".*Of all of them/);
  });
});
