import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches an import or export of another module. Does not match `import type` and `export type`, which are erased. */
const FROM = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'([^']+)'/gm;

/** Returns the imports of a source file that remain at run time, as they are written in the file. */
export function runtimeImports(source: string): readonly string[] {
  return [...source.matchAll(FROM)].map(([, from = '']) => from);
}

/** Returns whether a file runs without an editor: the file and its direct and indirect imports don't load `vscode`. */
export function runsWithoutEditor(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true;
  seen.add(file);
  return runtimeImports(readFileSync(file, 'utf8')).every((from) => {
    if (from === 'vscode') return false;
    const isSource = from.startsWith('.') && from.endsWith('.ts');
    return !isSource || runsWithoutEditor(path.resolve(path.dirname(file), from), seen);
  });
}
