import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

describe('connecting a model in a real editor', () => {
  let silent: Server;
  let workbench: Workbench;

  before(async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    workbench = await openWorkbench();
    await workbench.chat.locator('lt-composer textarea').waitFor();
  });

  after(async () => {
    await workbench.close();
    silent.closeAllConnections();
    silent.close();
  });

  it('says what it waits for where an endpoint is silent, and stops at once when asked to', async () => {
    const { page } = workbench;
    const { port } = silent.address() as AddressInfo;
    await workbench.runCommand('Longthread: Connect a Model…');
    const question = page.locator('.quick-input-widget');
    await question.getByText('Other address…').click();
    await question.locator('input[type=text]').fill(`127.0.0.1:${String(port)}`);
    await page.keyboard.press('Enter');
    const notice = page.locator('.notification-toast', { hasText: 'asking 127.0.0.1' });
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await notice.waitFor({ state: 'detached' });
    // Whoever stopped it is asked nothing, and told of no error.
    await page.waitForTimeout(500);
    assert.equal(await page.locator('.monaco-dialog-box, .notification-toast').count(), 0);
  });
});
