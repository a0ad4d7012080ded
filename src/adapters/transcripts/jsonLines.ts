import { isObject, type JsonObject, parseJson } from './json.ts';
import type { Recording } from './recording.ts';
import type { TranscriptSource } from './source.ts';

export interface LocatedObject {
  readonly object: JsonObject;
  /** E.g. `line 172`. */
  readonly where: string;
}

/** Returns the objects of a list that should hold nothing else; what else it holds is reported. */
export function objectsIn(list: unknown, recording: Recording): readonly JsonObject[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item, index) => {
    if (isObject(item)) return [item];
    recording.skip('item that is no object', `item ${String(index + 1)}`);
    return [];
  });
}

/**
 * Returns the objects of a file that has one a line; several on one line are taken apart, what can't be read is
 * reported.
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

/** The JSON values on a line, in their order; undefined stands for what can't be read. A blank line has none. */
export function lineValues(text: string): readonly unknown[] {
  if (text.trim() === '') return [];
  const value = parseJson(text);
  return value === undefined ? gluedTexts(text).map(parseJson) : [value];
}

/**
 * Cuts a text after each bracket that closes an outermost object, as when a writer lost the line end between two. The
 * last piece is the rest, for instance a torn object.
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
