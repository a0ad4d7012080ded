/**
 * Finds facts in texts as whole words: if a fact begins or ends with a letter, digit or underscore, no such character
 * may stand beside it.
 */

const WORD = /[\p{L}\p{N}_]/u;

/** Returns the UTF-16 offset of the last occurrence of the fact in the text, or -1. */
export function lastPlaceOf(fact: string, text: string): number {
  let at = text.lastIndexOf(fact);
  while (at > 0 && !isWhole(fact, text, at)) at = text.lastIndexOf(fact, at - 1);
  return at >= 0 && isWhole(fact, text, at) ? at : -1;
}

export function stands(fact: string, text: string): boolean {
  return placesOf(fact, text).next().done === false;
}

/** Yields the offsets of all occurrences of the fact in the text, in order. */
export function* placesOf(fact: string, text: string): Generator<number, void> {
  if (fact === '') return;
  for (let at = text.indexOf(fact); at >= 0; at = text.indexOf(fact, at + 1)) {
    if (isWhole(fact, text, at)) yield at;
  }
}

function isWhole(fact: string, text: string, at: number): boolean {
  return !joins(text[at - 1], fact[0]) && !joins(fact.at(-1), text[at + fact.length]);
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && WORD.test(left) && WORD.test(right);
}
