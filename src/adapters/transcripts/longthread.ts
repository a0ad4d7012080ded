import * as v from 'valibot';
import type { Message } from '../../core/session/message.ts';
import { fieldOf, numberOf, stringOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/** The project's own log: its messages as they are, as far as no rewind took them back. */
export const longthread = { format: 'longthread', detect, read } as const;

const text = v.object({
  type: v.literal('text'),
  text: v.string(),
  origin: v.exactOptional(v.literal('client')),
  label: v.exactOptional(v.string()),
});
const reasoning = v.object({ type: v.literal('reasoning'), text: v.string() });
const toolCall = v.object({
  type: v.literal('toolCall'),
  callId: v.string(),
  name: v.string(),
  arguments: v.string(),
});
const image = v.object({
  type: v.literal('image'),
  mediaType: v.string(),
  data: v.exactOptional(v.string()),
  name: v.exactOptional(v.string()),
});
const file = v.object({ type: v.literal('file'), path: v.string(), text: v.string() });
const usage = v.object({
  inputTokens: v.number(),
  outputTokens: v.number(),
  cachedInputTokens: v.exactOptional(v.number()),
});

const messageSchema: v.GenericSchema<unknown, Message> = v.variant('role', [
  v.object({ role: v.literal('system'), parts: v.array(text), slot: v.exactOptional(v.string()) }),
  v.object({ role: v.literal('user'), parts: v.array(v.variant('type', [text, image, file])) }),
  v.object({
    role: v.literal('assistant'),
    parts: v.array(v.variant('type', [text, reasoning, toolCall])),
    model: v.exactOptional(v.string()),
    usage: v.exactOptional(usage),
    finish: v.exactOptional(v.picklist(['stop', 'toolCalls', 'length', 'filtered', 'interrupted'])),
  }),
  v.object({
    role: v.literal('tool'),
    callId: v.string(),
    toolName: v.string(),
    parts: v.array(v.variant('type', [text, image])),
    isError: v.exactOptional(v.boolean()),
    exitCode: v.exactOptional(v.number()),
  }),
]);

function detect(head: TranscriptHead): boolean {
  return head.objects.some(
    (line) => numberOf(line, 'v') !== undefined && 'kind' in line && 'id' in line && 'at' in line,
  );
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  /** How many messages stood before each, by its id. */
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
  recording.add(parsed.output, numberOf(entry, 'at'));
  return true;
}
