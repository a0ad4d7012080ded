import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Loads every file of the core, so that the coverage includes files that no test imports. Uses `require` as mocha does
 * for the tests. Otherwise, a file would be loaded again as another kind of module, and its coverage would be that of
 * the second instance, which no test uses.
 */
const core = path.resolve(import.meta.dirname, '../../src/core');
const load = createRequire(import.meta.url);
for (const file of globSync('**/*.ts', { cwd: core })) load(path.join(core, file));
