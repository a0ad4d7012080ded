/** Letters and digits of alphabets that put spaces between words. */
const WORD = /[\w$\u00c0-\u024f\u0370-\u052f]/;

/** Returns whether a text holds a name or a number as a whole, not as a piece of a longer one. */
export function standsIn(text: string, wanted: string): boolean {
  const startsWord = WORD.test(wanted.charAt(0));
  const endsWord = WORD.test(wanted.slice(-1));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const joinsBefore = startsWord && WORD.test(text.charAt(at - 1));
    const joinsAfter = endsWord && WORD.test(text.charAt(at + wanted.length));
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}

/**
 * Returns the text without differences in white space, case, marks of code and quotes, to compare a quotation with its
 * source.
 */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
