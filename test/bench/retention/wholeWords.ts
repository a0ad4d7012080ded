/**
 * Finds facts in texts as whole words: a letter, digit or underscore at an edge must not continue outside.
 */

const WORD = /[\p{L}\p{N}_]/u;

/** Returns the UTF-16 offset of the fact's last place in the text, or -1. */
export function lastPlaceOf(fact: string, text: string): number {
  let at = text.lastIndexOf(fact);
  while (at > 0 && !isWhole(fact, text, at)) at = text.lastIndexOf(fact, at - 1);
  return at >= 0 && isWhole(fact, text, at) ? at : -1;
}

export function stands(fact: string, text: string): boolean {
  return placesOf(fact, text).next().done === false;
}

/** Yields the offsets of all places of the fact in the text, in order. */
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
