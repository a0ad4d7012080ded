import { firstNamesIn, kindOfName, type NameKind } from './names.ts';

/** The most names to list for a text, and their largest share of its characters. */
const MOST_NAMES = 60;
const NAMES_SHARE = 0.25;
const LONGEST_NAME = 80;
/** The number of first characters that are searched for names, as longer texts would block the thread. */
const LOOKED_THROUGH = 200_000;
/** Kinds that are not listed: numbers mean little without their line. */
const UNTOLD: ReadonlySet<NameKind | undefined> = new Set(['number', undefined]);

/**
 * Returns names in a text that is replaced by its address, except those already listed, in order of appearance. They
 * show what it can be looked up for.
 */
export function namesToTell(text: string, told: ReadonlySet<string>): readonly string[] {
  const isUntold = (name: string): boolean =>
    !told.has(name) && name.length <= LONGEST_NAME && !UNTOLD.has(kindOfName(name));
  const untold = firstNamesIn(text.slice(0, LOOKED_THROUGH), MOST_NAMES, isUntold);
  const names: string[] = [];
  let room = text.length * NAMES_SHARE;
  for (const name of untold) {
    room -= name.length + 2;
    if (room < 0) break;
    names.push(name);
  }
  return names;
}
