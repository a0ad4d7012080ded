import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runtimeImports } from './runtimeImports.ts';

/**
 * Returns the unit tests that reach one of the source files through at most `steps` imports. Type imports do not count.
 */
export function testsNear(files: readonly string[], steps: number): readonly string[] {
  const importers = importersByFile();
  const reached = new Set(files.map((file) => path.normalize(file)));
  let newest = [...reached];
  for (let step = 0; step < steps; step += 1) {
    newest = newest.flatMap((file) => importers.get(file) ?? []).filter((file) => !reached.has(file));
    for (const file of newest) reached.add(file);
  }
  return [...reached].filter((file) => file.endsWith('.test.ts')).sort();
}

/** Maps each imported file to the files that import it at run time. All paths are relative to the project. */
function importersByFile(): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync(['src/**/*.ts', 'test/unit/**/*.ts', 'test/support/**/*.ts'])) {
    for (const from of runtimeImports(readFileSync(file, 'utf8'))) {
      if (!from.startsWith('.')) continue;
      const imported = path.join(path.dirname(file), from);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}
