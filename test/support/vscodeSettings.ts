import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/** Settings that turn off the parts of the editor that are not needed to show one extension. */
const quiet: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  // With acceleration but without a graphics card, the processor would do the work, in twice the time.
  'terminal.integrated.gpuAcceleration': 'off',
  // Prevents the start of language servers.
  'files.associations': { '*.ts': 'plaintext' },
  'git.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  'chat.disableAIFeatures': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  // With the default value, the extension host searches for open ports every two seconds.
  'remote.autoForwardPortsSource': 'output',
};

/**
 * Adds settings to the settings files in a user data folder. A new file also gets the `quiet` settings. A server reads
 * machine settings from a separate file, and a desktop reads them from the user's file, so both files get all settings.
 */
export function writeSettings(userData: string, settings: Settings): void {
  for (const folder of ['User', 'Machine']) {
    const file = path.join(userData, folder, 'settings.json');
    const present = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Settings) : quiet;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...present, ...settings }, null, 2));
  }
}
