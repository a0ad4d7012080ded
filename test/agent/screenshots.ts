import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasAgent, openAgentEditor, type AgentEditor } from '../support/agentEditor.ts';
import { copySample, startSetUp } from '../support/demo/startSetUp.ts';
import { hideKeyboardLayout } from '../support/vscodeBrowser.ts';
import { projectRoot } from '../support/vscodeInstall.ts';

/** Writes the README's pictures of the editor's own agent, with the demo endpoint of `npm start`. */

const folder = path.join(projectRoot, 'media', 'screenshots');
const WINDOW = { width: 1440, height: 860 };
/** The width of the chat beside the panel, in pixels. */
const CHAT_WIDTH = 430;
const SETTLED_MS = 1_500;
/** The task that `npm start` prepares. */
const TASK = 'Fix the failing tests, and never change the tests themselves.';

if (!hasAgent()) throw new Error('This editor contains no agent, so there is nothing to show.');
const run = mkdtempSync(path.join(tmpdir(), 'lt-shots-'));
const workspace = copySample(path.join(run, 'harbour-log'));
const { demo, settings: started } = await startSetUp({ pauseMs: 0 });
const settings = {
  ...started,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.activityBar.location': 'hidden',
};
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
  await page.setViewportSize(WINDOW);
  await hideKeyboardLayout(page);
  await agent.ready();
  await agent.start('longthread.useInAgent', TASK);
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Use It' }).click();
  await page.locator('.interactive-input-part', { hasText: TASK }).waitFor();
  await agent.run('workbench.action.toggleSidebarVisibility');
  await widenChat(page);
  await agent.run('longthread.openPanel');
  const panel = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  await panel.locator('.panel-head').waitFor();
  await agent.send(TASK);
  await agent.allowAll();
  await panel.locator('lt-event').waitFor();
  await take(page, 'agent');
}

/** Drags the edge between the editor and the chat, so that the chat is `CHAT_WIDTH` wide. */
async function widenChat(page: AgentEditor['page']): Promise<void> {
  const chat = await page.locator('.part.auxiliarybar').boundingBox();
  if (chat === null) throw new Error('The chat is not shown.');
  const y = chat.y + chat.height / 2;
  await page.mouse.move(chat.x, y);
  await page.mouse.down();
  await page.mouse.move(WINDOW.width - CHAT_WIDTH, y, { steps: 5 });
  await page.mouse.up();
}

async function take(page: AgentEditor['page'], name: string): Promise<void> {
  // Closes the editor's own hint, because it covers the chat.
  const hint = page.locator('.chat-input-notification-dismiss').first();
  if (await hint.isVisible()) await hint.click();
  // Moves the mouse to a place where no tooltip opens.
  await page.mouse.move(WINDOW.width / 2, 1);
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  console.log(`media/screenshots/${name}.png`);
}
