import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { Step } from '../agent/probe/script.ts';
import { textOfSent } from '../support/scriptedEndpoint.ts';
import { call, type ScriptedChat } from '../support/scriptedChat.ts';
import { MAX_STEPS, scriptedWindow } from './scriptedWindow.ts';

const print = (command: string): readonly Step[] => call('run_command', { command });

/** A call that needs approval pauses the turn, so that a test has time to send messages during the turn. */
describe('the agent loop of the chat in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  const waits = (words: string): Locator =>
    editor.chat.locator('lt-composer .waiting li', { hasText: words });
  const userTexts = (at: number): readonly string[] =>
    (editor.endpoint.sent.at(at) ?? []).filter(({ role }) => role === 'user').map(textOfSent);

  async function type(words: string, key: 'Enter' | 'Alt+Enter'): Promise<void> {
    const composer = editor.chat.locator('lt-composer textarea');
    await composer.fill(words);
    await composer.press(key);
    await waits(words).waitFor();
  }

  it('sends a queued message in the same turn on Enter, in the next turn on Alt+Enter, and not if taken back', async () => {
    const { chat } = editor;
    await editor.ask('Print it.', print('mkdir -p made'), [{ text: 'Printed.' }], [{ text: 'Tidied.' }]);
    const question = chat.locator('lt-approval-row');
    await question.waitFor();
    await type('Tidy up then.', 'Alt+Enter');
    await type('Nobody needs this.', 'Enter');
    await type('In capitals, please.', 'Enter');
    assert.deepEqual(await chat.locator('lt-composer .waiting li .one-line').allInnerTexts(), [
      'Nobody needs this.',
      'In capitals, please.',
      'Tidy up then.',
    ]);
    await waits('Nobody needs this.').getByRole('button', { name: 'Take back and edit' }).click();
    await waits('Nobody needs this.').waitFor({ state: 'detached' });
    assert.equal(await chat.locator('lt-composer textarea').inputValue(), 'Nobody needs this.');
    await chat.locator('lt-composer textarea').fill('');
    await question.getByRole('button', { name: 'Allow once', exact: true }).click();
    await chat.locator('lt-user-row', { hasText: 'Tidy up then.' }).waitFor();
    await editor.settled();
    assert.match(userTexts(-2).at(-1) ?? '', /In capitals, please\./u);
    assert.doesNotMatch(userTexts(-2).join('\n'), /Nobody needs|Tidy up/u);
    assert.match(userTexts(-1).at(-1) ?? '', /Tidy up then\./u);
  });

  it('asks for approval of each file change separately if one answer requests several changes', async () => {
    const { chat } = editor;
    await editor.ask(
      'Write it.',
      [
        ...call('write_file', { path: 'made.txt', content: 'one\n' }),
        ...call('edit_file', { path: 'made.txt', edits: [{ old_text: 'one', new_text: 'two' }] }),
      ],
      [{ text: 'Written.' }],
    );
    for (const question of ['Write “made.txt”?', 'Edit “made.txt”?']) {
      const asked = chat.locator('lt-approval-row');
      await asked.filter({ hasText: question }).waitFor();
      assert.equal(await asked.count(), 1);
      await asked.getByRole('button', { name: 'Allow once', exact: true }).click();
    }
    await editor.settled();
    assert.match(editor.results().join('\n'), /^Made made\.txt[^]*Changed made\.txt/u);
    assert.equal(readFileSync(path.join(editor.folder, 'made.txt'), 'utf8'), 'two\n');
  });

  it('gives the model an excerpt of a large output, and shows the person the whole output', async () => {
    const { chat } = editor;
    const lines = `node -e "for (let i = 1; i < 9000; i++) console.log('row ' + i + (i === 4000 ? ': error: flooded' : ''))"`;
    await editor.ask('Print much.', print(lines), [{ text: 'Printed.' }]);
    await chat.locator('lt-approval-row').getByRole('button', { name: 'Allow once', exact: true }).click();
    await editor.settled();
    const told = editor.results().at(-1) ?? '';
    assert.match(told, /row 1\n[^]*lines left out · recall m\d+ …\]\nrow 4000: error: flooded[^]*row 8999$/u);
    assert.doesNotMatch(told, /row 5000\n/u);
    const row = chat.locator('lt-tool-row').last();
    await row.locator('button').first().click();
    await row.getByText('row 5000', { exact: false }).first().waitFor();
  });

  it('stops at the step limit and at calls that repeat despite two hints, and continues with one click', async () => {
    const { chat } = editor;
    const goOn = chat.locator('lt-error-row').last().getByRole('button', { name: 'Go On' });
    const parts = Array.from({ length: MAX_STEPS }, (_, step) =>
      call('read_file', { path: 'src/harbour.ts', startLine: step + 1 }),
    );
    await editor.ask('Read on.', ...parts);
    await chat.locator('lt-error-row', { hasText: `Stopped after ${MAX_STEPS} steps` }).waitFor();
    const again = call('read_file', { path: 'package.json' });
    editor.script.push(again, again, again, again, again);
    await goOn.click();
    await chat.locator('lt-error-row', { hasText: 'the same calls with the same results' }).waitFor();
    const hints = (editor.endpoint.sent.at(-1) ?? [])
      .map(textOfSent)
      .filter((text) => /Nothing new for \d steps/u.test(text));
    assert.equal(hints.length, 2);
    editor.script.push([{ text: 'Then I am done.' }]);
    await goOn.click();
    await chat.locator('lt-assistant-row', { hasText: 'Then I am done.' }).waitFor();
  });
});
