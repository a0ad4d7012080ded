import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { project } from '../../src/core/context/project.ts';
import type { Entry } from '../../src/core/log/entry.ts';
import { textOf } from '../../src/core/log/message.ts';
import { TOOLS_ITEM } from '../../src/extension/chat/contextItems.ts';
import { loggedEntries } from '../support/loggedEntries.ts';
import { until } from '../support/until.ts';
import { scriptedWindow, type ScriptedWindow } from './scriptedWindow.ts';

/** After a command has opened the preview, each step is a key press. The log on disk and the panel show the effects. */
describe('a compaction with only the keyboard in a real editor', () => {
  let workbench: ScriptedWindow;
  let others: readonly string[];

  before(async () => {
    workbench = await scriptedWindow();
    await workbench.runCommand('View: Close All Editors');
    others = logs();
    await workbench.runCommand('Longthread: Open the Sample Session');
    await workbench.chat.getByText('Tomorrow then').waitFor();
  });

  after(() => workbench.runCommand('View: Close All Editors'));

  const logs = (): readonly string[] => globSync(path.join(workbench.userData, '**/sessions/*', 'log.jsonl'));

  function entries(): readonly Entry[] {
    return loggedEntries(logs().find((each) => !others.includes(each)) ?? assert.fail('no log'));
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

  /** Presses Tab until the wanted element has the focus. */
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

  /** Returns all texts in the right half of the preview, in order. Each text is read when it is in view. */
  async function shown(): Promise<readonly string[]> {
    const list = workbench.panel.locator('lt-preview-texts lt-list');
    const texts = new Map<number, string | undefined>();
    await until('each text was in view', async () => {
      const { total, read } = await list.evaluate(readInView, TOOLS_ITEM);
      for (const { place, text } of read) texts.set(place, text);
      return texts.size === total;
    });
    const inOrder = [...texts].toSorted(([a], [b]) => a - b);
    // Leaves out the tools, because they are part of each request, but of no message.
    return inOrder.flatMap(([, text]) => text ?? []);
  }

  it('is previewed, edited, applied exactly as previewed, undone and redone', async () => {
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
    assert.deepEqual(context(), before, 'the context changed before the compaction was applied');

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

interface TextInView {
  readonly place: number;
  /** Undefined for the item that shows the tools. */
  readonly text: string | undefined;
}

/**
 * Runs in the page. In one call, reads the complete texts in view, expands the incomplete ones, and scrolls if each
 * text in view was read.
 */
function readInView(list: Element, toolsItem: string): { total: number; read: readonly TextInView[] } {
  const rows = [...list.querySelectorAll('.item')];
  const read = rows.flatMap((row): readonly TextInView[] => {
    const place = Number(row.getAttribute('aria-posinset'));
    if (row.getAttribute('data-id') === toolsItem) return [{ place, text: undefined }];
    const buttons = [...row.querySelectorAll<HTMLElement>('button')];
    const folded = buttons.find(({ textContent }) => /^\s*Show( all of it)?\s*$/.test(textContent));
    folded?.click();
    const words = [...row.querySelectorAll('lt-notes .words')].map(({ textContent }) => textContent);
    const text = words.length > 0 ? words.join('\n') : row.querySelector('pre')?.textContent;
    const isThere = folded === undefined && text !== undefined && text !== '…';
    return isThere ? [{ place, text }] : [];
  });
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
  if (read.length === rows.length) list.scrollTo(0, isAtEnd ? 0 : list.scrollTop + 200);
  return { total: Number(rows[0]?.getAttribute('aria-setsize')), read };
}
