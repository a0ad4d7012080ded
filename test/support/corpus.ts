import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The names of transcripts that the tests know. A transcript that is not there still has a test, which is pending.
 */
const KNOWN_NAMES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/corpusNames.json'), 'utf8'),
) as readonly string[];

/**
 * Returns the folder of real transcripts that LONGTHREAD_CORPUS names, or undefined if the variable is not set. Throws
 * if the folder is missing or empty.
 */
export function corpusFolder(): string | undefined {
  const folder = process.env['LONGTHREAD_CORPUS'];
  if (folder === undefined || folder === '') return undefined;
  if (!existsSync(folder) || namesIn(folder).length === 0)
    throw new Error(`LONGTHREAD_CORPUS names ${folder}, which has no transcripts.`);
  return folder;
}

/** Returns the names of all known transcripts and of all other transcripts in the corpus folder. */
export function corpusNames(): readonly string[] {
  return [...KNOWN_NAMES, ...unknownNames()].sort();
}

/** Returns the names of the transcripts that somebody added to the corpus folder. The tests do not know these names. */
export function unknownNames(): readonly string[] {
  const folder = corpusFolder();
  return folder === undefined ? [] : namesIn(folder).filter((name) => !KNOWN_NAMES.includes(name));
}

/**
 * Defines a test for each transcript of the corpus. The test is pending if the transcript is missing. `title` gets the
 * file's path within the corpus. `run` gets the file's full path and the file's index in the list of transcripts.
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

/** Returns the files in the subfolders. Each subfolder contains one format. All other files describe the corpus. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
