import type { AssistantPart, Message, TextPart, ToolCallPart, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import {
  assistantPartsOf,
  blocksOf,
  imageOf,
  resultPartsOf,
  toolMessageOf,
  userPartsOf,
} from './anthropicBlocks.ts';
import { AssistantBuilder, finishOf } from './assistantBuilder.ts';
import { splitUserText } from './clientText.ts';
import { fieldOf, isTrue, objectOf, objectsOf, stringOf, type JsonObject } from './json.ts';
import { withTaggedThoughts } from './taggedThoughts.ts';
import { unknownPart } from './unknownContent.ts';

/** Maps the names of roles in message lists to the roles of this program. */
const ROLES: ReadonlyMap<string, Message['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['gpt', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['observation', 'tool'],
] as const);

/** Returns a message's role, from the field `role` or, in some data sets, `from`; undefined if missing or unknown. */
export function roleOf(message: JsonObject): Message['role'] | undefined {
  return ROLES.get((stringOf(message, 'role') ?? stringOf(message, 'from') ?? '').toLowerCase());
}

/**
 * Converts one message of OpenAI's chat API. Returns several messages only if a user message contains tool results as
 * blocks, as in Anthropic's format. Returns undefined if the object is not a message.
 */
export function chatMessagesOf(message: JsonObject): readonly Message[] | undefined {
  const blocks = blocksOf(
    fieldOf(message, 'content') ?? fieldOf(message, 'value') ?? fieldOf(message, 'text'),
  );
  switch (roleOf(message)) {
    case 'system':
      return [{ role: 'system', parts: systemParts(blocks) }];
    case 'user':
      return userMessages(blocks);
    case 'assistant':
      return [assistantMessage(message, blocks)];
    case 'tool':
      return [toolMessage(message, blocks)];
    case undefined:
      return undefined;
  }
}

function systemParts(blocks: readonly JsonObject[]): readonly TextPart[] {
  return blocks.flatMap((block) => {
    const text = stringOf(block, 'text') ?? '';
    return text === '' ? [] : [{ type: 'text' as const, text }];
  });
}

function userMessages(blocks: readonly JsonObject[]): readonly Message[] {
  const results = blocks.filter((block) => stringOf(block, 'type') === 'tool_result');
  const parts = blocks.flatMap(userPart);
  const users: readonly Message[] = parts.length > 0 || results.length === 0 ? [{ role: 'user', parts }] : [];
  return [...results.map(toolMessageOf), ...users];
}

function userPart(block: JsonObject): readonly UserPart[] {
  const type = stringOf(block, 'type') ?? '';
  if (type === 'image_url' || type === 'input_image') return [imageOf(block)];
  if (type === 'tool_result') return [];
  const known = userPartsOf(block);
  if (known !== undefined) return known;
  const text = stringOf(block, 'text');
  return text === undefined ? [unknownPart(block)] : splitUserText(text);
}

function assistantMessage(message: JsonObject, blocks: readonly JsonObject[]): Message {
  const builder = new AssistantBuilder(stringOf(message, 'model'));
  const reasoning = stringOf(message, 'reasoning_content') ?? stringOf(message, 'reasoning') ?? '';
  builder.add([{ type: 'reasoning', text: reasoning }]);
  for (const block of blocks) builder.add(assistantPart(block));
  builder.add([{ type: 'text', text: stringOf(message, 'refusal') ?? '' }]);
  builder.add(objectsOf(message, 'tool_calls').map(callOf));
  const legacy = objectOf(message, 'function_call');
  if (legacy !== undefined) builder.add([{ ...callOf({ function: legacy }), callId: legacyId(legacy) }]);
  builder.end(finishOf(stringOf(message, 'finish_reason')), undefined);
  return builder.message;
}

function assistantPart(block: JsonObject): readonly AssistantPart[] {
  const known = assistantPartsOf(block);
  if (known !== undefined)
    return known.flatMap((part) => (isByModel(part) ? withTaggedThoughts(part.text) : [part]));
  const text = stringOf(block, 'text') ?? stringOf(block, 'refusal');
  return text === undefined ? [unknownPart(block)] : withTaggedThoughts(text);
}

function isByModel(part: AssistantPart): part is TextPart {
  return part.type === 'text' && part.origin === undefined;
}

/** Returns a call of the chat API; also accepts `{name, arguments}` without the surrounding `function`. */
export function callOf(call: JsonObject): ToolCallPart {
  const called = objectOf(call, 'function') ?? objectOf(call, 'custom') ?? call;
  return toolCall(
    stringOf(call, 'id') ?? stringOf(call, 'call_id'),
    stringOf(called, 'name'),
    fieldOf(called, 'arguments') ?? fieldOf(called, 'input'),
  );
}

/**
 * Returns an id for an older function call, which has no id. The id is the function's name, which call and result
 * share.
 */
function legacyId(called: JsonObject): string {
  return `function:${stringOf(called, 'name') ?? ''}`;
}

function toolMessage(message: JsonObject, blocks: readonly JsonObject[]): Message {
  const isLegacy = stringOf(message, 'role') === 'function';
  const callId = isLegacy
    ? legacyId(message)
    : (stringOf(message, 'tool_call_id') ?? stringOf(message, 'id'));
  const isError = isTrue(message, 'is_error') || isTrue(message, 'isError');
  return toolResult(callId, resultPartsOf(blocks), { isError });
}
