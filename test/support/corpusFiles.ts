import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Transcripts of others, where LONGTHREAD_CORPUS names their folder; none, and one line that says so, where it does not. */
export function corpusFiles(): readonly string[] {
  const folder = process.env['LONGTHREAD_CORPUS'];
  if (folder === undefined || folder === '') {
    console.log('LONGTHREAD_CORPUS is not set: tests over real transcripts are skipped.');
    return [];
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
