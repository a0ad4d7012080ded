import { cpSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../vscodeInstall.ts';

const NAMES = ['README.md', 'package.json', 'tsconfig.json', 'src', 'test'];

/**
 * Copies the files of the sample project that `NAMES` lists. Other tests may have the sample open in VS Code at the
 * same time, and may make folders in the sample that must not be copied.
 */
export function copySampleFiles(folder: string): void {
  for (const name of NAMES)
    cpSync(path.join(projectRoot, 'sample', name), path.join(folder, name), { recursive: true });
}
