import { globSync } from 'node:fs';
import path from 'node:path';

const core = path.resolve(import.meta.dirname, '../../src/core');

/** Loads every file of the core before the tests, so that the coverage counts a file that no test touches. */
export async function mochaGlobalSetup(): Promise<void> {
  await Promise.all(globSync('**/*.ts', { cwd: core }).map((file) => import(path.join(core, file))));
}
