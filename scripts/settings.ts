import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifestWithSettings, settingsPage } from '../test/support/settingsFiles.ts';

/** Writes the settings of src/extension/settings/settingTable.ts into package.json and docs/SETTINGS.md. */

const root = path.resolve(import.meta.dirname, '..');
const manifest = path.join(root, 'package.json');
writeFileSync(manifest, manifestWithSettings(readFileSync(manifest, 'utf8')));
writeFileSync(path.join(root, 'docs/SETTINGS.md'), settingsPage());
