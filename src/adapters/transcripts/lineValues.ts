import { parseJson } from './json.ts';

/** The JSON values on a line, in their order; undefined stands for what can't be read. A blank line has none. */
export function lineValues(text: string): readonly unknown[] {
  if (text.trim() === '') return [];
  const value = parseJson(text);
  return value === undefined ? gluedTexts(text).map(parseJson) : [value];
}

/**
 * Cuts a text after each bracket that closes an outermost object, as when a writer lost the line end between
 * two. Whatever is left over, a torn object for instance, is the last piece.
 */
function gluedTexts(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let end = objectEnd(text, start); end > start; end = objectEnd(text, start)) {
    pieces.push(text.slice(start, end));
    start = end;
  }
  const rest = text.slice(start);
  return rest.trim() === '' ? pieces : [...pieces, rest];
}

/** Just after the bracket that closes the first object from `start` on, or 0 when none is closed. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isInString && char === '\\') at += 1;
    else if (char === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth <= 0) return at + 1;
    }
  }
  return 0;
}
