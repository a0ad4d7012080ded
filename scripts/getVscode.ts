import { installServer } from '../test/support/vscodeInstall.ts';
import { vscodeVersions } from '../test/support/vscodeVersions.ts';

/** Downloads the VS Code server that the tests open, once, so that no two suites do so at a time. */

if (process.platform !== 'win32') installServer(vscodeVersions.newest);
