import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Transcripts that the tests know by name, so that a missing one is a pending test and not a missing test.
 */
const KNOWN_NAMES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/corpusNames.json'), 'utf8'),
) as readonly string[];

/**
 * Returns the folder of real transcripts in LONGTHREAD_CORPUS; undefined if it is not set. Throws if the folder is
 * missing or empty.
 */
export function corpusFolder(): string | undefined {
  const folder = process.env['LONGTHREAD_CORPUS'];
  if (folder === undefined || folder === '') return undefined;
  if (!existsSync(folder) || namesIn(folder).length === 0)
    throw new Error(`LONGTHREAD_CORPUS names ${folder}, which has no transcripts.`);
  return folder;
}

/** Returns names below the corpus, both known ones and existing ones. */
export function corpusNames(): readonly string[] {
  return [...KNOWN_NAMES, ...unknownNames()].sort();
}

/** Returns names below the corpus that the tests do not know: transcripts that somebody added. */
export function unknownNames(): readonly string[] {
  const folder = corpusFolder();
  return folder === undefined ? [] : namesIn(folder).filter((name) => !KNOWN_NAMES.includes(name));
}

/**
 * Makes a test of each transcript of the corpus, pending if the transcript is missing. The title function gets the
 * file's path within the corpus; the test gets the file's whole path and its index among all.
 */
export function testEachTranscript(
  title: (file: string) => string,
  run: (path: string, place: number) => Promise<void>,
): void {
  const folder = corpusFolder();
  for (const [place, name] of corpusNames().entries()) {
    const path = folder === undefined ? undefined : join(folder, name);
    if (path === undefined || !existsSync(path)) it(title(name));
    else it(title(name), () => run(path, place));
  }
}

/** Returns the files in the folders, one for each format. Files beside these folders are about the corpus. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
