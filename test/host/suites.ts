import path from 'node:path';
import { projectRoot } from '../support/vscodeInstall.ts';

/** Tests that need a window of their own kind. */
export interface Suite {
  /** The folder of its tests below test/host. */
  readonly folder: string;
  /** The folder that the window opens: a path, or the address of one that lies on no disk. */
  readonly workspace: string;
  /** In Restricted Mode. */
  readonly isRestricted?: boolean;
}

export const suites: readonly Suite[] = [
  { folder: '.', workspace: path.join(projectRoot, 'sample') },
  {
    folder: 'restricted',
    workspace: path.join(projectRoot, 'test/host/fixtures/untrusted'),
    isRestricted: true,
  },
  // The extension memoryFiles has it. A workspace file beside it would be read after the window is there, and on a busy
  // machine now and then not at all.
  { folder: 'virtual', workspace: 'longthread-memory:/harbour' },
];
