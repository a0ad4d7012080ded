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
  const items = objectsIn(fieldOf(file, 'history'), recording);
  const history = new History(recording, stringOf(file, 'chatModelTitle'), items);
  for (const [index, item] of items.entries())
    if (!history.add(item)) recording.skip('item without a known role', `item ${String(index + 1)}`);
  history.end();
  return Promise.resolve();
}

class History {
  readonly #recording: Recording;
  readonly #model: string | undefined;
  /** The state of each call, by the call's id. */
  readonly #states: ReadonlyMap<string, JsonObject>;
  /** The ids of the calls whose results have items of their own. */
  readonly #answered: ReadonlySet<string>;
  /** The thoughts since the last answer. They belong to the next answer. */
  #thoughts: string[] = [];

  constructor(recording: Recording, model: string | undefined, items: readonly JsonObject[]) {
    this.#recording = recording;
    this.#model = model;
    this.#states = new Map(
      items.flatMap(statesOf).map((state) => [stringOf(state, 'toolCallId') ?? '', state]),
    );
    this.#answered = new Set(
      items.flatMap((item) => stringOf(objectOf(item, 'message') ?? {}, 'toolCallId') ?? []),
    );
  }

  /** Adds an item. Returns false if its role is unknown. */
  add(item: JsonObject): boolean {
    const message = objectOf(item, 'message') ?? {};
    const role = stringOf(message, 'role');
    const summary = stringOf(item, 'conversationSummary') ?? '';
    const thought = stringOf(objectOf(item, 'reasoning') ?? {}, 'text') ?? '';
    const isAnswer = role === 'assistant';
    const other = isAnswer ? undefined : this.#otherMessage(role, message, item);
    if (role === 'user') this.end();
    if (other !== undefined) this.#recording.add(other);
    // A thought is an item of its own before the answer, or a field of the answer’s item, or a field of the item before
    // that.
    this.#thoughts.push(...[role === 'thinking' ? textOf(message) : '', thought].filter(Boolean));
    // In sessions of Continue's command-line program, the item with the summary of a compaction repeats the summary as
    // an answer.
    if (isAnswer && (summary === '' || textOf(message) !== summary)) this.#addAnswer(message, item);
    if (summary !== '')
      this.#recording.add({ role: 'user', parts: [clientPart(summary, 'foreign-summary')] });
    return isAnswer || other !== undefined || role === 'thinking';
  }

  /** Adds the thoughts that no answer followed. */
  end(): void {
    if (this.#thoughts.length > 0) this.#recording.add(assistantMessage({}, this.#model, this.#thoughts));
    this.#thoughts = [];
  }

  #addAnswer(message: JsonObject, item: JsonObject): void {
    const isEmpty = textOf(message) === '' && objectsOf(message, 'toolCalls').length === 0;
    if (isEmpty && this.#thoughts.length > 0) return;
    this.#recording.add(assistantMessage(message, this.#model, this.#thoughts));
    this.#thoughts = [];
    // In sessions of Continue's command-line program, a result is only in the state of its call.
    for (const state of statesOf(item)) {
      const id = stringOf(state, 'toolCallId') ?? '';
      const output = objectsOf(state, 'output').map((each) => stringOf(each, 'content') ?? '');
      const text = output.filter(Boolean).join('\n');
      if (text !== '' && !this.#answered.has(id)) this.#recording.add(this.#resultOf(id, text));
    }
  }

  #otherMessage(role: string | undefined, message: JsonObject, item: JsonObject): Message | undefined {
    switch (role) {
      case 'system':
        return { role, parts: [{ type: 'text', text: textOf(message) }] };
      case 'user':
        return { role, parts: [...userParts(message), ...objectsOf(item, 'contextItems').map(contextOf)] };
      case 'tool':
        return this.#resultOf(stringOf(message, 'toolCallId') ?? '', fieldOf(message, 'content'));
      default:
        return undefined;
    }
  }

  #resultOf(callId: string, content: unknown): Message {
    const status = stringOf(this.#states.get(callId) ?? {}, 'status');
    return toolResult(callId, resultPartsOf(content), {
      isError: status === 'errored' || status === 'canceled',
    });
  }
}

function statesOf(item: JsonObject): readonly JsonObject[] {
  return objectsOf(item, 'toolCallStates');
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
