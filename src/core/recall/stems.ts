import { namesIn } from '../text/names.ts';
import { wordsOf } from './terms.ts';

/** The number of letters that are compared from the beginning of a word, so that endings do not matter. */
const STEM_LENGTH = 5;
const FUNCTION_WORDS = new Set(
  'the and for with that this from into was were are has have had not but user users person asked asks ask wants want wanted requested request requests said says also then there their they them should must never always only about which when what while will would can could been its'.split(
    ' ',
  ),
);

/**
 * Returns the stems of a text's meaningful words, and the names in the text. Sentences with the same meaning usually
 * share most of these strings.
 */
export function stemsOf(text: string): readonly string[] {
  const parts = wordsOf(text).flatMap((word) => word.parts);
  const telling = parts.filter(
    (part) => !FUNCTION_WORDS.has(part) && (part.length > 2 || !/^\w+$/.test(part)),
  );
  return [...new Set([...telling.map((part) => part.slice(0, STEM_LENGTH)), ...namesIn(text)])];
}
