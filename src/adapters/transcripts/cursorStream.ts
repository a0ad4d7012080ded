import { assistantPartsOf, blocksOf, userPartsOf } from './anthropicBlocks.ts';
import { toolCall } from './callParts.ts';
import { fieldOf, isObject, jsonText, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnBuilder } from './turnBuilder.ts';
import { unknownPart } from './unknownContent.ts';

/**
 * Reads the output of `cursor-agent --output-format stream-json`: messages in the form of Claude Code's stream, and
 * calls as events.
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
 * Joins the pieces of the model's text that `--stream-partial-output` writes. Cursor repeats the pieces in complete
 * events. A complete event before a call has the text since the last call. A complete event at the end of the answer
 * has either the text since the last call or the text of the whole answer (forum.cursor.com/t/156289).
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

  /** Returns whether an event is an answer of the model and contains only text that earlier events had in pieces. */
  isRepetition(event: JsonObject): boolean {
    if (stringOf(event, 'type') !== 'assistant' || isPiece(event)) return false;
    const text = textOf(event);
    return text !== '' && (text === this.#sinceCall || text === this.#sinceUser);
  }

  /**
   * Adds the joined text to the turn. Called before an event that is neither a piece nor a repetition; `type` is the
   * type of this event. Also called at the end of the file, with `result`.
   */
  end(type: string): void {
    if (this.#unwritten !== '') this.#turns.addAssistant([{ type: 'text', text: this.#unwritten }]);
    this.#unwritten = '';
    if (type === 'tool_call' || type === 'user') this.#sinceCall = '';
    if (type === 'user') this.#sinceUser = '';
  }
}

/** Returns whether an event is a piece of the model's text: it has a time, but no `model_call_id`. */
function isPiece(event: JsonObject): boolean {
  const isTimed = 'timestamp_ms' in event && !('model_call_id' in event);
  return isTimed && stringOf(event, 'type') === 'assistant' && textOf(event) !== '';
}

/** Returns the text of a message; an empty text if any of the blocks is not a text block. */
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
 * Adds a call or its result. For some tools, the call is in a field that is named after the tool, such as
 * `readToolCall`. Calls of all other tools are in one common field.
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

/** Returns the text of a result. If no field in `TEXTS` has a text, returns all fields of the result. */
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

/**
 * The fields that may contain a result's text. The texts of the fields in one entry are joined. The first entry with a
 * text counts.
 */
const TEXTS = [['content'], ['stdout', 'stderr'], ['error'], ['errorMessage'], ['reason']] as const;
