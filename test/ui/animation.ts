import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint } from '../support/demoEndpoint.ts';
import { hideKeyboardLayout } from '../support/vscodeBrowser.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';
import { animatedPng, type AnimationFrame } from './animatedPng.ts';

/** Takes pictures of the real editor, and writes the README's animated picture media/screenshots/tour.png (an APNG). */

const SIZE = { width: 1_080, height: 660, sidebarWidth: 340 };
const MOST_BYTES = 1_000_000;
/** Milliseconds to wait after the awaited element has appeared, since the page is still being redrawn. */
const SETTLED_MS = 600;

/** The index of the step that shows the preview. */
const PREVIEW = 2;

/** The steps of the animation. Each step begins with the state in which the previous step has ended. */
const steps: readonly {
  readonly shownMs: number;
  readonly show: (workbench: Workbench) => Promise<unknown>;
}[] = [
  {
    shownMs: 2_000,
    show: async (workbench) => {
      await workbench.runCommand('Longthread: Open the Sample Session');
      await workbench.chat.getByText('Tomorrow then').waitFor();
    },
  },
  {
    shownMs: 3_000,
    show: async ({ chat }) => {
      await chat.locator('.gauge-button').first().click();
      await chat.getByText('Largest messages').waitFor();
    },
  },
  {
    shownMs: 3_500,
    show: async (workbench) => {
      await workbench.page.keyboard.press('Escape');
      await workbench.runCommand('Longthread: Preview Compaction');
      await workbench.panel.locator('lt-preview-turns .item').first().waitFor();
    },
  },
  {
    shownMs: 3_500,
    show: async ({ panel }) => {
      await panel.getByRole('button', { name: 'Apply' }).click();
      await panel.locator('lt-event').getByText('Receipt').waitFor();
    },
  },
  {
    shownMs: 2_500,
    show: async (workbench) => {
      await workbench.runCommand('Longthread: Undo Last Compaction');
      await workbench.panel.locator('lt-event').getByText('Redo').first().waitFor();
    },
  },
];

const demo = await startDemoEndpoint({ windowTokens: 64_000, pauseMs: 0 });
const settings = { 'longthread.endpoint.url': demo.url, 'longthread.model': DEMO_MODEL };
const workbench = await openWorkbench({ theme: 'dark', ...SIZE, settings });
try {
  const frames: AnimationFrame[] = [];
  await hideKeyboardLayout(workbench.page);
  for (const { shownMs, show } of steps) {
    await show(workbench);
    await workbench.page.waitForTimeout(SETTLED_MS);
    frames.push({ png: await workbench.page.screenshot(), shownMs });
  }
  // The first frame is the preview, because a viewer that can't play animations shows only the first frame.
  const picture = animatedPng([...frames.slice(PREVIEW), ...frames.slice(0, PREVIEW)]);
  writeFileSync(path.join(projectRoot, 'media/screenshots/tour.png'), picture);
  console.log(`media/screenshots/tour.png takes ${String(picture.length)} bytes`);
  if (picture.length > MOST_BYTES) process.exitCode = 1;
} catch (error) {
  await workbench.page.screenshot({ path: path.join(projectRoot, '.vscode-test/tour-failed.png') });
  throw error;
} finally {
  await workbench.close();
  await demo.close();
}
