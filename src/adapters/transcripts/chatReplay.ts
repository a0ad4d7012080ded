import { resultPartsOf } from './anthropicBlocks.ts';
import { toolCall, toolResult } from './callParts.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  jsonText,
  objectOf,
  objectsOf,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads VS Code's export of a Copilot chat: prompts with logs of requests and tool calls. Each request repeats the
 * whole conversation. So the reader takes only two things from a request: the answer, and the system text if it has
 * changed.
 */
export const chatReplay = { format: 'chatreplay', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  return (
    isObject(json) &&
    objectsOf(json, 'prompts').some((prompt) => 'prompt' in prompt && Array.isArray(fieldOf(prompt, 'logs')))
  );
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const replay = new Replay(recording);
  const prompts = objectsIn(isObject(head.json) ? fieldOf(head.json, 'prompts') : [], recording);
  for (const [index, prompt] of prompts.entries()) {
    const logs = objectsOf(prompt, 'logs');
    replay.addSystem(logs);
    // A prompt that was already seen continues the previous turn and repeats its words.
    if (!isTrue(prompt, 'hasSeen')) replay.addPrompt(stringOf(prompt, 'prompt') ?? '', logs);
    for (const log of logs) {
      if (!replay.addLog(log))
        recording.skip(`${stringOf(log, 'kind') ?? 'unknown'} log`, `prompt ${String(index + 1)}`);
    }
  }
  return Promise.resolve();
}

const SYSTEM_ROLE = 0;

class Replay {
  readonly #recording: Recording;
  #builder: AssistantBuilder | undefined;
  #system = '';

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  addSystem(logs: readonly JsonObject[]): void {
    const messages = logs.flatMap((log) => objectsOf(objectOf(log, 'requestMessages') ?? {}, 'messages'));
    const system = messages.find((message) => fieldOf(message, 'role') === SYSTEM_ROLE);
    const texts = objectsOf(system ?? {}, 'content').flatMap((block) => stringOf(block, 'text') ?? []);
    const text = texts.join('\n');
    if (text === '' || text === this.#system) return;
    this.#system = text;
    this.#recording.add({ role: 'system', slot: 'instructions', parts: [{ type: 'text', text }] });
  }

  addPrompt(prompt: string, logs: readonly JsonObject[]): void {
    this.#builder = undefined;
    const at = logs.map(timeOfLog).find((time) => time !== undefined);
    this.#recording.add({ role: 'user', parts: splitUserText(prompt) }, at);
  }

  addLog(log: JsonObject): boolean {
    const kind = stringOf(log, 'kind');
    if (kind === 'request') return this.#addAnswer(log);
    return kind === 'toolCall' && this.#addCall(log);
  }

  #addAnswer(log: JsonObject): boolean {
    const answer = fieldOf(objectOf(log, 'response') ?? {}, 'message');
    const texts = Array.isArray(answer) ? answer : [answer];
    this.#builder = undefined;
    this.#assistant(log).add([{ type: 'text', text: texts.map(jsonText).join('') }]);
    return true;
  }

  #addCall(log: JsonObject): boolean {
    const callId = stringOf(log, 'id') ?? '';
    const name = stringOf(log, 'tool') ?? '';
    const thinking = fieldOf(log, 'thinking');
    const thought = isObject(thinking) ? fieldOf(thinking, 'text') : thinking;
    const builder = this.#assistant(log);
    const text = Array.isArray(thought) ? thought.map(jsonText).join('\n') : jsonText(thought);
    builder.add([{ type: 'reasoning', text }]);
    builder.add([toolCall(callId, name, fieldOf(log, 'args'))]);
    this.#recording.add(toolResult(callId, resultPartsOf(fieldOf(log, 'response'))), timeOfLog(log));
    return true;
  }

  #assistant(log: JsonObject): AssistantBuilder {
    if (this.#builder === undefined) {
      this.#builder = new AssistantBuilder(stringOf(objectOf(log, 'metadata') ?? {}, 'model'));
      this.#recording.add(this.#builder.message, timeOfLog(log));
    }
    return this.#builder;
  }
}

function timeOfLog(log: JsonObject): number | undefined {
  return timeOf(fieldOf(log, 'time') ?? fieldOf(objectOf(log, 'metadata') ?? {}, 'startTime'));
}
