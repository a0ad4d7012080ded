import { assistantPartsOf, blocksOf, userPartsOf } from './anthropicBlocks.ts';
import { toolCall } from './callParts.ts';
import { fieldOf, isObject, jsonText, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnBuilder } from './turnBuilder.ts';
import { unknownPart } from './unknownContent.ts';

/**
 * Reads the output of `cursor-agent --output-format stream-json`: messages as Claude Code's stream has them, and calls
 * as events.
 */
export const cursorStream = { format: 'cursor-stream', detect, read } as const;

function detect({ objects }: TranscriptHead): boolean {
  return objects.some(
    (event) =>
      (stringOf(event, 'type') === 'tool_call' && 'call_id' in event && 'tool_call' in event) ||
      (isPiece(event) && 'session_id' in event),
  );
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const turns = new TurnBuilder(recording);
  const pieces = new Pieces(turns);
  let model: string | undefined;
  for await (const { object, where } of readJsonLines(source, recording)) {
    const type = stringOf(object, 'type') ?? 'unknown';
    model = (type === 'system' ? stringOf(object, 'model') : undefined) ?? model;
    if (pieces.isRepetition(object)) continue;
    if (!isPiece(object)) pieces.end(type);
    turns.setSource(timeOf(fieldOf(object, 'timestamp_ms')), model);
    if (isPiece(object)) pieces.add(textOf(object));
    else if (!addEvent(type, object, turns))
      recording.skip([type, stringOf(object, 'subtype')].filter(Boolean).join('/') + ' event', where);
  }
  pieces.end('result');
}

/**
 * Joins the pieces of the model's text that `--stream-partial-output` writes. Cursor repeats them in whole events:
 * before a call the text since the last call, and at the end of the answer this text or all of the answer
 * (forum.cursor.com/t/156289).
 */
class Pieces {
  readonly #turns: TurnBuilder;
  #unwritten = '';
  #sinceCall = '';
  #sinceUser = '';

  constructor(turns: TurnBuilder) {
    this.#turns = turns;
  }

  add(text: string): void {
    this.#unwritten += text;
    this.#sinceCall += text;
    this.#sinceUser += text;
  }

  /** Returns whether an event is the model's and contains only text that came in pieces before. */
  isRepetition(event: JsonObject): boolean {
    if (stringOf(event, 'type') !== 'assistant' || isPiece(event)) return false;
    const text = textOf(event);
    return text !== '' && (text === this.#sinceCall || text === this.#sinceUser);
  }

  /** Adds the text to the turn before an event of another type. */
  end(type: string): void {
    if (this.#unwritten !== '') this.#turns.addAssistant([{ type: 'text', text: this.#unwritten }]);
    this.#unwritten = '';
    if (type === 'tool_call' || type === 'user') this.#sinceCall = '';
    if (type === 'user') this.#sinceUser = '';
  }
}

/** Returns whether an event is a piece of the model's text: it has a time, but no id of a model's call. */
function isPiece(event: JsonObject): boolean {
  const isTimed = 'timestamp_ms' in event && !('model_call_id' in event);
  return isTimed && stringOf(event, 'type') === 'assistant' && textOf(event) !== '';
}

/** Returns the text of a message; empty if it has other blocks, too. */
function textOf(event: JsonObject): string {
  const blocks = messageBlocks(event);
  return blocks.every((block) => stringOf(block, 'type') === 'text')
    ? blocks.map((block) => stringOf(block, 'text') ?? '').join('')
    : '';
}

function messageBlocks(event: JsonObject): readonly JsonObject[] {
  return blocksOf(fieldOf(objectOf(event, 'message') ?? {}, 'content'));
}

function addEvent(type: string, event: JsonObject, turns: TurnBuilder): boolean {
  const blocks = messageBlocks(event);
  switch (type) {
    case 'user':
      turns.addUser(blocks.flatMap((block) => userPartsOf(block) ?? [unknownPart(block)]));
      return true;
    case 'assistant':
      turns.addAssistant(blocks.flatMap((block) => assistantPartsOf(block) ?? [unknownPart(block)]));
      return true;
    case 'thinking':
      turns.addAssistant([{ type: 'reasoning', text: stringOf(event, 'text') ?? '' }]);
      return stringOf(event, 'text') !== undefined;
    case 'tool_call':
      addCall(event, turns);
      return true;
    default:
      return false;
  }
}

/**
 * Adds a call or its result. A call is in a field named after its tool, such as `readToolCall`; calls of other tools
 * share one field.
 */
function addCall(event: JsonObject, turns: TurnBuilder): void {
  const callId = stringOf(event, 'call_id') ?? '';
  const [key = '', call = {}] =
    Object.entries(objectOf(event, 'tool_call') ?? {}).find((entry): entry is [string, JsonObject] =>
      isObject(entry[1]),
    ) ?? [];
  if (stringOf(event, 'subtype') === 'started') {
    const name = stringOf(call, 'name') ?? key.replace(/ToolCall$/u, '');
    const given = fieldOf(call, 'args') ?? fieldOf(call, 'arguments') ?? {};
    turns.addAssistant([toolCall(callId, name, given)]);
    return;
  }
  const result = objectOf(call, 'result') ?? {};
  const isDone = 'success' in result;
  const [outcome] = Object.values(result);
  turns.addResult(callId, outputOf(outcome), !isDone);
}

/** Returns a result's text, or all of its fields if none of `TEXTS` has one. */
function outputOf(outcome: unknown): string {
  if (!isObject(outcome)) return jsonText(outcome ?? '');
  const texts = TEXTS.map((keys) =>
    keys
      .map((key) => stringOf(outcome, key) ?? '')
      .filter((text) => text !== '')
      .join('\n'),
  );
  return texts.find((text) => text !== '') ?? jsonText(outcome);
}

/** The fields that have a result's text, alone or together; the first ones with a text count. */
const TEXTS = [['content'], ['stdout', 'stderr'], ['error'], ['errorMessage'], ['reason']] as const;
