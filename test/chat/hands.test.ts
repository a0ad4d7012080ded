import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { Step } from '../agent/probe/script.ts';
import { call, type ScriptedChat } from '../support/scriptedChat.ts';
import type { Answer } from '../support/scriptedEndpoint.ts';
import { until } from '../support/until.ts';
import { beginSession, chooseMode, scriptedWindow } from './scriptedWindow.ts';

/** In these tests, the chat's tools use real files and real terminals. A script answers in place of a model. */
describe('tool calls in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  const at = (file: string): string => path.join(editor.folder, file);
  const read = (file: string): string | undefined =>
    existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined;
  const asked = (): Locator => editor.chat.locator('lt-approval-row');
  const press = (row: Locator, name: string): Promise<void> =>
    row.getByRole('button', { name, exact: true }).click();
  const toolRow = (words: string): Locator =>
    editor.chat.locator('lt-tool-row').filter({ hasText: words }).last();

  /** Starts a session in an approval mode. */
  async function begin(mode: string): Promise<void> {
    await beginSession(editor);
    await chooseMode(editor, mode);
  }

  const say = (words: string, ...answers: readonly Answer[]): Promise<void> =>
    editor.ask(words, ...answers, [{ text: 'That is all.' }]);

  /** Gives the same answer to each question of a turn. Returns the questions when the turn is over. */
  async function answered(name: string): Promise<readonly string[]> {
    const questions: string[] = [];
    await until('the turn is over', async () => {
      if (await editor.isSettled()) return true;
      if ((await asked().count()) === 0) return false;
      const question = await asked().first().locator('.asked').innerText();
      questions.push(question);
      await press(asked().first(), name);
      await asked().filter({ hasText: question }).waitFor({ state: 'detached' });
      return false;
    });
    return questions;
  }

  const results = (): readonly string[] => editor.results();
  const steps = ['Write “notes.txt”?', 'Run this command', 'Write “.vscode/settings.json”?'];
  const modes = [
    { mode: 'Ask', asks: steps, answers: ['Deny', 'Allow once'] },
    { mode: 'Edits free', asks: steps.slice(1), answers: ['Deny'] },
    { mode: 'All free', asks: steps.slice(2), answers: ['Deny'] },
  ];
  for (const { mode, asks, answers } of modes)
    it(`change files and run commands only with the approval that the mode “${mode}” requires`, async () => {
      await begin(mode);
      for (const answer of answers) {
        const text = `${mode}, ${answer}`;
        const made = `${text.replaceAll(/\W+/g, '-')}.txt`;
        await say(
          `Write it down (${text}).`,
          call('write_file', { path: 'notes.txt', content: text }),
          call('run_command', { command: `touch ${made}` }),
          call('write_file', { path: '.vscode/settings.json', content: `// ${text}` }),
        );
        const questions = await answered(answer);
        assert.deepEqual(
          questions.map((question) => asks.find((each) => question.startsWith(each))),
          asks,
        );
        const done = [
          read('notes.txt') === text,
          existsSync(at(made)),
          read('.vscode/settings.json') === `// ${text}`,
        ];
        const expected = steps.map((step) => answer === 'Allow once' || !asks.includes(step));
        assert.deepEqual(done, expected);
        assert.deepEqual(
          results().map((result) => !result.startsWith('The person did not allow this; nothing was done.')),
          expected,
        );
      }
    });

  it('report their result to the model', async () => {
    await begin('All free');
    const background = (): object => ({ id: /\[(run\d+)[^\n]*background/.exec(results().join('\n'))?.[1] });
    const readUntilBegan = async (): Promise<readonly Step[]> => {
      await until('the command began', () => existsSync(at('began.txt')));
      if (!results().at(-1)?.endsWith('\nbegan')) editor.script.unshift(readUntilBegan);
      return call('read_output', background());
    };
    writeFileSync(at('tides.ipynb'), '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}');
    await say(
      'Use each of your tools.',
      call('write_file', { path: 'new/a.txt', content: 'one\ntwo\n' }),
      call('edit_file', { path: 'new/a.txt', edits: [{ old_text: 'two', new_text: 'TWO' }] }),
      call('rename_file', { path: 'new/a.txt', new_path: 'new/b.txt' }),
      call('delete_file', { path: 'README.md' }),
      call('edit_notebook', {
        ...{ path: 'tides.ipynb', action: 'insert', cell: 0, kind: 'code', source: 'import tides' },
      }),
      call('run_command', { command: 'echo began; touch began.txt; exec sleep 600', waitSeconds: 1 }),
      readUntilBegan,
      () => call('stop_command', background()),
      call('run_command', { command: 'cat new/b.txt; (exit 3)' }),
    );
    assert.deepEqual(await answered('Deny'), []);
    const expected = [
      /^Made new\/a\.txt and saved it\.$/,
      /^Changed new\/a\.txt and saved it\.$/,
      /^Renamed new\/a\.txt to new\/b\.txt\.$/,
      /^Deleted README\.md\.$/,
      /^Changed tides\.ipynb and saved it: it has 1 cell now\.$/,
      /goes on in the background/,
      /Still running\.\n\[nothing new\]$/,
      /Stopped\./,
      // If the shell was not ready in time, the command ran as a task. A remark about the task then precedes the
      // output.
      /Ended with exit code 3\.[^]*\none\nTWO$/,
    ];
    const began = results().findIndex((result) => result.endsWith('\nbegan'));
    const told = [...results().slice(0, 6), ...results().slice(began + 1)];
    for (const [index, pattern] of expected.entries()) assert.match(told[index] ?? '', pattern);
    assert.deepEqual(
      [read('new/a.txt'), read('new/b.txt'), read('README.md')],
      [undefined, 'one\nTWO\n', undefined],
    );
    assert.match(read('tides.ipynb') ?? '', /import tides/);
  });

  it('need approval even in “All free” if a rule of the person forbids the action', async () => {
    await begin('All free');
    const edits = [{ old_text: 'import', new_text: '// changed\nimport', all: true }];
    await say('Never change the tests.');
    await answered('Deny');
    const before = read('test/harbour.test.ts');
    await say('Now do it.', call('edit_file', { path: 'test/harbour.test.ts', edits }));
    const row = asked().filter({ hasText: 'Against your rule' });
    await row.locator('q', { hasText: 'Never change the tests.' }).waitFor();
    await row.getByRole('textbox').fill('Mend the code.');
    await row.getByRole('textbox').press('Enter');
    await row.waitFor({ state: 'detached' });
    await answered('Deny');
    assert.equal(read('test/harbour.test.ts'), before);
    assert.match(
      results()[0] ?? '',
      /goes against their rule: “Never change the tests\.” They say: “Mend the code\.”/,
    );
    await toolRow('harbour.test.ts').getByText('denied').waitFor();
  });

  it('let the person compare and undo a file change, and the model learns of the undo', async () => {
    await begin('Edits free');
    const before = read('src/time.ts');
    const edits = [{ old_text: 'export', new_text: '// The harbour’s clock.\nexport', all: true }];
    await say('Add a remark.', call('edit_file', { path: 'src/time.ts', edits }));
    await answered('Deny');
    const after = read('src/time.ts') ?? '';
    assert.match(after, /The harbour’s clock/);
    const row = toolRow('src/time.ts');
    await row.hover();
    await row.getByRole('button', { name: 'Compare with the earlier text' }).click();
    await editor.page.locator('.monaco-diff-editor .modified', { hasText: 'harbour’s' }).first().waitFor();
    await row.hover();
    await row.getByRole('button', { name: 'Undo' }).click();
    await row.getByText(', undone').waitFor();
    assert.equal(read('src/time.ts'), before);
    await say('And now?');
    await answered('Deny');
    assert.ok(
      JSON.stringify(editor.endpoint.sent.at(-1)).includes('the person undid your changes of src/time.ts'),
    );
  });

  it('end on Stop while they run or wait for approval, and the model learns of the stop', async () => {
    await begin('All free');
    await say('Wait long.', call('run_command', { command: 'echo $$ > pid.txt; exec sleep 600' }));
    await until('the command runs', () => (read('pid.txt') ?? '').trim() !== '');
    await press(editor.chat.locator('lt-composer'), 'Stop (Escape)');
    await editor.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
    const pid = Number(read('pid.txt'));
    await until('its process has ended', () => !existsSync(`/proc/${String(pid)}`));
    editor.script.length = 0;
    await chooseMode(editor, 'Ask');
    await say('Then run another.', call('run_command', { command: 'touch another.txt' }));
    await asked().filter({ hasText: 'touch another.txt' }).waitFor();
    assert.match(JSON.stringify(editor.endpoint.sent.at(-1)), /The person stopped it\./);
    await press(editor.chat.locator('lt-composer'), 'Stop (Escape)');
    await toolRow('touch another.txt').getByText('unanswered').waitFor();
    editor.script.length = 0;
    await say('What now?');
    assert.deepEqual(await answered('Deny'), []);
    assert.match(JSON.stringify(editor.endpoint.sent.at(-1)), /had not decided; nothing was done/);
    assert.equal(read('another.txt'), undefined);
  });

  it('let the person restore the changed files when editing an earlier message, and undo the restore', async () => {
    const { chat, page } = editor;
    await begin('Edits free');
    const files = (): readonly (string | undefined)[] =>
      ['src/visit.ts', 'tsconfig.json', 'made.txt'].map(read);
    const before = files();
    const edits = [{ old_text: 'export', new_text: '// Changed.\nexport', all: true }];
    await say(
      'Change three files.',
      call('edit_file', { path: 'src/visit.ts', edits }),
      call('delete_file', { path: 'tsconfig.json' }),
      call('write_file', { path: 'made.txt', content: 'made' }),
    );
    await answered('Deny');
    const after = files();
    assert.ok(after.every((text, index) => text !== before[index]));
    const message = chat.locator('lt-user-row').last();
    await message.hover();
    await message.getByRole('button', { name: 'Edit and ask again from here' }).click();
    editor.script.push([{ text: 'Nothing was changed.' }]);
    await message.getByRole('textbox').fill('Change nothing.');
    await message.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.multiDiffEntry', { hasText: 'visit.ts' }).first().waitFor();
    assert.deepEqual(files(), after);
    await page.getByRole('button', { name: 'Restore the Files' }).click();
    await page.locator('.multiDiffEntry').first().waitFor({ state: 'detached' });
    await chat.locator('lt-user-row', { hasText: 'Change nothing.' }).waitFor();
    await answered('Deny');
    assert.deepEqual(files(), before);
    await chat.locator('lt-rewind-row').getByRole('button', { name: 'Undo this restore' }).click();
    await until('the changes stand again', () => String(files()) === String(after));
  });
});
