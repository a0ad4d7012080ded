import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';

/** The smallest room for which a caller makes an excerpt, in tokens. */
export const LEAST_EXCERPT = 120;

/** The largest share of an excerpt for important lines; head and tail get half of the rest each. */
const IMPORTANT_SHARE = 1 / 3;
const CHARACTERS_PER_TOKEN = 3;
/** An excerpt with this share of `maxTokens` is long enough, since cuts are possible only between lines or words. */
const WELL_USED = 0.9;
const MOST_TRIES = 12;
/** If an excerpt with fewer characters than this is still too large, no smaller excerpt is tried. */
const LEAST_CHARACTERS = 40;

/**
 * Returns the head and the tail of a text in at most `maxTokens`. The text is cut between lines if the lines are short
 * enough. Between head and tail are a line that says what is missing and where to find it
 * (`[… 620 lines left out · recall m42 …]`) and the important lines. If even the shortest excerpt exceeds `maxTokens`,
 * returns the shortest excerpt.
 */
export function excerptText(source: ExcerptSource, maxTokens: number, count: CountTokens): string {
  if (count(source.text) <= maxTokens) return source.text;
  const breaks = lineBreaks(source.text);
  let [best, bestTokens] = ['', 0];
  // The largest number of characters that was found to fit, and the smallest number that was found not to fit.
  let [fits, over] = [0, source.text.length];
  let characters = Math.min(over, maxTokens * CHARACTERS_PER_TOKEN);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const excerpt = cut(source, breaks, Math.floor(characters));
    const tokens = count(excerpt);
    if (tokens <= maxTokens) {
      fits = characters;
      if (tokens >= bestTokens) [best, bestTokens] = [excerpt, tokens];
      if (tokens >= maxTokens * WELL_USED) break;
    } else over = characters;
    if (over < LEAST_CHARACTERS) return bestTokens > 0 ? best : excerpt;
    // Guesses the next number of characters from this excerpt's characters per token. If the guess is not between the
    // bounds, takes the middle between the bounds.
    const guess = (characters * maxTokens) / tokens;
    characters = guess > fits && guess < over ? guess : (fits + over) / 2;
  }
  return bestTokens > 0 ? best : cut(source, breaks, LEAST_CHARACTERS);
}

/** A message's text from which an excerpt is made. */
export interface ExcerptSource {
  readonly text: string;
  readonly id: MessageId;
  /** Whole lines of the text, the most important first. */
  readonly important?: readonly string[];
}

/**
 * Cuts a text to about `characters` characters, not counting the line that says what is left out. `breaks` is the
 * number of line breaks in the text, which is counted once for all cuts.
 */
function cut({ text, id, important = [] }: ExcerptSource, breaks: number, characters: number): string {
  const chosen = fitting(important, characters * IMPORTANT_SHARE);
  const half = (characters - lengthOf(chosen)) / 2;
  const headEnd = endOfWord(text, Math.floor(half));
  const tailStart = startOfWord(text, Math.max(headEnd, text.length - Math.floor(half)));
  const [head, tail] = [text.slice(0, headEnd), text.slice(tailStart)];
  const between = chosen.filter((line) => !head.includes(line) && !tail.includes(line));
  // The omitted text has one line more than it has line breaks inside. A line break at the beginning or the end of the
  // omitted text does not count.
  const outerBreaks = [text[headEnd], text[tailStart - 1]].filter((character) => character === '\n').length;
  const lines = breaks - lineBreaks(head) - lineBreaks(tail) + 1 - outerBreaks;
  const leftOut = lines - between.length;
  const middle = `[… ${String(leftOut)} line${leftOut === 1 ? '' : 's'} left out · recall ${id} …]`;
  const pieces = [head.trimEnd(), middle, ...between, ...(between.length > 0 ? ['…'] : []), tail.trimStart()];
  return pieces.filter((piece) => piece !== '').join('\n');
}

/** Returns the lines that fit, preferring the first lines. */
function fitting(lines: readonly string[], characters: number): readonly string[] {
  const chosen: string[] = [];
  for (const line of lines) if (lengthOf([...chosen, line]) <= characters) chosen.push(line);
  return chosen;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function lineBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks += 1;
  return breaks;
}

/** The number of characters around a cut that are searched for a line break or a space. */
const NEAR = 200;

/** Returns the end of a line at or shortly before the position. If there is none, returns the end of a word. */
function endOfWord(text: string, place: number): number {
  if (place <= 0) return 0;
  const from = Math.max(0, place - NEAR);
  const line = text.slice(from, place + 1).lastIndexOf('\n');
  if (line >= 0 && from + line > 0) return from + line;
  const before = text.slice(from, place).search(/\s\S*$/u);
  return before > 0 ? from + before : wholeCharacter(text, place);
}

/** Returns the start of a line at or shortly after the position. If there is none, returns the start of a word. */
function startOfWord(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const line = text.slice(place, place + NEAR + 1).indexOf('\n');
  if (line >= 0) return place + line + 1;
  const after = text.slice(place, place + NEAR).search(/\s/u);
  return after >= 0 ? place + after + 1 : wholeCharacter(text, place);
}

/** Moves a cut that would split a surrogate pair. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : place;
}
