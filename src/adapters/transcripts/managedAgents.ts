import type { AssistantPart, Message, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { blocksOf, resultPartsOf, userPartsOf } from './anthropicBlocks.ts';
import { splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  objectOf,
  onlyObjects,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { objectsIn, readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads events of Claude's managed agents: one event per line, a JSON list, or a page of the API. An event has the form
 * of the API (`type: agent.message`), or is in the field `raw` of a log record, beside a role, a kind and a text.
 */
export const managedAgents = { format: 'claude-managed-agents', detect, read } as const;

const EVENT = /^(?:agent|user|session|span)\.[a-z_]+$/u;

function typeOf(line: JsonObject): string {
  const type = stringOf(objectOf(line, 'raw') ?? line, 'type') ?? '';
  return EVENT.test(type) ? type : '';
}

function detect({ json, objects }: TranscriptHead): boolean {
  const listed = eventsIn(json);
  const events = listed === undefined ? objects : onlyObjects(listed);
  return (
    events.some((line) => /^(?:agent|user)\./u.test(typeOf(line))) &&
    events.every((line) => typeOf(line) !== '')
  );
}

/** Returns the events in one JSON value: a list, or a page of the API with the list in `data`. */
function eventsIn(json: unknown): readonly unknown[] | undefined {
  const list: unknown = isObject(json) ? fieldOf(json, 'data') : json;
  return Array.isArray(list) ? list : undefined;
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const events = new Events(recording);
  const add = (object: JsonObject, where: string): void => {
    const type = typeOf(object);
    if (!events.add(type, object)) recording.skip(`${type === '' ? 'unknown' : type} event`, where);
  };
  const listed = eventsIn(source.head.json);
  for (const [index, event] of objectsIn(listed, recording).entries())
    add(event, `event ${String(index + 1)}`);
  if (listed !== undefined) return;
  for await (const { object, where } of readJsonLines(source, recording)) add(object, where);
}

class Events {
  readonly #recording: Recording;
  #calls = 0;
  /** The ids of the calls without a result, oldest first. A result that names no call belongs to the oldest one. */
  #open: string[] = [];

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  add(type: string, line: JsonObject): boolean {
    const event = { ...line, ...objectOf(line, 'raw') };
    const at = timeOf(
      fieldOf(event, 'processed_at') ?? fieldOf(event, 'created_at') ?? fieldOf(line, 'time'),
    );
    if (/^user\.(?:message|define_outcome)$/u.test(type))
      this.#recording.add({ role: 'user', parts: userPartsIn(event) }, at);
    else if (type === 'agent.message') this.#recording.answer(at).add(textsIn(event, 'text'));
    else if (type === 'agent.thinking') this.#recording.answer(at).add(textsIn(event, 'reasoning'));
    else if (/^agent\.(?:\w+_)?tool_use$/u.test(type)) this.#recording.answer(at).add([this.#callOf(event)]);
    else if (/^(?:agent|user)\.(?:\w+_)?tool_result$/u.test(type))
      this.#recording.add(this.#resultOf(event), at);
    else return false;
    return true;
  }

  #callOf(event: JsonObject): AssistantPart {
    this.#calls += 1;
    const callId = stringOf(event, 'id') ?? `call-${String(this.#calls)}`;
    this.#open.push(callId);
    const input = fieldOf(event, 'input') ?? fieldOf(event, 'content') ?? {};
    const name = stringOf(event, 'name') ?? stringOf(event, 'tool') ?? '';
    return toolCall(callId, name, input);
  }

  #resultOf(event: JsonObject): Message {
    const named = ['tool_use_id', 'mcp_tool_use_id', 'custom_tool_use_id'].flatMap(
      (key) => stringOf(event, key) ?? [],
    );
    const callId = named[0] ?? this.#open[0];
    this.#open = this.#open.filter((each) => each !== callId);
    const parts = resultPartsOf(fieldOf(event, 'content') ?? '');
    return toolResult(callId, parts, { isError: isTrue(event, 'is_error') });
  }
}

/** Returns the parts of a user event: the content of a message, or the text of a task. */
function userPartsIn(event: JsonObject): readonly UserPart[] {
  const task = stringOf(event, 'description');
  if (task !== undefined) return splitUserText(task);
  return blocksOf(fieldOf(event, 'content')).flatMap((block) => userPartsOf(block) ?? []);
}

function textsIn(event: JsonObject, type: 'text' | 'reasoning'): readonly AssistantPart[] {
  const content = fieldOf(event, 'content') ?? fieldOf(event, 'thinking') ?? fieldOf(event, 'text') ?? '';
  return blocksOf(content).map((block) => ({
    type,
    text: stringOf(block, 'text') ?? stringOf(block, 'thinking') ?? '',
  }));
}
