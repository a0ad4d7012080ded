import { chatMessagesOf, roleOf } from './chatMessage.ts';
import { fieldOf, isObject, objectsOf, onlyObjects, stringOf, timeOf, type JsonObject } from './json.ts';
import { objectsIn, readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TextCalls } from './textCalls.ts';

/**
 * Reads messages in OpenAI's chat format: a JSON list, an object that contains such a list, or one message per line.
 * Also reads data sets of agents' runs, which use other names (`conversations`, `trajectory`, `from`, `value`, `text`).
 */
export const openAi = { format: 'openai', detect, read } as const;

const LIST_KEYS = ['messages', 'conversations', 'conversation', 'trajectory', 'history'] as const;

function detect(head: TranscriptHead): boolean {
  if (head.json !== undefined && listOf(head.json).some(isMessage)) return true;
  const [first] = head.objects;
  return first !== undefined && (isMessage(first) || listOf(first).some(isMessage));
}

function isMessage(value: JsonObject): boolean {
  return (
    roleOf(value) !== undefined &&
    ['content', 'tool_calls', 'function_call', 'value', 'text'].some((key) => key in value)
  );
}

function listOf(value: unknown): readonly JsonObject[] {
  return onlyObjects(rawListOf(value));
}

function rawListOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  const key = LIST_KEYS.find((name) => objectsOf(value, name).length > 0);
  return key && fieldOf(value, key);
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const { json } = source.head;
  const calls = new TextCalls(recording);
  if (json !== undefined && !(isObject(json) && isMessage(json))) {
    if (isObject(json)) {
      recording.title = stringOf(json, 'title');
      addMessages(systemOf(json), 'item', calls, recording);
    }
    addMessages(objectsIn(rawListOf(json), recording), 'item', calls, recording);
    return;
  }
  let sessions = 0;
  for await (const { object, where } of readJsonLines(source, recording)) {
    const list = isMessage(object) ? [object] : listOf(object);
    if (!isMessage(object) && list.length > 0) sessions += 1;
    // A data set has one conversation per line. Only the first conversation is read.
    if (sessions > 1) recording.skip('further conversation', where);
    else if (list.length === 0) recording.skip('line without a message', where);
    else addMessages([...systemOf(object), ...list], where, calls, recording);
  }
}

/** Returns the field `system` of an Anthropic request as a message. Returns an empty list if the field is absent. */
function systemOf(request: JsonObject): readonly JsonObject[] {
  const content = fieldOf(request, 'system');
  return content == null || content === '' ? [] : [{ role: 'system', content }];
}

function addMessages(
  list: readonly JsonObject[],
  where: string,
  calls: TextCalls,
  recording: Recording,
): void {
  for (const [index, item] of list.entries()) {
    const at = timeOf(fieldOf(item, 'timestamp') ?? fieldOf(item, 'created_at') ?? fieldOf(item, 'at'));
    const messages = chatMessagesOf(item);
    const place = where === 'item' ? `item ${String(index + 1)}` : where;
    if (messages === undefined) recording.skip('item without a known role', place);
    for (const message of messages ?? []) calls.add(message, at);
  }
}
