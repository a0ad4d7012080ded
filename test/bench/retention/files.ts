import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { splitOf, type Split } from './split.ts';

export interface TranscriptFile {
  readonly path: string;
  readonly group: string;
  readonly bytes: number;
}

/**
 * The minimum size of a file. A token has at least one byte, so smaller files contain no session that is worth
 * compacting.
 */
const LEAST_BYTES = 60_000;

/**
 * Returns the files of a part (`tuning`, `heldout` or `all`) in the given folders and files. The largest files come
 * first, so that the measurement does not end with a long file. Files of the shared corpus form a separate group, as in
 * the results.
 */
export function findTranscripts(
  paths: readonly string[],
  part: Split | 'all',
  corpus: string | undefined,
): readonly TranscriptFile[] {
  const files = new Map<string, TranscriptFile>();
  for (const path of paths) {
    for (const file of filesUnder(resolve(path))) {
      const bytes = statSync(file).size;
      if (bytes < LEAST_BYTES || (part !== 'all' && splitOf(file) !== part)) continue;
      files.set(file, { path: file, group: groupOf(file, path, corpus), bytes });
    }
  }
  return [...files.values()].sort((a, b) => b.bytes - a.bytes);
}

function filesUnder(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function groupOf(file: string, path: string, corpus: string | undefined): string {
  const isShared = corpus !== undefined && file.startsWith(resolve(corpus) + sep);
  return isShared ? 'shared corpus' : basename(resolve(path));
}
