import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Loads every file of the core, so that the coverage counts one that no test touches. By `require`, as mocha loads the
 * tests: loaded a second time as another kind of module, a file's coverage would be that of its second, idle instance.
 */
const core = path.resolve(import.meta.dirname, '../../src/core');
const load = createRequire(import.meta.url);
for (const file of globSync('**/*.ts', { cwd: core })) load(path.join(core, file));
