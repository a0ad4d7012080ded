import type { AssistantPart, Message, ToolMessage, Usage, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { imageOf, resultPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder, finishOf } from './assistantBuilder.ts';
import { clientPart, splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  numberOf,
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
 * Reads the output of `opencode export`: one JSON object with messages, and with `info` about the session. Each message
 * has parts.
 */
export const openCode = { format: 'opencode', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  if (!isObject(json) || objectOf(json, 'info') === undefined) return false;
  const messages = objectsOf(json, 'messages');
  return messages.length > 0 && messages.every((message) => 'info' in message && 'parts' in message);
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  readOpenCodeExport(isObject(head.json) ? head.json : {}, recording);
  return Promise.resolve();
}

/** Reads a session in the form that opencode exports. */
export function readOpenCodeExport(file: JsonObject, recording: Recording): void {
  const info = objectOf(file, 'info') ?? {};
  recording.title = stringOf(info, 'title');
  const messages = objectsIn(fieldOf(file, 'messages'), recording);
  // The person took back this message and all later ones. They stay in the file, since the person can undo this step.
  const reverted = stringOf(objectOf(info, 'revert') ?? {}, 'messageID');
  const ids = messages.map((message) => stringOf(objectOf(message, 'info') ?? {}, 'id'));
  const end = reverted === undefined ? -1 : ids.indexOf(reverted);
  const live = end < 0 ? messages : messages.slice(0, end);
  const added = new SessionMessages(recording);
  for (const [index, message] of live.entries()) added.add(message, `message ${String(index + 1)}`);
  const dead = messages.length - live.length;
  if (dead > 0) recording.skip('message that was taken back', `message ${String(end + 1)}`, dead);
}

const READ_PARTS: ReadonlySet<string> = new Set(['text', 'file', 'reasoning', 'tool']);

/** Adds the messages of a session to a recording. */
class SessionMessages {
  readonly #recording: Recording;
  /** For each message of the file, by its id: the number of recorded messages before it. */
  readonly #places = new Map<string, number>();
  /** For each message that requests a compaction, by its id: the place of the first message that is kept. */
  readonly #keptFrom = new Map<string, number>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  add(message: JsonObject, where: string): void {
    const info = objectOf(message, 'info') ?? {};
    const parts = objectsOf(message, 'parts');
    const role = stringOf(info, 'role');
    this.#notePlaces(stringOf(info, 'id') ?? '', parts);
    for (const part of parts) {
      const type = stringOf(part, 'type') ?? 'unknown';
      if (role === 'user' && isHidden(part))
        this.#recording.skip(`${type} part that the model never saw`, where);
      else if (!READ_PARTS.has(type)) this.#recording.skip(`${type} part`, where);
    }
    const at = timeOf(fieldOf(objectOf(info, 'time') ?? {}, 'created'));
    if (role === 'user') this.#recording.add({ role: 'user', parts: parts.flatMap(userPartsOf) }, at);
    else if (role === 'assistant') this.#addAnswer(info, parts, at);
    else this.#recording.skip('message without a known role', where);
  }

  #notePlaces(id: string, parts: readonly JsonObject[]): void {
    const place = this.#recording.length;
    this.#places.set(id, place);
    const compaction = parts.find((part) => stringOf(part, 'type') === 'compaction');
    if (compaction === undefined) return;
    const firstKept = this.#places.get(stringOf(compaction, 'tail_start_id') ?? '');
    this.#keptFrom.set(id, firstKept ?? place);
  }

  /**
   * Adds an answer or a summary. A summary with an error or without text does not count: its compaction failed, was
   * cancelled or is not complete yet. If a message requested the compaction, the summary also needs `finish`: versions
   * that write such a message also write how a complete summary ended.
   */
  #addAnswer(info: JsonObject, parts: readonly JsonObject[], at: number | undefined): void {
    const from = this.#keptFrom.get(stringOf(info, 'parentID') ?? '');
    const isComplete =
      objectOf(info, 'error') === undefined && (from === undefined || stringOf(info, 'finish') !== undefined);
    const summary = isTrue(info, 'summary') && isComplete ? summaryIn(parts) : '';
    if (summary !== '') {
      const kept = from === undefined ? undefined : this.#recording.length - from;
      // The model continues from the summary. The summarized messages stay in the file.
      this.#recording.add({ role: 'user', parts: [clientPart(summary, 'foreign-summary')] }, at, kept);
      return;
    }
    this.#recording.add(assistantMessage(info, parts), at);
    for (const part of parts) {
      const result = resultOf(part);
      if (result !== undefined) this.#recording.add(result, timeOf(fieldOf(timesOf(part), 'end')) ?? at);
    }
  }
}

/** Returns whether the model never saw a part of a user message. Plugins write notices to the person in such parts. */
function isHidden(part: JsonObject): boolean {
  return isTrue(part, 'ignored');
}

function userPartsOf(part: JsonObject): readonly UserPart[] {
  if (isHidden(part)) return [];
  const text = stringOf(part, 'text') ?? '';
  if (stringOf(part, 'type') === 'text')
    return isTrue(part, 'synthetic') ? [clientPart(text, 'environment')] : splitUserText(text);
  if (stringOf(part, 'type') !== 'file') return [];
  const mediaType = stringOf(part, 'mime') ?? '';
  const url = stringOf(part, 'url') ?? '';
  if (mediaType.startsWith('image/')) return [imageOf({ image_url: { url }, media_type: mediaType })];
  return [clientPart(`[${stringOf(part, 'filename') ?? 'file'}]`, 'attachment')];
}

/** Returns the text of a compaction's summary. */
function summaryIn(parts: readonly JsonObject[]): string {
  const texts = parts.filter((part) => stringOf(part, 'type') === 'text');
  return texts.map((part) => stringOf(part, 'text') ?? '').join('\n');
}

function assistantMessage(info: JsonObject, parts: readonly JsonObject[]): Message {
  const builder = new AssistantBuilder(stringOf(info, 'modelID'));
  for (const part of parts) builder.add(assistantPartsOf(part));
  const isBroken = objectOf(info, 'error') !== undefined;
  builder.end(
    isBroken ? 'interrupted' : finishOf(stringOf(info, 'finish')),
    usageOf(objectOf(info, 'tokens') ?? {}),
  );
  return builder.message;
}

function assistantPartsOf(part: JsonObject): readonly AssistantPart[] {
  const text = stringOf(part, 'text') ?? '';
  switch (stringOf(part, 'type')) {
    case 'text':
      return [{ type: 'text', text }];
    case 'reasoning':
      return [{ type: 'reasoning', text }];
    case 'tool':
      return [
        toolCall(
          stringOf(part, 'callID'),
          stringOf(part, 'tool'),
          fieldOf(objectOf(part, 'state') ?? {}, 'input'),
        ),
      ];
    default:
      return [];
  }
}

function timesOf(part: JsonObject): JsonObject {
  return objectOf(objectOf(part, 'state') ?? {}, 'time') ?? {};
}

/** Returns a call's result; undefined if the call was still running in the file, or if the part is not a call. */
function resultOf(part: JsonObject): ToolMessage | undefined {
  const state = objectOf(part, 'state') ?? {};
  const status = stringOf(state, 'status');
  if (stringOf(part, 'type') !== 'tool' || (status !== 'completed' && status !== 'error')) return undefined;
  const parts = resultPartsOf(fieldOf(state, 'output') ?? fieldOf(state, 'error') ?? '');
  const exitCode = numberOf(objectOf(state, 'metadata') ?? {}, 'exit');
  return toolResult(stringOf(part, 'callID'), parts, { isError: status === 'error', exitCode });
}

/**
 * Returns the token counts; undefined if there are no input tokens. Tokens read from or written to the prompt cache
 * count as input. Reasoning counts as output.
 */
function usageOf(tokens: JsonObject): Usage | undefined {
  const cache = objectOf(tokens, 'cache') ?? {};
  const cachedInputTokens = numberOf(cache, 'read') ?? 0;
  const inputTokens = (numberOf(tokens, 'input') ?? 0) + cachedInputTokens + (numberOf(cache, 'write') ?? 0);
  const outputTokens = (numberOf(tokens, 'output') ?? 0) + (numberOf(tokens, 'reasoning') ?? 0);
  return inputTokens === 0 ? undefined : { inputTokens, outputTokens, cachedInputTokens };
}
