import assert from 'node:assert/strict';
import type { Step } from '../agent/probe/script.ts';
import type { Answer } from '../support/scriptedEndpoint.ts';
import { call, type ScriptedChat } from '../support/scriptedChat.ts';
import { beginSession, scriptedWindow } from './scriptedWindow.ts';

const planned = (reading: string, mending: string): readonly Step[] =>
  call('update_plan', {
    plan: [
      { step: 'Read the logbook', status: reading },
      { step: 'Mend the tides', status: mending },
    ],
  });
const long = [{ text: 'The tide rises and falls. '.repeat(2_000) }];

/** In these tests, code alone writes the notes of a compaction. */
describe('a compaction at a good moment in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  async function say(words: string, ...answers: readonly Answer[]): Promise<void> {
    await editor.ask(words, ...answers, [{ text: 'That is all.' }]);
    await editor.settled();
  }

  const compaction = () => editor.chat.locator('lt-compaction-row').last();

  it('starts only when all steps of the model’s plan are done', async () => {
    await beginSession(editor);
    await say('Plan it.', planned('in_progress', 'pending'));
    for (const turn of [1, 2, 3, 4]) {
      await editor.ask(`Tell of it, ${turn}.`, long);
      await editor.settled();
    }
    await say('Read on.', planned('completed', 'in_progress'));
    assert.equal(await compaction().count(), 0);
    await say('Finish.', planned('completed', 'completed'));
    await compaction().waitFor();
  });

  it('starts when the model asks for it with the tool compact_when_done', async () => {
    await beginSession(editor);
    await editor.ask('Tell of it.', long);
    await editor.settled();
    await say('And on.');
    assert.equal(await compaction().count(), 0);
    await say('That was the task.', call('compact_when_done', {}));
    await compaction().waitFor();
    assert.match(editor.results().at(-1) ?? '', /^The thread is compacted after this turn/);
  });

  it('is offered with the costs of both choices when the provider’s cache has expired', async () => {
    const { chat } = editor;
    await editor.runCommand('Longthread: Open the Sample Session');
    const bar = chat.locator('lt-expired-cache');
    await bar.waitFor();
    assert.match(
      await bar.innerText(),
      /Sending the context costs about \$\d+\.\d\d now, or \$\d+\.\d\d after a compaction/,
    );
    await bar.getByRole('button', { name: 'Compact First' }).click();
    await compaction().waitFor();
    await bar.waitFor({ state: 'detached' });
  });
});
