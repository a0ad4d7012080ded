import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

describe('the chat view in a real VS Code', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ sidebarWidth: 300 });
  });

  after(async () => {
    await workbench.close();
  });

  it('opens from the activity bar with something in it', async () => {
    const body = workbench.chat.locator('body');
    await body.waitFor();
    assert.notEqual((await body.innerText()).trim(), '');
  });
});
