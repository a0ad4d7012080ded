import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An import or export from elsewhere that is still there when the types are erased. */
const FROM = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'([^']+)'/gm;

/** What a source file imports when it runs, as it is written there. */
export function runtimeImports(source: string): readonly string[] {
  return [...source.matchAll(FROM)].map(([, from = '']) => from);
}

/** Whether a file can be loaded without an editor: neither it nor what it imports asks for one. */
export function runsWithoutEditor(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true;
  seen.add(file);
  return runtimeImports(readFileSync(file, 'utf8')).every((from) => {
    if (from === 'vscode') return false;
    const isSource = from.startsWith('.') && from.endsWith('.ts');
    return !isSource || runsWithoutEditor(path.resolve(path.dirname(file), from), seen);
  });
}
