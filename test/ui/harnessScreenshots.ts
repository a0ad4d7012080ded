import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startHarness } from './harness/server.ts';

/** Pictures of both views in each theme, for the eye: `node --import tsx test/ui/harnessScreenshots.ts FOLDER [FILTER]`. */

interface Shot {
  readonly view: 'chat' | 'panel';
  readonly scenario: string;
  readonly width: number;
  readonly height: number;
  /** What to do before the picture is taken: a selector to click. */
  readonly click?: string;
  readonly type?: string;
  readonly name?: string;
}

const shots: readonly Shot[] = [
  { view: 'chat', scenario: 'day', width: 300, height: 760 },
  { view: 'chat', scenario: 'day', width: 420, height: 900 },
  { view: 'chat', scenario: 'day', width: 300, height: 760, click: 'lt-tool-row .fold', name: 'tool' },
  {
    view: 'chat',
    scenario: 'day',
    width: 300,
    height: 760,
    click: '[data-id="t3"] .fold',
    name: 'edit',
  },
  { view: 'chat', scenario: 'streaming', width: 300, height: 640 },
  { view: 'chat', scenario: 'empty', width: 300, height: 420 },
  { view: 'chat', scenario: 'unconnected', width: 300, height: 420 },
  { view: 'chat', scenario: 'readOnly', width: 300, height: 420 },
  { view: 'chat', scenario: 'day', width: 300, height: 480, click: 'lt-header .session', name: 'sessions' },
  { view: 'chat', scenario: 'day', width: 300, height: 480, type: 'Look at @', name: 'mention' },
  { view: 'panel', scenario: 'day', width: 1200, height: 800 },
  { view: 'panel', scenario: 'day', width: 600, height: 1000 },
  {
    view: 'panel',
    scenario: 'day',
    width: 1200,
    height: 800,
    click: '.panel-head vscode-button',
    name: 'plan',
  },
  {
    view: 'panel',
    scenario: 'day',
    width: 1200,
    height: 500,
    click: '.panel-head vscode-button[secondary]',
    name: 'comparison',
  },
  {
    view: 'panel',
    scenario: 'day',
    width: 380,
    height: 900,
    click: '.panel-head vscode-button[secondary]',
    name: 'comparison',
  },
  { view: 'panel', scenario: 'empty', width: 900, height: 420 },
];

const [folder = 'out/screenshots', filter = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const harness = await startHarness();
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
for (const theme of ['dark', 'light', 'contrast', 'contrastLight']) {
  for (const shot of shots) {
    const { view, scenario, width, height, click, type, name = scenario } = shot;
    const file = `${view}-${name}-${width}-${theme}.png`;
    if (!file.includes(filter)) continue;
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
    page.on('pageerror', (error) => {
      console.error(file, error);
    });
    await page.goto(`${harness.address}/${view}?theme=${theme}&scenario=${scenario}`);
    await page.locator(`lt-${view} > *`).first().waitFor();
    if (click !== undefined) await page.locator(click).first().click();
    if (type !== undefined) await page.locator('lt-composer textarea').pressSequentially(type);
    await page.mouse.move(0, 0);
    // Fonts, highlighting and anything that appears after 300 ms.
    await page.waitForTimeout(600);
    await page.screenshot({ path: path.join(folder, file) });
    const violations = await page.evaluate(() => window.violations);
    for (const violation of violations) console.error(file, violation);
    await page.close();
  }
}
await browser.close();
harness.close();
