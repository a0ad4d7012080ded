import { firstNamesIn, kindOfName, type NameKind } from './names.ts';

/** The most names that are told of a text, and the largest share of its characters for them. */
const MOST_NAMES = 60;
const NAMES_SHARE = 0.25;
const LONGEST_NAME = 80;
/** Characters at a text's beginning in which names are looked for: longer texts would hold the thread. */
const LOOKED_THROUGH = 200_000;
/** Figures say little without the line that they stood in. */
const UNTOLD: ReadonlySet<NameKind | undefined> = new Set(['number', undefined]);

/**
 * Returns names of a text that gives way to its address, without those told already, in order of appearance. They show what
 * it can be recalled for.
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
