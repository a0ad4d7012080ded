import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';

/** Of an excerpt's room: what comes from the head of the text; the rest is its tail. */
const HEAD_SHARE = 0.5;
const CHARACTERS_PER_TOKEN = 3;

/**
 * Head and tail of a text with a line between them that says what is missing and where it is:
 * `[… 620 lines left out · recall m42 …]`. At most `maxTokens`; whole lines where lines are short enough.
 */
export function excerptText(text: string, id: MessageId, maxTokens: number, count: CountTokens): string {
  if (count(text) <= maxTokens) return text;
  const source = { text, id, breaks: lineBreaks(text) };
  let characters = maxTokens * CHARACTERS_PER_TOKEN;
  for (;;) {
    const excerpt = cut(source, Math.floor(characters));
    if (characters < 40 || count(excerpt) <= maxTokens) return excerpt;
    characters *= 0.75;
  }
}

/** A text to cut from; how many line breaks it has is found once, however often it is cut. */
interface Source {
  readonly text: string;
  readonly id: MessageId;
  readonly breaks: number;
}

function cut({ text, id, breaks }: Source, characters: number): string {
  const headEnd = endOfWord(text, Math.floor(characters * HEAD_SHARE));
  const tailStart = startOfWord(
    text,
    Math.max(headEnd, text.length - Math.floor(characters * (1 - HEAD_SHARE))),
  );
  const [head, tail] = [text.slice(0, headEnd), text.slice(tailStart)];
  const lines = breaks - lineBreaks(head) - lineBreaks(tail) + 1;
  const middle = `[… ${String(lines)} line${lines === 1 ? '' : 's'} left out · recall ${id} …]`;
  return [head.trimEnd(), middle, tail.trimStart()].filter((piece) => piece !== '').join('\n');
}

function lineBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks += 1;
  return breaks;
}

const NEAR = 200;

/** The end of a line, else of a word, at or shortly before the place. */
function endOfWord(text: string, place: number): number {
  if (place <= 0) return 0;
  const from = Math.max(0, place - NEAR);
  const line = text.slice(from, place + 1).lastIndexOf('\n');
  if (line >= 0 && from + line > 0) return from + line;
  const before = text.slice(from, place).search(/\s\S*$/u);
  return before > 0 ? from + before : wholeCharacter(text, place);
}

/** The start of a line, else of a word, at or shortly after the place. */
function startOfWord(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const line = text.slice(place, place + NEAR + 1).indexOf('\n');
  if (line >= 0) return place + line + 1;
  const after = text.slice(place, place + NEAR).search(/\s/u);
  return after >= 0 ? place + after + 1 : wholeCharacter(text, place);
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : place;
}
