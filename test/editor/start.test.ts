import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { copySample, startSetUp } from '../support/demo/startSetUp.ts';
import type { DemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

const TASK = 'Fix the failing tests, and never change the tests themselves.';

const questions = [
  'Read src/harbour.ts.',
  'Where is formatTime used?',
  'Read src/visit.ts and src/time.ts.',
  'What does the project do?',
  'Find who calls arrive.',
  'Read src/harbour.ts again.',
];

describe('after npm start, the editor', () => {
  let folder: string;
  let workspace: string;
  let demo: DemoEndpoint;
  let workbench: Workbench;

  before(async () => {
    const { settings, extensions, ...started } = await startSetUp({ pauseMs: 0 });
    demo = started.demo;
    folder = mkdtempSync(path.join(tmpdir(), 'lt-start-'));
    workspace = copySample(path.join(folder, 'harbour-log'));
    const size = { width: 1_500, height: 950, sidebarWidth: 360 };
    const userData = path.join(folder, 'user');
    workbench = await openWorkbench({ ...size, userData, workspace, extensions, settings });
  });

  after(async () => {
    await workbench.close();
    await demo.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it('shows the sample session and the walkthrough without a command', async () => {
    await workbench.chat.getByText('Tomorrow then').waitFor();
    await workbench.page.locator('.getting-started-step', { hasText: 'Ask something' }).waitFor();
    await workbench.page.getByRole('button', { name: 'Show Me' }).waitFor();
  });

  it('compacts at most twice during six questions, and the context stays less than 95 % full', async () => {
    const { chat } = workbench;
    const percents: string[] = [];
    let compacted = 0;
    for (const question of questions) {
      await workbench.say(question);
      await chat.locator('lt-user-row', { hasText: question }).last().waitFor();
      await chat.getByText('(demo model)').last().waitFor();
      await chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
      percents.push((await chat.locator('lt-header .percent').textContent()) ?? '');
    }
    const fills = percents.map((text) => Number.parseInt(text, 10));
    for (let i = 1; i < fills.length; i++) if (fills[i]! < fills[i - 1]! - 5) compacted++;
    assert.ok(
      fills.every((fill) => fill < 95),
      percents.join(', '),
    );
    assert.ok(compacted <= questions.length / 3, percents.join(', '));
  });

  describe('during a task to fix failing tests', function () {
    // After a failed test, no test runs, because each test continues where the previous test ended.
    this.bail(true);
    const asked = (words: string): Locator =>
      workbench.chat.locator('lt-approval-row').filter({ hasText: words });
    const answer = (row: Locator, name: string): Promise<void> =>
      row.getByRole('button', { name, exact: true }).click();
    const source = (file: string): string => readFileSync(path.join(workspace, file), 'utf8');
    const isFixed = (): readonly boolean[] => [
      source('src/berths.ts').includes('b.arrival < a.departure'),
      source('src/time.ts').includes('padStart'),
    ];
    const changes = (): Locator => workbench.chat.locator('lt-changes-row').last();

    it('asks for approval to run the tests', async () => {
      await workbench.say(TASK);
      await asked('npm test').waitFor();
      await answer(asked('npm test'), 'This session');
    });

    it('shows the rule that forbids a change, and does not make the change after Deny', async () => {
      const row = asked('test/harbour.test.ts');
      await row.getByText('never change the tests').waitFor();
      const before = source('test/harbour.test.ts');
      await answer(row, 'Deny');
      await asked('src/berths.ts').waitFor();
      assert.equal(source('test/harbour.test.ts'), before);
    });

    it('fixes the code after approval', async () => {
      await answer(asked('src/berths.ts'), 'This session');
      await workbench.chat
        .locator('lt-assistant-row', { hasText: 'Both mistakes are fixed, and the tests pass.' })
        .waitFor();
      assert.deepEqual(isFixed(), [true, true]);
    });

    it('compacts automatically', async () => {
      await until('a compaction follows the task in the log', () => {
        const lines = globSync(path.join(folder, 'user/**/sessions/*/log.jsonl')).flatMap((log) =>
          readFileSync(log, 'utf8').split('\n'),
        );
        const task = lines.findIndex((line) => line.includes(TASK));
        return task >= 0 && lines.slice(task).some((line) => line.includes('"kind":"compaction"'));
      });
    });

    it('opens the changes in the editor’s own diff', async () => {
      await changes().getByRole('button', { name: '2 files changed' }).click();
      await workbench.page.locator('.multiDiffEntry', { hasText: 'berths.ts' }).first().waitFor();
    });

    it('keeps the change of one file and undoes the change of another file', async () => {
      await changes().getByRole('button', { name: 'Show the files one by one' }).click();
      const file = (name: string): Locator => changes().getByRole('listitem').filter({ hasText: name });
      await file('berths.ts').getByRole('button', { name: 'Keep' }).click();
      await file('berths.ts').filter({ hasText: ', kept' }).waitFor();
      await file('time.ts').getByRole('button', { name: 'Undo' }).click();
      await file('time.ts').filter({ hasText: ', undone' }).waitFor();
      await until('one file is as before', () => String(isFixed()) === 'true,false');
    });
  });
});
