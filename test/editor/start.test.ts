import assert from 'node:assert/strict';
import { startSetUp } from '../support/demo/startSetUp.ts';
import type { DemoEndpoint } from '../support/demoEndpoint.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

const questions = [
  'Read src/harbour.ts.',
  'Where is formatTime used?',
  'Read src/visit.ts and src/time.ts.',
  'What does the project do?',
  'Find who calls arrive.',
  'Read src/harbour.ts again.',
];

describe('what npm start opens', () => {
  let demo: DemoEndpoint;
  let workbench: Workbench;

  before(async () => {
    const { settings, extensions, ...started } = await startSetUp({ pauseMs: 0 });
    demo = started.demo;
    workbench = await openWorkbench({ width: 1_500, height: 950, sidebarWidth: 360, extensions, settings });
  });

  after(async () => {
    await workbench.close();
    await demo.close();
  });

  it('shows the sample session and the walkthrough by itself, and offers to show the agent', async () => {
    await workbench.chat.getByText('Tomorrow then').waitFor();
    await workbench.page.locator('.getting-started-step', { hasText: 'Ask something' }).waitFor();
    await workbench.page.getByRole('button', { name: 'Show Me' }).waitFor();
  });

  it('compacts now and then, not at each question', async () => {
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
});
