import { installServer } from '../test/support/vscodeInstall.ts';
import { vscodeVersions } from '../test/support/vscodeVersions.ts';

/** Downloads the VS Code server for the tests in advance, so that no two suites download it at the same time. */

if (process.platform !== 'win32') installServer(vscodeVersions.newest);
