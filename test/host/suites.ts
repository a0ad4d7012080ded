import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/vscodeInstall.ts';

/** Tests that need a window of their own kind. */
export interface Suite {
  /** The folder of its tests below test/host. */
  readonly folder: string;
  /** The path of what the window opens, a folder or a `.code-workspace`, which may be written below `compiled`. */
  readonly workspace: (compiled: string) => string;
  /** In Restricted Mode. */
  readonly isRestricted?: boolean;
}

export const suites: readonly Suite[] = [
  { folder: '.', workspace: () => path.join(projectRoot, 'sample') },
  {
    folder: 'restricted',
    workspace: () => path.join(projectRoot, 'test/host/fixtures/untrusted'),
    isRestricted: true,
  },
  { folder: 'virtual', workspace: virtualWorkspace },
];

/** Its only folder is nowhere on the disk; the extension memoryFiles has it. */
function virtualWorkspace(compiled: string): string {
  const file = path.join(compiled, 'virtual.code-workspace');
  mkdirSync(compiled, { recursive: true });
  writeFileSync(file, JSON.stringify({ folders: [{ uri: 'longthread-memory:/harbour', name: 'harbour' }] }));
  return file;
}
