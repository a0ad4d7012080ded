import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Loads every file of the core, so that the coverage counts files that no test touches. Uses `require`, as mocha does
 * for the tests: a file that is loaded again as another kind of module would report the coverage of its second, idle
 * instance.
 */
const core = path.resolve(import.meta.dirname, '../../src/core');
const load = createRequire(import.meta.url);
for (const file of globSync('**/*.ts', { cwd: core })) load(path.join(core, file));
