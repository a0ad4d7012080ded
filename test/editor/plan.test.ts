import assert from 'node:assert/strict';
import type { Step } from '../agent/probe/script.ts';
import type { Answer, ScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/vscodeWorkbench.ts';
import { scriptedWindow } from './scriptedWindow.ts';

/** No model writes notes here: what stands after a compaction is made by code. */
describe('the plan of the chat in a real editor', () => {
  let workbench: Workbench;
  let endpoint: ScriptedEndpoint;
  let script: Answer[];

  before(async () => {
    ({ workbench, endpoint, script } = await scriptedWindow());
  });

  async function say(words: string, ...answers: readonly (readonly Step[])[]): Promise<void> {
    script.push(...answers, [{ text: 'That is all.' }]);
    await workbench.say(words);
    await workbench.chat
      .locator('lt-user-row', { hasText: words.slice(0, 40) })
      .last()
      .waitFor();
    await until(
      'the turn is over',
      async () =>
        script.length === 0 && (await workbench.chat.locator('lt-composer .progress').count()) === 0,
    );
  }

  const call = (tool: string, input: object): readonly Step[] => [{ tool, input }];
  const planned = (reading: string, mending: string): readonly Step[] =>
    call('update_plan', {
      plan: [
        { step: 'Read the logbook', status: reading },
        { step: 'Mend the tides', status: mending },
      ],
    });

  it('stands above the composer and in what the model is sent, after a compaction and a reload, too', async () => {
    const { chat } = workbench;
    const button = chat.locator('lt-plan button');
    await say('Plan it.', planned('in_progress', 'pending'));
    await button.getByText('Read the logbook').waitFor();
    await say(
      'Read on.',
      planned('completed', 'in_progress'),
      ...['monday', 'thursday'].map((day) => call('read_file', { path: `logbook/${day}.md` })),
    );
    await button.getByText('Mend the tides').waitFor();
    for (const turn of [1, 2, 3]) await say(`Wait ${turn}. ${'The tide rises and falls. '.repeat(60)}`);
    await workbench.runCommand('Longthread: Compact Now');
    await chat.locator('lt-compaction-row').waitFor();
    await say('And now?');
    const sent = JSON.stringify(endpoint.sent.at(-1));
    assert.match(
      sent,
      /## Plan, as it stood here\\n- done: Read the logbook\\n- in progress: Mend the tides/,
    );
    await workbench.reload();
    await button.getByText('Mend the tides').waitFor();
    await button.focus();
    await button.press('Enter');
    assert.equal(await chat.locator('lt-plan li').count(), 2);
    await say('Finish.', planned('completed', 'completed'));
    await button.waitFor({ state: 'detached' });
  });
});
