import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../store/fileSystem.ts';

/** The number of files to keep. An agent may read its notes again in a continued session. */
const MOST_KEPT = 10;

/**
 * Writes notes for another agent into a new file that only the person's account can read. Deletes the oldest files of
 * notes in the folder, if there are more than `MOST_KEPT`. Returns the new file's path.
 */
export async function writeHandedNotes(folder: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const numbers = (await readdir(folder))
    .flatMap((name) => /^notes-(\d+)\.md$/u.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => b - a);
  const path = await writeUnder(folder, (numbers[0] ?? 0) + 1, text);
  for (const old of numbers.slice(MOST_KEPT - 1)) await rm(join(folder, nameOf(old)), { force: true });
  return path;
}

/** Writes the file with this number or the next free number. So it never overwrites a file of another window. */
async function writeUnder(folder: string, number: number, text: string): Promise<string> {
  const path = join(folder, nameOf(number));
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return writeUnder(folder, number + 1, text);
    throw error;
  }
}

function nameOf(number: number): string {
  return `notes-${String(number)}.md`;
}
