import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('Branches of a session', () => {
  const view = useViews();

  it('can be made at a message of the person or the assistant', async () => {
    await view.open('chat', 'day', { width: 300 });
    const label = 'Branch: start a new session with the messages up to here';
    for (const [count, kind, id] of [
      [1, 'lt-user-row', 'm3'],
      [2, 'lt-assistant-row', 'm2'],
    ] as const) {
      const row = view.page.locator(kind).last();
      await row.hover();
      await row.getByRole('button', { name: label }).click();
      assert.deepEqual(await view.lastRequest('branch', count), { type: 'branch', row: id });
    }
  });

  it('are indented in the list of sessions, and keep their mark if the name is cut off', async () => {
    await view.open('chat', 'day', { width: 300 });
    await view.page.locator('lt-header .session').click();
    const branch = view.page.locator('lt-sessions li.under');
    await branch.locator('.codicon-git-branch').waitFor();
    assert.match(
      (await branch.locator('button.open').getAttribute('title')) ?? '',
      /Branch of another session/,
    );
    const mark = await branch.getByText('(branch)').evaluate((name) => {
      const end = document.createRange();
      end.selectNodeContents(name.lastChild!);
      const cut = name.querySelector('.one-line')!;
      const isSeen = end.getBoundingClientRect().right <= name.getBoundingClientRect().right;
      return { isSeen, isCut: cut.scrollWidth > cut.clientWidth };
    });
    assert.deepEqual(mark, { isSeen: true, isCut: true });
    await view.page.getByRole('button', { name: 'Continue in a new session' }).click();
    assert.deepEqual(await view.lastRequest('run', 1), { type: 'run', command: 'continueInNewSession' });
  });
});
