import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copySample, startSetUp } from '../test/support/demo/startSetUp.ts';
import { vscodeTestFolder } from '../test/support/vscodeInstall.ts';

/**
 * Starts the demo endpoint for a debugged window, and keeps it running until this script is stopped. Writes the
 * settings for the endpoint to a file beside the sample. scripts/starter copies these settings into the window's
 * temporary profile (see .vscode/launch.json).
 */

console.log('Demo endpoint starts');
const folder = path.join(vscodeTestFolder, 'debug');
mkdirSync(folder, { recursive: true });
copySample(path.join(folder, 'harbour-log'));
const { demo, settings } = await startSetUp();
writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings, null, 2));
console.log(`Demo endpoint is ready: ${demo.url}`);
