import assert from 'node:assert/strict';
import type { Step } from '../agent/probe/script.ts';
import { call, type ScriptedChat } from '../support/scriptedChat.ts';
import type { Answer } from '../support/scriptedEndpoint.ts';
import { scriptedWindow } from './scriptedWindow.ts';

/** No model writes notes here: what stands after a compaction is made by code. */
describe('the plan of the chat in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  async function say(words: string, ...answers: readonly Answer[]): Promise<void> {
    await editor.ask(words, ...answers, [{ text: 'That is all.' }]);
    await editor.settled();
  }

  const planned = (reading: string, mending: string): readonly Step[] =>
    call('update_plan', {
      plan: [
        { step: 'Read the logbook', status: reading },
        { step: 'Mend the tides', status: mending },
      ],
    });

  it('is shown above the composer and sent to the model, even after a compaction and a reload', async () => {
    const { chat } = editor;
    const button = chat.locator('lt-plan button');
    await say('Plan it.', planned('in_progress', 'pending'));
    await button.getByText('Read the logbook').waitFor();
    await say(
      'Read on.',
      planned('completed', 'in_progress'),
      ...['monday', 'thursday'].map((day) => call('read_file', { path: `logbook/${day}.md` })),
      call('complete_stage', { title: 'The unit', decisions: ['Heights stay in decimetres.'] }),
    );
    await button.getByText('Mend the tides').waitFor();
    await chat.getByText('Stage done: The unit').waitFor();
    for (const turn of [1, 2, 3]) await say(`Wait ${turn}. ${'The tide rises and falls. '.repeat(60)}`);
    await editor.runCommand('Longthread: Compact Now');
    await chat.locator('lt-compaction-row').waitFor();
    await say('And now?');
    const sent = JSON.stringify(editor.endpoint.sent.at(-1));
    assert.match(
      sent,
      /## Plan at the last compaction\\n- done: Read the logbook\\n- in progress: Mend the tides/,
    );
    assert.match(sent, /Heights stay in decimetres\./);
    await editor.reload();
    await button.getByText('Mend the tides').waitFor();
    await button.focus();
    await button.press('Enter');
    assert.equal(await chat.locator('lt-plan li').count(), 2);
    await say('Finish.', planned('completed', 'completed'));
    await button.waitFor({ state: 'detached' });
  });
});
