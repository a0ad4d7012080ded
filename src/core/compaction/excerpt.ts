import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';

/** Of an excerpt's room: what comes from the head of the text; the rest is its tail and the telling lines between. */
const HEAD_SHARE = 0.5;
const CHARACTERS_PER_TOKEN = 3;

/**
 * Head and tail of a text with a line between them that says what is missing and where it is:
 * `[… 620 lines left out · recall m42 …]`. At most `maxTokens`; whole lines where lines are short enough.
 */
export function excerptText(text: string, id: MessageId, maxTokens: number, count: CountTokens): string {
  if (count(text) <= maxTokens) return text;
  let characters = maxTokens * CHARACTERS_PER_TOKEN;
  for (;;) {
    const excerpt = cut(text, id, Math.floor(characters));
    if (characters < 40 || count(excerpt) <= maxTokens) return excerpt;
    characters *= 0.75;
  }
}

function cut(text: string, id: MessageId, characters: number): string {
  const headEnd = endOfWord(text, Math.floor(characters * HEAD_SHARE));
  const tailStart = startOfWord(
    text,
    Math.max(headEnd, text.length - Math.floor(characters * (1 - HEAD_SHARE))),
  );
  const missing = text.slice(headEnd, tailStart);
  const lines = missing.split('\n').length;
  const middle = `[… ${String(lines)} line${lines === 1 ? '' : 's'} left out · recall ${id} …]`;
  return [text.slice(0, headEnd).trimEnd(), middle, text.slice(tailStart).trimStart()]
    .filter((piece) => piece !== '')
    .join('\n');
}

const NEAR = 200;

/** The end of a line, else of a word, at or shortly before the place. */
function endOfWord(text: string, place: number): number {
  if (place <= 0) return 0;
  const from = Math.max(0, place - NEAR);
  const line = text.lastIndexOf('\n', place);
  if (line >= from && line > 0) return line;
  const before = text.slice(from, place).search(/\s\S*$/u);
  return before > 0 ? from + before : wholeCharacter(text, place);
}

/** The start of a line, else of a word, at or shortly after the place. */
function startOfWord(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const line = text.indexOf('\n', place);
  if (line >= 0 && line - place <= NEAR) return line + 1;
  const after = text.slice(place, place + NEAR).search(/\s/u);
  return after >= 0 ? place + after + 1 : wholeCharacter(text, place);
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : place;
}
