import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { splitOf, type Split } from './split.ts';

export interface TranscriptFile {
  readonly path: string;
  readonly group: string;
  readonly bytes: number;
}

/** Smaller files hold no session worth compacting: a token has at least one byte. */
const LEAST_BYTES = 60_000;

/**
 * Returns all files below the paths that belong to the part, largest first, so that the long ones don't end last.
 * Files of the shared corpus are kept apart from other transcripts, as in the results.
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
