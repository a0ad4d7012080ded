import { cpSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../vscodeInstall.ts';

const NAMES = ['README.md', 'package.json', 'tsconfig.json', 'src', 'test'];

/**
 * Copies those files of the sample project that `NAMES` lists. Tests in VS Code may have the sample open at the same
 * time, and make folders in it that must not be copied.
 */
export function copySampleFiles(folder: string): void {
  for (const name of NAMES)
    cpSync(path.join(projectRoot, 'sample', name), path.join(folder, name), { recursive: true });
}
