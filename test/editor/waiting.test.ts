import assert from 'node:assert/strict';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

describe('a message that waits for an answer to end', () => {
  let demo: DemoEndpoint;
  let workbench: Workbench;
  /** The model answers when this is resolved. */
  const answer = Promise.withResolvers<undefined>();

  before(async () => {
    demo = await startDemoEndpoint({ windowTokens: 100_000, pauseMs: 0, before: () => answer.promise });
    workbench = await openWorkbench({
      settings: { 'longthread.model': DEMO_MODEL, 'longthread.endpoint.url': demo.url },
    });
    await composer().waitFor();
  });

  after(async () => {
    answer.resolve(undefined);
    await workbench.close();
    await demo.close();
  });

  const composer = () => workbench.chat.locator('lt-composer textarea');

  async function composerHolds(text: string): Promise<void> {
    await until(`the composer holds "${text}"`, async () => (await composer().inputValue()) === text);
  }

  it('is in the composer again, unsent, after the window was loaded anew', async () => {
    const { chat } = workbench;
    await workbench.say('Where is collide used?');
    await chat.locator('lt-composer .progress').waitFor({ state: 'attached' });
    await workbench.say('And this one waits.');
    await chat.locator('lt-composer .waiting', { hasText: 'waits' }).waitFor();
    await workbench.reload();
    await composer().waitFor();
    await composerHolds('And this one waits.');
    assert.equal(await chat.locator('lt-user-row', { hasText: 'this one waits' }).count(), 0);
  });

  it('stays with its session while another is shown', async () => {
    const { chat } = workbench;
    await workbench.say('And who calls it?');
    await chat.locator('lt-composer .progress').waitFor({ state: 'attached' });
    await workbench.say('This one waits, too.');
    await chat.locator('lt-composer .waiting', { hasText: 'too' }).waitFor();
    await workbench.runCommand('Longthread: New Session');
    await chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
    await workbench.say('Something else.');
    await chat.locator('lt-user-row', { hasText: 'Something else.' }).waitFor();
    assert.equal(await composer().inputValue(), '');
    await chat.locator('button.session').click();
    await chat.locator('lt-sessions button.open', { hasText: 'Where is collide used?' }).click();
    await composerHolds('This one waits, too.');
    assert.equal(await chat.locator('lt-composer .waiting').count(), 0);
  });
});
