import path from 'node:path';
import { projectRoot } from '../support/vscodeInstall.ts';

/** Tests of the host suite that need a certain kind of window. */
export interface Suite {
  /** The folder of these tests below test/host. */
  readonly folder: string;
  /** The folder that the window opens. It is a path, or the URI of a folder that is not on disk. */
  readonly workspace: string;
  /** Whether the window is in Restricted Mode. */
  readonly isRestricted?: boolean;
}

export const suites: readonly Suite[] = [
  { folder: '.', workspace: path.join(projectRoot, 'sample') },
  {
    folder: 'restricted',
    workspace: path.join(projectRoot, 'test/host/fixtures/untrusted'),
    isRestricted: true,
  },
  // The extension memoryFiles provides this folder. A .code-workspace file can't be used, since VS Code reads such a
  // file from an extension only after the tests have begun, if at all.
  { folder: 'virtual', workspace: 'longthread-memory:/harbour' },
];
