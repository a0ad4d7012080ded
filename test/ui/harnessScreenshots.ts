import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../support/vscodeBrowser.ts';
import { startHarness } from './harness/server.ts';

/** Takes pictures of both views in each theme: `node test/ui/harnessScreenshots.ts [FOLDER [FILTER]]`. */

interface Shot {
  readonly view: 'chat' | 'panel';
  readonly scenario: string;
  readonly widths: readonly number[];
  readonly height: number;
  /** Actions before the picture is taken: a selector to click, keys to press, a text to type. */
  readonly click?: string;
  readonly press?: string;
  readonly type?: string;
  readonly name?: string;
}

const chat = { view: 'chat', height: 760 } as const;
const panel = { view: 'panel', height: 800 } as const;
const compare = '.panel-head vscode-button[secondary]';

const shots: readonly Shot[] = [
  { ...chat, scenario: 'day', widths: [200, 350, 700] },
  { ...chat, scenario: 'empty', widths: [200, 350, 700] },
  { ...chat, scenario: 'long', widths: [200, 350, 700] },
  { ...chat, scenario: 'unconnected', widths: [200, 350] },
  { ...chat, scenario: 'day', widths: [350], click: 'lt-tool-row .fold', name: 'tool' },
  { ...chat, scenario: 'day', widths: [350], click: '[data-id="t3"] .fold', name: 'edit' },
  { ...chat, scenario: 'day', widths: [200, 350], click: '.gauge-button', name: 'gauge' },
  { ...chat, scenario: 'streaming', widths: [350] },
  { ...chat, scenario: 'readOnly', widths: [350] },
  { ...chat, scenario: 'planned', widths: [300] },
  { ...chat, scenario: 'planned', widths: [300, 700], click: 'lt-plan button', name: 'plannedOpen' },
  { ...chat, scenario: 'expiredCache', widths: [300] },
  { ...chat, scenario: 'compactsSoon', widths: [200, 350] },
  { ...chat, scenario: 'modelAsks', widths: [200, 300, 700] },
  { ...chat, scenario: 'askedCommand', widths: [300, 700] },
  { ...chat, scenario: 'askedEdit', widths: [300, 700] },
  { ...chat, scenario: 'askedSecret', widths: [300] },
  { ...chat, scenario: 'askedSecretFile', widths: [300] },
  { ...chat, scenario: 'changedFiles', widths: [300, 700], click: 'lt-changes-row .icon-button' },
  { ...chat, scenario: 'day', widths: [200, 350], click: 'lt-header .session', name: 'sessions' },
  { ...chat, scenario: 'day', widths: [200, 350], type: 'Look at @', name: 'mention' },
  { ...chat, scenario: 'day', widths: [200, 350], press: 'Control+f', type: 'tide', name: 'find' },
  { ...panel, scenario: 'day', widths: [350, 700, 1200, 1800] },
  { ...panel, scenario: 'day', widths: [350, 1200], click: '.panel-head vscode-button', name: 'preview' },
  { ...panel, scenario: 'day', widths: [350, 700, 1200], click: compare, name: 'comparison' },
  { ...panel, scenario: 'empty', widths: [350, 1200] },
];

const [folder = 'out/screenshots', filter = ''] = parseArgs({ allowPositionals: true }).positionals;
mkdirSync(folder, { recursive: true });
const harness = await startHarness();
const browser = await launchChromium();
for (const theme of ['dark', 'light', 'contrast', 'contrastLight']) {
  for (const [shot, width] of shots.flatMap((each) => each.widths.map((width) => [each, width] as const))) {
    const { view, scenario, height, click, press, type, name = scenario } = shot;
    const file = `${view}-${name}-${width}-${theme}.png`;
    if (!file.includes(filter)) continue;
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 });
    page.on('pageerror', (error) => {
      console.error(file, error);
    });
    await page.goto(`${harness.address}/${view}?theme=${theme}&scenario=${scenario}`);
    await page.locator(`lt-${view} > *`).first().waitFor();
    if (click !== undefined) await page.locator(click).first().click();
    if (press !== undefined) await page.keyboard.press(press);
    const field = press === undefined ? 'lt-composer textarea' : 'lt-find input';
    if (type !== undefined) await page.locator(field).pressSequentially(type);
    await page.mouse.move(0, 0);
    // Waits for fonts, highlighting and anything that appears after 300 ms.
    await page.waitForTimeout(600);
    await page.screenshot({ path: path.join(folder, file) });
    const violations = await page.evaluate(() => window.violations);
    for (const violation of violations) console.error(file, violation);
    await page.close();
  }
}
await browser.close();
harness.close();
