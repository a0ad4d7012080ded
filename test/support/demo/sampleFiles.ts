import { cpSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../vscodeInstall.ts';

const NAMES = ['README.md', 'package.json', 'tsconfig.json', 'src', 'test'];

/**
 * Copies the sample project's files, listed by name: meanwhile, tests in VS Code have the sample open and make folders in
 * it, which must not be copied.
 */
export function copySampleFiles(folder: string): void {
  for (const name of NAMES)
    cpSync(path.join(projectRoot, 'sample', name), path.join(folder, name), { recursive: true });
}
