import { namesIn } from '../text/names.ts';
import { wordsOf } from './terms.ts';

/** Longer words are compared by their first letters, this many, so that endings do not matter. */
const STEM_LENGTH = 5;
const FUNCTION_WORDS = new Set(
  'the and for with that this from into was were are has have had not but user users person asked asks ask wants want wanted requested request requests said says also then there their they them should must never always only about which when what while will would can could been its'.split(
    ' ',
  ),
);

/**
 * Returns the beginnings of a text's telling words, and its names: what two sentences that say the same have in common.
 */
export function stemsOf(text: string): readonly string[] {
  const parts = wordsOf(text).flatMap((word) => word.parts);
  const telling = parts.filter(
    (part) => !FUNCTION_WORDS.has(part) && (part.length > 2 || !/^\w+$/.test(part)),
  );
  return [...new Set([...telling.map((part) => part.slice(0, STEM_LENGTH)), ...namesIn(text)])];
}
