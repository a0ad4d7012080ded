import type { AssistantPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { splitUserText } from './clientText.ts';
import { resultPartsOf } from './anthropicBlocks.ts';
import { fieldOf, isTrue, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/** Reads the output of `gemini --output-format stream-json`: one event per line. An answer comes in several pieces. */
export const geminiStream = { format: 'gemini-stream', detect, read } as const;

const TYPES: ReadonlySet<string> = new Set(['init', 'message', 'tool_use', 'tool_result', 'error', 'result']);

/**
 * Returns whether the events are Gemini's. One event that only Gemini writes is enough, since the beginning of the
 * output may be missing.
 */
function detect({ objects }: TranscriptHead): boolean {
  if (!objects.every((event) => TYPES.has(stringOf(event, 'type') ?? ''))) return false;
  return objects.some(
    (event) =>
      stringOf(event, 'tool_id') !== undefined ||
      isTrue(event, 'delta') ||
      (stringOf(event, 'type') === 'init' && 'session_id' in event && 'model' in event),
  );
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const stream = new Stream(recording);
  for await (const { object, where } of readJsonLines(source, recording))
    if (!stream.add(object)) recording.skip(`${stringOf(object, 'type') ?? 'unknown'} event`, where);
  stream.end();
}

class Stream {
  readonly #recording: Recording;
  #model: string | undefined;
  #text = '';

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Adds an event. Returns false if it is not a message, a tool call or a result. */
  add(event: JsonObject): boolean {
    const at = timeOf(fieldOf(event, 'timestamp'));
    switch (stringOf(event, 'type')) {
      case 'init':
        this.#model = stringOf(event, 'model');
        return false;
      case 'message':
        return this.#addMessage(event, at);
      case 'tool_use':
        this.end();
        this.#recording.answer(at, this.#model).add([callOf(event)]);
        return true;
      case 'tool_result':
        this.#addResult(event, at);
        return true;
      default:
        return false;
    }
  }

  /** Adds the collected pieces of an answer's text. */
  end(): void {
    if (this.#text !== '')
      this.#recording.answer(undefined, this.#model).add([{ type: 'text', text: this.#text }]);
    this.#text = '';
  }

  #addMessage(event: JsonObject, at: number | undefined): boolean {
    const text = stringOf(event, 'content') ?? '';
    const role = stringOf(event, 'role');
    if (role === 'assistant') {
      if (!isTrue(event, 'delta')) this.end();
      this.#recording.answer(at, this.#model);
      this.#text += text;
    } else if (role === 'user') {
      this.end();
      this.#recording.add({ role: 'user', parts: splitUserText(text) }, at);
    }
    return role === 'assistant' || role === 'user';
  }

  #addResult(event: JsonObject, at: number | undefined): void {
    this.end();
    const error = objectOf(event, 'error');
    const output = stringOf(event, 'output') ?? (error && stringOf(error, 'message')) ?? '';
    const isError = stringOf(event, 'status') === 'error';
    this.#recording.add(toolResult(stringOf(event, 'tool_id'), resultPartsOf(output), { isError }), at);
  }
}

function callOf(event: JsonObject): AssistantPart {
  return toolCall(stringOf(event, 'tool_id'), stringOf(event, 'tool_name'), fieldOf(event, 'parameters'));
}
