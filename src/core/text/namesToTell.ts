import { kindOfName, type NameKind } from './names.ts';

/** The most names to list for a text, and their largest share of its characters. */
export const MOST_TOLD = 60;
const NAMES_SHARE = 0.25;
const LONGEST_NAME = 80;
/** Kinds that are not listed: numbers mean little without their line, quoted words are long. */
const UNTOLD: ReadonlySet<NameKind | undefined> = new Set(['number', 'literal', undefined]);

/**
 * Returns those of a text's names to list where the text, of so many characters, is replaced by its address, except those
 * already listed. They show what it can be looked up for.
 */
export function namesToTell(
  names: readonly string[],
  length: number,
  told: ReadonlySet<string>,
): readonly string[] {
  const listed: string[] = [];
  let room = length * NAMES_SHARE;
  for (const name of names) {
    if (told.has(name) || name.length > LONGEST_NAME || UNTOLD.has(kindOfName(name))) continue;
    room -= name.length + 2;
    if (room < 0 || listed.length === MOST_TOLD) break;
    listed.push(name);
  }
  return listed;
}
