import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Transcripts that the tests know by name, so that one that is not there is a pending test and not none. */
const KNOWN_NAMES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/corpusNames.json'), 'utf8'),
) as readonly string[];

/**
 * The folder of real transcripts that LONGTHREAD_CORPUS names; undefined where it names none. Throws where the folder
 * is not there or holds nothing.
 */
export function corpusFolder(): string | undefined {
  const folder = process.env['LONGTHREAD_CORPUS'];
  if (folder === undefined || folder === '') return undefined;
  if (!existsSync(folder) || namesIn(folder).length === 0)
    throw new Error(`LONGTHREAD_CORPUS names ${folder}, where no transcript is.`);
  return folder;
}

/** Names below the corpus, those known and those there. */
export function corpusNames(): readonly string[] {
  return [...KNOWN_NAMES, ...unknownNames()].sort();
}

/** Names below the corpus that the tests do not know: of transcripts that somebody added. */
export function unknownNames(): readonly string[] {
  const folder = corpusFolder();
  return folder === undefined ? [] : namesIn(folder).filter((name) => !KNOWN_NAMES.includes(name));
}

/**
 * Makes a test of each transcript of the corpus, pending by its name where the transcript is not there. The title is told
 * the file's path within the corpus; the test, its own path and its place among all.
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

/** Files of a corpus lie in a folder for each format; what lies above them is about them. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
