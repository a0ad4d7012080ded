import assert from 'node:assert/strict';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

describe('the walkthrough in a real editor', () => {
  let demo: DemoEndpoint;
  let workbench: Workbench;

  before(async () => {
    demo = await startDemoEndpoint({ windowTokens: 64_000, pauseMs: 0 });
    workbench = await openWorkbench({
      ...{ width: 1_600, height: 1_000, sidebarWidth: 300 },
      settings: { 'longthread.model': DEMO_MODEL, 'longthread.endpoint.url': demo.url },
    });
    await workbench.chat.locator('lt-composer textarea').waitFor();
  });

  after(async () => {
    await workbench.close();
    await demo.close();
  });

  const step = (title: string) => workbench.page.locator('.getting-started-step', { hasText: title });

  /** Its mark lies inside a button, where no role is told of it. */
  const doneMark = (title: string) => step(title).locator('[role=checkbox][aria-checked=true]');

  it('opens at its first step, with its picture', async () => {
    await workbench.runCommand('Longthread: Get Started');
    await step('Connect a model').getByRole('button', { name: 'Connect a Model' }).waitFor();
    const pictures = workbench.page.locator('.getting-started-media iframe');
    await pictures.first().waitFor();
  });

  it('takes a step as done that was before the walkthrough was first opened', async () => {
    await doneMark('Connect a model').waitFor();
  });

  it('takes a step as done when it was', async () => {
    const { chat, panel } = workbench;
    assert.equal(await doneMark('Ask something').count(), 0);
    await workbench.say('Read src/harbour.ts.');
    await doneMark('Ask something').waitFor();
    await workbench.runCommand('Longthread: Open the Sample Session');
    await chat.getByText('Tomorrow then').waitFor();
    // The gauge’s card opens the panel, too, which no command tells the editor of.
    await chat.getByRole('button', { name: /usable tokens/ }).click();
    await chat.getByRole('button', { name: 'Open panel' }).click();
    await panel.getByRole('button', { name: 'Compact…' }).click();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await panel.locator('lt-event').getByText('Receipt').waitFor();
    await workbench.runCommand('Longthread: Get Started');
    await doneMark('Watch the gauge').waitFor();
    await doneMark('Compact, look, undo').waitFor();
    assert.equal(await doneMark('Bring an old session along').count(), 0);
  });
});
