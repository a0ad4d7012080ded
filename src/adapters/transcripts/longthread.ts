import * as v from 'valibot';
import { messageSchema } from '../store/messageSchema.ts';
import { fieldOf, numberOf, stringOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/** Reads Longthread's own log: the messages as logged, without rewound messages. */
export const longthread = { format: 'longthread', detect, read } as const;

function detect(head: TranscriptHead): boolean {
  return head.objects.some(
    (line) => numberOf(line, 'v') !== undefined && 'kind' in line && 'id' in line && 'at' in line,
  );
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  /** The number of messages before each entry, by the entry's id. */
  const before = new Map<string, number>();
  for await (const { object, where } of readJsonLines(source, recording)) {
    const kind = stringOf(object, 'kind') ?? 'unknown';
    if (kind === 'message') {
      before.set(stringOf(object, 'id') ?? '', recording.length);
      if (!addMessage(object, recording)) recording.skip('unreadable message', where);
    } else if (kind === 'rewind') {
      recording.truncate(before.get(stringOf(object, 'before') ?? '') ?? recording.length);
    } else {
      if (kind === 'session') recording.title = stringOf(object, 'title') ?? recording.title;
      recording.skip(`${kind} entry`, where);
    }
  }
}

function addMessage(entry: JsonObject, recording: Recording): boolean {
  const parsed = v.safeParse(messageSchema, fieldOf(entry, 'message'));
  if (!parsed.success) return false;
  recording.add(parsed.output, numberOf(entry, 'at'), numberOf(entry, 'kept'));
  const keptIds = fieldOf(entry, 'keptIds');
  if (v.is(v.array(v.string()), keptIds)) recording.keep({ keptIds });
  return true;
}
