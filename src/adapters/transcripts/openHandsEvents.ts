import type { AssistantPart, Message, ToolMessage, UserPart } from '../../core/log/message.ts';
import { toolResult } from './callParts.ts';
import { assistantPartsOf, blocksOf, imageOf, resultPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { callOf } from './chatMessage.ts';
import { clientPart, splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  numberOf,
  objectOf,
  objectsOf,
  onlyObjects,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { objectsIn, readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads the events of OpenHands since its SDK 1.0. Each event has a `kind`. A file contains one event per line, a
 * list of events, or an object with such a list in `events` or, for an evaluation, in `history`. If each line contains
 * a list or such an object, only the first session with messages is read. A file with a conversation's state
 * (`baseState`) may have no events. In this case, the events are in other files beside this file.
 */
export const openHandsEvents = { format: 'openhands', detect, read } as const;

const KIND = /^(?:[A-Z][A-Za-z]*Event|Condensation|UserRejectObservation)$/u;

function detect({ json, objects }: TranscriptHead): boolean {
  const listed = eventsIn(json);
  if (listed === undefined && isObject(objectOf(isObject(json) ? json : {}, 'baseState'))) return true;
  return onlyObjects(listed ?? objects.flatMap((line) => eventsIn(line) ?? [line])).some(isEvent);
}

function isEvent(event: JsonObject): boolean {
  return 'source' in event && KIND.test(stringOf(event, 'kind') ?? '');
}

function eventsIn(value: unknown): readonly unknown[] | undefined {
  const lists = isObject(value) ? ['events', 'history'].map((key) => fieldOf(value, key)) : [value];
  return lists.find((list) => Array.isArray(list));
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const { json } = source.head;
  const state = objectOf(isObject(json) ? json : {}, 'baseState') ?? {};
  const events = new Events(
    recording,
    stringOf(objectOf(objectOf(state, 'agent') ?? {}, 'llm') ?? {}, 'model'),
  );
  const listed = eventsIn(json);
  for (const [index, event] of objectsIn(listed, recording).entries())
    events.add(event, `event ${String(index + 1)}`);
  if (listed !== undefined) return;
  if (isObject(json) && !isEvent(json)) {
    recording.whyEmpty = 'it contains the state of a conversation, whose events are in other files beside it';
    return;
  }
  for await (const { object, where } of readJsonLines(source, recording)) {
    const session = eventsIn(object);
    if (session !== undefined && recording.length > 0) recording.skip('another session', where);
    else for (const event of objectsIn(session ?? [object], recording)) events.add(event, where);
  }
}

class Events {
  readonly #recording: Recording;
  readonly #model: string | undefined;
  /** The builders of answers, by id. Each action of an answer is a separate event, possibly with results in between. */
  readonly #answers = new Map<string, AssistantBuilder>();

  constructor(recording: Recording, model: string | undefined) {
    this.#recording = recording;
    this.#model = model;
  }

  add(event: JsonObject, where: string): void {
    const at = timeOf(fieldOf(event, 'timestamp'));
    if (stringOf(event, 'kind') === 'ActionEvent') {
      this.#addAction(event, at);
      return;
    }
    const message = messageOf(event, this.#model);
    if (message === undefined) this.#recording.skip(`${stringOf(event, 'kind') ?? 'unknown'} event`, where);
    else this.#recording.add(message, at);
  }

  #addAction(event: JsonObject, at: number | undefined): void {
    const id = stringOf(event, 'llm_response_id');
    const known = id === undefined ? undefined : this.#answers.get(id);
    const builder = known ?? new AssistantBuilder(this.#model);
    if (known === undefined) {
      if (id !== undefined) this.#answers.set(id, builder);
      this.#recording.add(builder.message, at);
    }
    builder.add(thoughtsOf(event));
    builder.add(textsOf(fieldOf(event, 'thought')).map((text) => ({ type: 'text', text })));
    builder.add([callIn(event)]);
  }
}

function callIn(event: JsonObject): AssistantPart {
  const call = objectOf(event, 'tool_call') ?? {};
  const { kind, ...given } = objectOf(event, 'action') ?? {};
  const name = stringOf(event, 'tool_name') ?? (typeof kind === 'string' ? kind : '');
  return callOf({ id: stringOf(event, 'tool_call_id') ?? '', name, arguments: given, ...call });
}

function thoughtsOf(event: JsonObject): readonly AssistantPart[] {
  const own: AssistantPart = { type: 'reasoning', text: stringOf(event, 'reasoning_content') ?? '' };
  return [own, ...objectsOf(event, 'thinking_blocks').flatMap((block) => assistantPartsOf(block) ?? [])];
}

function textsOf(content: unknown): readonly string[] {
  return blocksOf(content).flatMap((block) => stringOf(block, 'text') ?? []);
}

function messageOf(event: JsonObject, model: string | undefined): Message | undefined {
  switch (stringOf(event, 'kind')) {
    case 'SystemPromptEvent': {
      const texts = [
        ...textsOf(fieldOf(event, 'system_prompt')),
        ...textsOf(fieldOf(event, 'dynamic_context')),
      ];
      return { role: 'system', parts: texts.map((text) => ({ type: 'text', text })) };
    }
    case 'MessageEvent':
      return spokenMessage(event, model);
    case 'ObservationEvent':
      return resultOf(event);
    case 'AgentErrorEvent':
      return failedResult(event, stringOf(event, 'error') ?? '');
    case 'UserRejectObservation':
      return failedResult(event, stringOf(event, 'rejection_reason') ?? '');
    case 'Condensation':
    case 'CondensationSummaryEvent': {
      const summary = stringOf(event, 'summary') ?? '';
      return { role: 'user', parts: summary === '' ? [] : [clientPart(summary, 'foreign-summary')] };
    }
    default:
      return undefined;
  }
}

function spokenMessage(event: JsonObject, model: string | undefined): Message {
  const message = objectOf(event, 'llm_message') ?? {};
  const content = fieldOf(message, 'content');
  if (stringOf(event, 'source') === 'agent') {
    const builder = new AssistantBuilder(model);
    builder.add([
      ...thoughtsOf(message),
      ...textsOf(content).map((text) => ({ type: 'text', text }) as const),
    ]);
    return builder.message;
  }
  const isPersons = stringOf(event, 'source') === 'user';
  const parts = blocksOf(content).flatMap((block): readonly UserPart[] => {
    const text = stringOf(block, 'text');
    if (text === undefined) return imagesIn(block);
    return isPersons ? splitUserText(text) : [clientPart(text, 'notification')];
  });
  const added = textsOf(fieldOf(event, 'extended_content')).map((text) => clientPart(text, 'instructions'));
  return { role: 'user', parts: [...parts, ...added] };
}

/** Returns the images of a content block or an action. In older versions, the field is named `images_urls`. */
export function imagesIn(block: JsonObject): readonly UserPart[] {
  const addresses = fieldOf(block, 'image_urls') ?? fieldOf(block, 'images_urls');
  return Array.isArray(addresses) ? addresses.map((address: unknown) => imageOf({ image_url: address })) : [];
}

function resultOf(event: JsonObject): ToolMessage {
  const observation = objectOf(event, 'observation') ?? {};
  const exitCode =
    numberOf(observation, 'exit_code') ?? numberOf(objectOf(observation, 'metadata') ?? {}, 'exit_code');
  const isError = isTrue(observation, 'is_error') || (exitCode !== undefined && exitCode > 0);
  const content = fieldOf(observation, 'content') ?? fieldOf(observation, 'output') ?? '';
  const parts = blocksOf(content)
    .flatMap((block) => (textsOf(block).length > 0 ? resultPartsOf(block) : imagesIn(block)))
    .filter((part) => part.type !== 'file');
  // A negative code means that the command is still running.
  const ended = exitCode !== undefined && exitCode >= 0 ? { exitCode } : {};
  return toolResult(stringOf(event, 'tool_call_id'), parts, { isError, ...ended });
}

function failedResult(event: JsonObject, text: string): ToolMessage {
  return toolResult(stringOf(event, 'tool_call_id'), resultPartsOf(text), { isError: true });
}
