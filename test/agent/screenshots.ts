import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_AGENT_WINDOW_TOKENS, demoSettings, demoWorkspace } from '../support/demo/demoWorkspace.ts';
import { hasAgent, openAgentEditor, type AgentEditor } from '../support/agentEditor.ts';
import { startDemoEndpoint } from '../support/demoEndpoint.ts';
import { projectRoot } from '../support/vscodeInstall.ts';

/** Writes the README's pictures of the editor's own agent at work, led by the demo endpoint as `npm start` leads it. */

const folder = path.join(projectRoot, 'media', 'screenshots');
const SETTLED_MS = 1_500;

if (!hasAgent()) throw new Error('This editor carries no agent, so there is nothing to be seen.');
const run = mkdtempSync(path.join(tmpdir(), 'lt-shots-'));
const workspace = demoWorkspace(path.join(run, 'harbour-log'));
const demo = await startDemoEndpoint({ pauseMs: 0, agentWindowTokens: DEMO_AGENT_WINDOW_TOKENS });
const settings = { ...demoSettings(demo.url), 'workbench.colorTheme': 'Default Dark Modern' };
const editor = await openAgentEditor({ workspace, settings, withExtension: true });
try {
  await show(editor);
} catch (error) {
  await editor.shot();
  throw error;
} finally {
  await editor.close();
  await demo.close();
  rmSync(run, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function show({ page, ...agent }: AgentEditor): Promise<void> {
  await agent.ready();
  await agent.start('longthread.useInAgent');
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Use It' }).click();
  await page.locator('.interactive-input-part', { hasText: 'What is this project about' }).waitFor();
  await agent.run('workbench.action.toggleSidebarVisibility');
  await agent.say('What is this project about, and where would you start reading?');
  await agent.run('longthread.openPanel');
  const panel = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  await panel.locator('.panel-head').waitFor();
  await agent.send('Fix the failing tests, and never change the tests themselves.');
  // Before and after it mends them.
  for (let run = 0; run < 2; run++) {
    await page
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click({ timeout: 120_000 });
    await page.getByText('Run bash command?').waitFor({ state: 'detached' });
  }
  await agent.idle();
  await panel.locator('lt-event').waitFor();
  await take(page, 'agent');
  await agent.say('@longthread what did the last compaction leave out?');
  await take(page, 'agentReceipt');
}

async function take(page: AgentEditor['page'], name: string): Promise<void> {
  // The editor's own hint covers the chat.
  await page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.interactive-session .codicon-close'))
      close.click();
  });
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  console.log(`media/screenshots/${name}.png`);
}
