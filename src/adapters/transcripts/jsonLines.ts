import { isObject, type JsonObject, parseJson } from './json.ts';
import type { Recording } from './recording.ts';
import type { TranscriptSource } from './source.ts';

export interface LocatedObject {
  readonly object: JsonObject;
  /** The position in the file, e.g. `line 172`. */
  readonly where: string;
}

/** Returns the objects in a list that should contain only objects. Reports all other items. */
export function objectsIn(list: unknown, recording: Recording): readonly JsonObject[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item, index) => {
    if (isObject(item)) return [item];
    recording.skip('item that is not an object', `item ${String(index + 1)}`);
    return [];
  });
}

/**
 * Yields the objects of a file with one object per line. Splits a line with several objects. Reports lines that can't
 * be read.
 */
export async function* readJsonLines(
  source: TranscriptSource,
  recording: Recording,
): AsyncGenerator<LocatedObject> {
  for await (const line of source.lines()) {
    const where = `line ${String(line.number)}`;
    for (const value of line.isTooLong ? [undefined] : lineValues(line.text)) {
      if (isObject(value)) yield { object: value, where };
      else recording.skip(line.isTooLong ? 'line too long to be read' : 'unreadable line', where);
    }
  }
}

/** Returns the JSON values on a line, in order, with undefined for unreadable text. A blank line has no values. */
export function lineValues(text: string): readonly unknown[] {
  if (text.trim() === '') return [];
  const value = parseJson(text);
  return value === undefined ? splitObjects(text).map(parseJson) : [value];
}

/**
 * Splits a text after each brace that closes an outermost object, since line ends between objects may be missing. The
 * last piece is the remaining text, for instance a truncated object.
 */
function splitObjects(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let end = objectEnd(text, start); end > start; end = objectEnd(text, start)) {
    pieces.push(text.slice(start, end));
    start = end;
  }
  const rest = text.slice(start);
  return rest.trim() === '' ? pieces : [...pieces, rest];
}

/** Returns the position after the closing brace of the first object from `start` on; 0 if no object is closed. */
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
