import * as v from 'valibot';
import type { Message } from '../../core/log/message.ts';
import { schemaOf } from './schemaOf.ts';

/** Returns the schema of a readonly array. */
export function list<const S extends v.GenericSchema>(item: S) {
  return v.pipe(v.array(item), v.readonly());
}

/** A number that JSON can represent. */
export const finite = v.pipe(v.number(), v.finite());

const LAST_TIME = 8.64e15;
/** Milliseconds since 1970, within the range of a `Date`; formatting other numbers throws. */
export const time = v.pipe(v.number(), v.minValue(-LAST_TIME), v.maxValue(LAST_TIME));

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
  inputTokens: finite,
  outputTokens: finite,
  cachedInputTokens: v.exactOptional(finite),
  countedTokens: v.exactOptional(finite),
  precedesForgetting: v.exactOptional(v.literal(true)),
});

const system = v.object({
  role: v.literal('system'),
  parts: list(text),
  slot: v.exactOptional(v.string()),
});
const user = v.object({
  role: v.literal('user'),
  parts: list(v.variant('type', [text, image, file])),
});
const opaque = v.object({
  from: v.string(),
  withReasoning: v.exactOptional(v.literal(true)),
  fields: v.record(v.string(), v.unknown()),
});
const assistant = v.object({
  role: v.literal('assistant'),
  parts: list(v.variant('type', [text, reasoning, toolCall])),
  opaque: v.exactOptional(opaque),
  model: v.exactOptional(v.string()),
  usage: v.exactOptional(usage),
  finish: v.exactOptional(v.picklist(['stop', 'toolCalls', 'length', 'filtered', 'interrupted'])),
});
const tool = v.object({
  role: v.literal('tool'),
  callId: v.string(),
  toolName: v.string(),
  parts: list(v.variant('type', [text, image])),
  isError: v.exactOptional(v.boolean()),
  exitCode: v.exactOptional(finite),
});

export const messageSchema = schemaOf<Message>()(v.variant('role', [tool, assistant, user, system]));
