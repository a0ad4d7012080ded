import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { vscodeTestFolder } from './vscodeInstall.ts';
import type { VscodeVersion } from './vscodeVersions.ts';

const isMissingDisplay =
  process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];

/**
 * Returns the executable of a desktop VS Code. If no desktop VS Code is available, prints the reason and returns
 * undefined.
 */
export async function findDesktopVscode({ vscode }: VscodeVersion): Promise<string | undefined> {
  if (isMissingDisplay) {
    console.log('No display for a desktop VS Code: the VS Code server takes its place.');
    return undefined;
  }
  try {
    return await downloadAndUnzipVSCode({
      version: vscode,
      cachePath: path.join(vscodeTestFolder, 'desktop'),
      timeout: 10_000,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.log(`A desktop VS Code can't be downloaded (${why}): the VS Code server takes its place.`);
    return undefined;
  }
}
