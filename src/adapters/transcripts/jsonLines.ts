import { isObject, type JsonObject } from './json.ts';
import { lineValues } from './lineValues.ts';
import type { Recording } from './recording.ts';
import type { TranscriptSource } from './source.ts';

export interface LocatedObject {
  readonly object: JsonObject;
  /** E.g. `line 172`. */
  readonly where: string;
}

/** The objects of a list that should hold nothing else; what else it holds is reported. */
export function objectsIn(list: unknown, recording: Recording): readonly JsonObject[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item, index) => {
    if (isObject(item)) return [item];
    recording.skip('item that is no object', `item ${String(index + 1)}`);
    return [];
  });
}

/** The objects of a file that has one a line; several on one line are taken apart, what can't be read is reported. */
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
