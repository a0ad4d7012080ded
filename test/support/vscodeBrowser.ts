import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { STEP_MS } from './patience.ts';

/**
 * The paths at which Chromium or Chrome may be installed on Linux. `scripts/setup.mjs` has the same list. If none of
 * the paths exists, the script installs the headless shell, or else Chromium.
 */
const chromiumPaths = [
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
  '/usr/bin/google-chrome',
];

/** Starts the headless Chromium that `CHROMIUM_PATH` names, the system's Chromium, or an installed Chrome. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? chromiumPaths.find((file) => existsSync(file));
  return chromium.launch({
    ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
    timeout: STEP_MS,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  });
}

/** Opens a page of this size, in pixels. Every step in the page, including navigation, has the same time limit. */
export async function openPage(browser: Browser, width: number, height: number): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height },
    // Saves CPU time, because without a graphics card, the processor would draw the animations.
    reducedMotion: 'reduce',
    // Turns off compression, because the server would compress 20 MB for each window.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
  });
  page.setDefaultTimeout(STEP_MS);
  return page;
}

/** Hides the keyboard layout in the status bar before a picture is taken. A desktop window does not show the layout. */
export async function hideKeyboardLayout(page: Page): Promise<void> {
  const content = '.statusbar-item[id*="keyboardLayout" i] { display: none !important }';
  await page.addStyleTag({ content });
}
