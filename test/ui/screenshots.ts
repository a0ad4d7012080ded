import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { vscodeTestFolder } from '../support/vscodeInstall.ts';
import { openWorkbench, type Theme } from '../support/vscodeWorkbench.ts';

/** Writes pictures of the real editor, one for each theme, below .vscode-test/screenshots/. */

const folder = path.join(vscodeTestFolder, 'screenshots');
const themes: readonly Theme[] = ['dark', 'light', 'highContrast'];

mkdirSync(folder, { recursive: true });
for (const theme of themes) {
  const workbench = await openWorkbench({ theme, sidebarWidth: 340 });
  try {
    await workbench.chat.locator('body').waitFor();
    const file = path.join(folder, `${theme}.png`);
    await workbench.page.screenshot({ path: file });
    console.log(path.relative(process.cwd(), file));
  } finally {
    await workbench.close();
  }
}
