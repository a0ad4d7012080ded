import type { Message, UserPart } from '../../core/log/message.ts';
import { toolResult } from './callParts.ts';
import { assistantPartsOf, blocksOf, imageOf, resultPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { callOf } from './chatMessage.ts';
import { clientPart, splitUserText } from './clientText.ts';
import { fieldOf, isObject, objectOf, objectsOf, stringOf, type JsonObject } from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { unknownPart } from './unknownContent.ts';

/** Reads Continue's sessions: one JSON object with a history. Each item contains a message and its attachments. */
export const continueSession = { format: 'continue', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  if (!isObject(json) || !('sessionId' in json)) return false;
  return objectsOf(json, 'history').some((item) => 'role' in (objectOf(item, 'message') ?? {}));
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const file = isObject(head.json) ? head.json : {};
  recording.title = stringOf(file, 'title');
  const model = stringOf(file, 'chatModelTitle');
  let thoughts: string[] = [];
  for (const [index, item] of objectsIn(fieldOf(file, 'history'), recording).entries()) {
    const message = objectOf(item, 'message') ?? {};
    const role = stringOf(message, 'role');
    // A thought is a separate message before the message to which it belongs.
    if (role === 'thinking') thoughts.push(textOf(message));
    else if (role === 'assistant') {
      recording.add(assistantMessage(message, model, thoughts));
      thoughts = [];
    } else {
      const other = otherMessage(role, message, item);
      if (other === undefined) recording.skip('item without a known role', `item ${String(index + 1)}`);
      else recording.add(other);
    }
    const summary = stringOf(item, 'conversationSummary') ?? '';
    if (summary !== '') recording.add({ role: 'user', parts: [clientPart(summary, 'foreign-summary')] });
  }
  return Promise.resolve();
}

function textOf(message: JsonObject): string {
  return blocksOf(fieldOf(message, 'content'))
    .map((block) => stringOf(block, 'text') ?? '')
    .join('\n');
}

function assistantMessage(
  message: JsonObject,
  model: string | undefined,
  thoughts: readonly string[],
): Message {
  const builder = new AssistantBuilder(model);
  builder.add(thoughts.map((text) => ({ type: 'reasoning', text })));
  for (const block of blocksOf(fieldOf(message, 'content')))
    builder.add(assistantPartsOf(block) ?? [unknownPart(block)]);
  builder.add(objectsOf(message, 'toolCalls').map(callOf));
  return builder.message;
}

function otherMessage(role: string | undefined, message: JsonObject, item: JsonObject): Message | undefined {
  switch (role) {
    case 'system':
      return { role, parts: [{ type: 'text', text: textOf(message) }] };
    case 'user':
      return { role, parts: [...userParts(message), ...objectsOf(item, 'contextItems').map(contextOf)] };
    case 'tool':
      return toolResult(stringOf(message, 'toolCallId'), resultPartsOf(fieldOf(message, 'content')));
    default:
      return undefined;
  }
}

function userParts(message: JsonObject): readonly UserPart[] {
  return blocksOf(fieldOf(message, 'content')).flatMap((block): readonly UserPart[] => {
    if (stringOf(block, 'type') === 'imageUrl') return [imageOf({ image_url: fieldOf(block, 'imageUrl') })];
    const text = stringOf(block, 'text');
    return text === undefined ? [unknownPart(block)] : splitUserText(text);
  });
}

function contextOf(context: JsonObject): UserPart {
  const name = stringOf(context, 'description') ?? stringOf(context, 'name') ?? '';
  return { type: 'file', path: name, text: stringOf(context, 'content') ?? '' };
}
