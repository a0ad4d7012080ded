import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint } from '../support/demoEndpoint.ts';
import { hideKeyboardLayout } from '../support/vscodeBrowser.ts';
import { projectRoot, vscodeTestFolder } from '../support/vscodeInstall.ts';
import { dragSidebarTo, openWorkbench, type Theme, type Workbench } from '../support/vscodeWorkbench.ts';
import { openLongTranscript } from './longTranscript.ts';

/**
 * Writes pictures of the real editor to .vscode-test/screenshots/: each scene in each theme, or in the themes that are
 * named on the command line. Also writes the README's pictures, in the dark theme, to media/screenshots/.
 */

const folder = path.join(vscodeTestFolder, 'screenshots');
const folderForReadme = path.join(projectRoot, 'media', 'screenshots');
const forReadme: ReadonlySet<string> = new Set(['gauge', 'preview']);
const themes: readonly Theme[] = ['dark', 'light', 'highContrast', 'highContrastLight'];
/** Milliseconds to wait after the awaited element has appeared, since the page is still being redrawn. */
const SETTLED_MS = 400;

/** Size of the window, in pixels. */
const WIDTH = 1_400;
const HEIGHT = 880;

type Scene = (workbench: Workbench) => Promise<unknown>;

/** The scenes. Each scene begins with the state in which the previous scene has ended. */
const scenes: Readonly<Record<string, Scene>> = {
  empty: ({ chat }) => chat.locator('textarea:enabled').waitFor(),
  message: async (workbench) => {
    await workbench.say('Read src/harbour.ts, and never change time.ts.');
    await workbench.chat.getByText('In short').waitFor();
  },
  'sample-300': async (workbench) => {
    await workbench.runCommand('Longthread: Open the Sample Session');
    await workbench.chat.getByText('Tomorrow then').waitFor();
    await dragSidebarTo(workbench.page, 300);
  },
  'sample-420': ({ page }) => dragSidebarTo(page, 420),
  gauge: async ({ chat }) => {
    await chat.locator('.gauge-button').first().click();
    await chat.getByText('Largest messages').waitFor();
  },
  preview: async (workbench) => {
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('Longthread: Preview Compaction');
    await workbench.panel.locator('lt-preview-turns .item').first().waitFor();
  },
  panel: async ({ panel }) => {
    await panel.getByRole('button', { name: 'Apply' }).click();
    await panel.locator('lt-event').getByText('Receipt').waitFor();
  },
  comparison: async ({ panel }) => {
    await panel.getByRole('button', { name: 'Compare Strategies' }).click();
    await panel.locator('lt-comparison table').waitFor();
  },
  'panel-narrow': async ({ page, panel }) => {
    await page.setViewportSize({ width: 800, height: HEIGHT });
    await dragSidebarTo(page, 300);
    await panel.locator('.panel-head').waitFor();
  },
  thousands: async (workbench) => {
    await workbench.page.setViewportSize({ width: WIDTH, height: HEIGHT });
    await openLongTranscript(workbench, 1_500);
    await workbench.panel.locator('lt-context .context-item').first().waitFor();
  },
  sessions: async ({ chat }) => {
    await chat.locator('button.session').click();
    await chat.locator('lt-sessions').waitFor();
  },
  walkthrough: async (workbench) => {
    await workbench.runCommand('Longthread: Get Started');
    await workbench.page.getByText('Bring an old session along').waitFor();
  },
};

mkdirSync(folder, { recursive: true });
mkdirSync(folderForReadme, { recursive: true });
const asked = themes.filter((theme) => process.argv.includes(theme));
for (const theme of asked.length > 0 ? asked : themes) await takeAll(theme);

async function takeAll(theme: Theme): Promise<void> {
  const size = { theme, width: WIDTH, height: HEIGHT };
  const unconnected = await openWorkbench({ ...size, sidebarWidth: 340 });
  await unconnected.chat.getByRole('button', { name: 'Connect' }).first().waitFor();
  await take(unconnected, `${theme}-unconnected`);
  await unconnected.close();
  const demo = await startDemoEndpoint({ windowTokens: 64_000, pauseMs: 0 });
  const settings = { 'longthread.endpoint.url': demo.url, 'longthread.model': DEMO_MODEL };
  const workbench = await openWorkbench({ ...size, sidebarWidth: 340, settings });
  try {
    for (const [name, show] of Object.entries(scenes)) {
      await show(workbench);
      await take(workbench, `${theme}-${name}`);
      if (theme === 'dark' && forReadme.has(name)) await takeForReadme(workbench, name);
    }
  } catch (error) {
    await take(workbench, `${theme}-failed`);
    throw error;
  } finally {
    await workbench.close();
    await demo.close();
  }
}

/** Takes a picture for the README. Makes the window taller for this picture, so that more is visible at the bottom. */
async function takeForReadme({ page }: Workbench, name: string): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height: HEIGHT + 140 });
  await hideKeyboardLayout(page);
  await page.waitForTimeout(SETTLED_MS);
  const shown = name === 'gauge' ? page.locator('.part.sidebar') : page;
  await shown.screenshot({ path: path.join(folderForReadme, `${name}.png`) });
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
}

async function take({ page }: Workbench, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(path.relative(process.cwd(), file));
}
