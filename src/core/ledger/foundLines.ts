import { codeBlocksOf } from './codeBlocks.ts';
import type { Passage } from './fences.ts';

/** What a search puts before a line that it found or shows around it: `src/a.ts:12:` and `src/a.ts-13-`. */
const FOUND = /^(?:\.\/)?([\w@~/][\w@./~+-]*\.[a-z]\w{0,7})([:-])\d{1,6}\2/i;
/** A text is a search's when so many of its lines have a path before them. */
const LEAST_LINES = 2;
const LEAST_SHARE = 0.5;

/** The lines of a search's answer under the files that they stand in; undefined where the text is no such answer. */
export function foundLines(text: string): readonly Passage[] | undefined {
  if (!FOUND.test(text) && !FOUND.test(text.slice(text.indexOf('\n') + 1))) return undefined;
  const byPath = new Map<string, string[]>();
  let [found, said] = [0, 0];
  for (const line of text.split('\n')) {
    if (line.length > 2) said++;
    const match = FOUND.exec(line);
    const path = match?.[1];
    if (match === null || path === undefined) continue;
    found++;
    const lines = byPath.get(path);
    const code = line.slice(match[0].length);
    if (lines === undefined) byPath.set(path, [code]);
    else lines.push(code);
  }
  if (found < LEAST_LINES || found < said * LEAST_SHARE) return undefined;
  return [...byPath].map(([path, lines]) => ({ path, blocks: codeBlocksOf(lines.join('\n')) }));
}
