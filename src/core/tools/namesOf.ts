import type { Message } from '../log/message.ts';
import { memoized } from '../memoized.ts';
import { namesIn, kindOfName, type NameKind } from '../text/names.ts';
import { argumentsOf, stringsIn } from './callArguments.ts';

const LONGEST_TEXT = 200_000;
const MOST_NAMES = 2_000;

/**
 * Returns the names in a message (in a long message, only those at the beginning). Cached, since finding names takes
 * far more time than finding all other facts.
 */
export const namesOf = memoized((message: Message): readonly string[] =>
  message.role === 'system' ? [] : firstNamesIn(wholeTextOf(message)),
);

/** Returns all texts of a message. Of a call's arguments, returns the strings. */
export function wholeTextOf(message: Message): string {
  return message.parts
    .map((part) => {
      if (part.type === 'toolCall') return stringsIn(argumentsOf(part)).join('\n') || part.arguments;
      if (part.type === 'image') return '';
      return part.type === 'file' ? `${part.path}\n${part.text}` : part.text;
    })
    .join('\n');
}

/** Returns the names in a text; in a very long text, only those at the beginning, so that the time is bounded. */
export function firstNamesIn(text: string): readonly string[] {
  return namesIn(text.slice(0, LONGEST_TEXT), MOST_NAMES);
}

/**
 * Returns the names to list when a text is replaced with its address. Omits names that are already listed. Chooses from
 * `first`, the names at the beginning of the text. If `first` has {@link MOST_NAMES} names, but fewer than
 * {@link MOST_LISTED} of them can be listed, e.g. in a table of numbers, chooses from all names in the first
 * {@link LONGEST_TEXT} characters of the text.
 */
export function namesToList(
  text: string,
  alreadyListed: ReadonlySet<string>,
  first: readonly string[] = firstNamesIn(text),
): readonly string[] {
  const listed = namesThatFit(first, text.length, alreadyListed);
  if (first.length < MOST_NAMES || listed.length === MOST_LISTED) return listed;
  return namesThatFit(namesIn(text.slice(0, LONGEST_TEXT)), text.length, alreadyListed);
}

/** The maximum number of names to list for a text, and their maximum share of the text's characters. */
const MOST_LISTED = 60;
const NAMES_SHARE = 0.25;
const LONGEST_NAME = 80;
/** Kinds of names that are not listed, since numbers mean little without their line, and quoted words are long. */
const UNLISTED_KINDS: ReadonlySet<NameKind | undefined> = new Set(['number', 'literal', undefined]);

/** Returns the names that may be listed and fit in the room for a text of this length. */
function namesThatFit(
  names: readonly string[],
  length: number,
  alreadyListed: ReadonlySet<string>,
): readonly string[] {
  const listed: string[] = [];
  let room = length * NAMES_SHARE;
  for (const name of names) {
    if (alreadyListed.has(name) || name.length > LONGEST_NAME || UNLISTED_KINDS.has(kindOfName(name)))
      continue;
    room -= name.length + 2;
    if (room < 0 || listed.length === MOST_LISTED) break;
    listed.push(name);
  }
  return listed;
}
