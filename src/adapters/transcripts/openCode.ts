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
  for (const [index, message] of live.entries())
    addMessage(message, `message ${String(index + 1)}`, recording);
  const dead = messages.length - live.length;
  if (dead > 0) recording.skip('message that was taken back', `message ${String(end + 1)}`, dead);
}

const READ_PARTS: ReadonlySet<string> = new Set(['text', 'file', 'reasoning', 'tool']);

function addMessage(message: JsonObject, where: string, recording: Recording): void {
  const info = objectOf(message, 'info') ?? {};
  const parts = objectsOf(message, 'parts');
  const at = timeOf(fieldOf(objectOf(info, 'time') ?? {}, 'created'));
  const role = stringOf(info, 'role');
  for (const part of parts) {
    const type = stringOf(part, 'type') ?? 'unknown';
    if (role === 'user' && isHidden(part)) recording.skip(`${type} part that the model never saw`, where);
    else if (!READ_PARTS.has(type)) recording.skip(`${type} part`, where);
  }
  if (role === 'user') recording.add({ role: 'user', parts: parts.flatMap(userPartsOf) }, at);
  else if (role !== 'assistant') recording.skip('message without a known role', where);
  else if (isTrue(info, 'summary')) recording.add(summaryMessage(parts), at);
  else {
    recording.add(assistantMessage(info, parts), at);
    for (const part of parts) {
      const result = resultOf(part);
      if (result !== undefined) recording.add(result, timeOf(fieldOf(timesOf(part), 'end')) ?? at);
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

/**
 * Returns a compaction's summary as client text of a user message. The model continues from the summary. The summarized
 * messages stay in the file.
 */
function summaryMessage(parts: readonly JsonObject[]): Message {
  const text = parts
    .filter((part) => stringOf(part, 'type') === 'text')
    .map((part) => stringOf(part, 'text') ?? '');
  return { role: 'user', parts: [clientPart(text.join('\n'), 'foreign-summary')] };
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
