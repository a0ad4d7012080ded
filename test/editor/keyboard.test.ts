import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseLine } from '../../src/adapters/store/parseLine.ts';
import { project } from '../../src/core/context/project.ts';
import type { Entry } from '../../src/core/log/entry.ts';
import { textOf } from '../../src/core/log/message.ts';
import { TOOLS_ITEM } from '../../src/extension/chat/contextItems.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

/** What a person does without a mouse: each step is a key, and what comes of it is read from the log on disk. */
describe('a compaction by the keyboard alone, in a real editor', () => {
  let userData: string;
  let workbench: Workbench;

  before(async () => {
    userData = mkdtempSync(path.join(tmpdir(), 'lt-keys-'));
    workbench = await openWorkbench({ userData, width: 1400, sidebarWidth: 300 });
    await workbench.runCommand('Longthread: Open the Sample Session');
    await workbench.chat.getByText('Tomorrow then').waitFor();
  });

  after(async () => {
    await workbench.close();
    rmSync(userData, { recursive: true, force: true });
  });

  function entries(): readonly Entry[] {
    const [log = assert.fail('no log')] = globSync(path.join(userData, '**/sessions/*', 'log.jsonl'));
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n').map(parseLine);
    return lines.map((line) => (line.type === 'entry' ? line.entry : assert.fail(line.why)));
  }

  function context(): readonly string[] {
    return project(entries()).map(({ message }) => textOf(message));
  }

  function logged(kind: Entry['kind'], count = 1): Promise<void> {
    return until(`${String(count)} × ${kind} in the log`, () =>
      Promise.resolve(entries().filter((entry) => entry.kind === kind).length >= count),
    );
  }

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
  };

  /** Goes on with Tab until the focus is where it is wanted. */
  async function tabTo(selector: string): Promise<void> {
    const { panel } = workbench;
    const wanted = panel.locator(selector);
    for (let steps = 0; steps < 60; steps += 1) {
      if ((await wanted.and(panel.locator(':focus')).count()) > 0) return;
      await press('Tab');
    }
    assert.fail(`Tab never came to ${selector}`);
  }

  async function settled(): Promise<void> {
    await workbench.panel.locator('.preview-body:not(.stale)').waitFor();
    await workbench.panel.locator('vscode-button:not([disabled])', { hasText: 'Apply' }).waitFor();
  }

  /** All texts of the right half in their order, each read as it comes into view. */
  async function shown(): Promise<readonly string[]> {
    const { panel } = workbench;
    const rows = panel.locator('lt-preview-texts .item');
    const texts: string[] = [];
    const total = Number(await rows.first().getAttribute('aria-setsize'));
    for (let place = 1; place <= total; place += 1) {
      const row = panel.locator(`lt-preview-texts .item[aria-posinset="${String(place)}"]`);
      await until(`text ${String(place)} is in the page`, async () => {
        if ((await row.count()) > 0) return true;
        await panel.locator('lt-preview-texts lt-list').evaluate((list) => list.scrollBy(0, 200));
        return false;
      });
      await row.scrollIntoViewIfNeeded();
      // The tools stand in each request, and in no message.
      if ((await row.getAttribute('data-id')) === TOOLS_ITEM) continue;
      await row.locator('.seen-head').waitFor();
      const folded = row.getByRole('button', { name: 'Show', exact: true });
      if ((await folded.count()) > 0) await folded.click();
      await row.locator('pre:not(:text-is("…")), lt-notes .words').first().waitFor();
      const more = row.getByRole('button', { name: 'Show all of it' });
      if ((await more.count()) > 0) await more.click();
      const lines = row.locator('lt-notes .words');
      texts.push(
        (await lines.count()) > 0
          ? (await lines.allTextContents()).join('\n')
          : ((await row.locator('pre').textContent()) ?? ''),
      );
    }
    return texts;
  }

  it('is shown, changed, edited and applied exactly, taken back, and done again', async () => {
    const { panel } = workbench;
    const before = context();
    await workbench.runCommand('Longthread: Preview Compaction');
    await settled();

    await tabTo('lt-preview-turns .item');
    await press('ArrowDown', 'k');
    await panel.getByText('choice of yours').waitFor();
    await settled();
    await tabTo('lt-notes .note-line');
    await press('ArrowDown', 'Delete');
    await logged('notesEdited');
    await settled();
    await tabTo('lt-notes .add-note');
    await workbench.page.keyboard.type('The harbour master signs off.');
    await press('Enter');
    await logged('notesEdited', 2);
    await panel.locator('lt-notes .yours').waitFor();
    await settled();
    assert.deepEqual(context(), before, 'nothing is changed before it is applied');

    const plan = await shown();
    assert.ok(plan.some((text) => text.includes('You: The harbour master signs off.')));
    await tabTo('vscode-button:has-text("Apply")');
    await press('Enter');
    await logged('compaction');
    assert.deepEqual(context(), plan);

    await panel.locator('.detail:focus lt-event').getByRole('button', { name: 'Undo' }).waitFor();
    await tabTo('lt-event lt-undo button');
    await press('Enter');
    await logged('undo');
    assert.deepEqual(context(), before);
    await panel.locator('lt-event').getByRole('button', { name: 'Redo' }).waitFor();
    await tabTo('lt-event lt-undo button');
    await press('Enter');
    await logged('redo');
    assert.deepEqual(context(), plan);
  });
});
