import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A headless Chromium: the one that `CHROMIUM_PATH` names, the system's, or an installed Chrome. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? chromiumPaths.find((file) => existsSync(file));
  return chromium.launch({
    ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  });
}
