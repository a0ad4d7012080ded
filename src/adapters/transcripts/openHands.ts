import type { Message, UserPart } from '../../core/log/message.ts';
import { toolResult } from './callParts.ts';
import { resultPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { callOf } from './chatMessage.ts';
import { clientPart, splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  numberOf,
  objectOf,
  objectsOf,
  onlyObjects,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { objectsIn, readJsonLines } from './jsonLines.ts';
import { imagesIn } from './openHandsEvents.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads the events of OpenHands versions without the SDK. The events are a JSON list, the `trajectory` in a file that
 * was downloaded from the app, or the `history` in the first line of an evaluation.
 */
export const openHands = { format: 'openhands', detect, read } as const;

function detect({ json, objects }: TranscriptHead): boolean {
  const events = Array.isArray(json) ? json : objects.flatMap(historyOf);
  return onlyObjects(events).some(isEvent);
}

function isEvent(event: JsonObject): boolean {
  return 'source' in event && ('action' in event || 'observation' in event) && 'message' in event;
}

/** Returns the events. In older versions, the events are pairs of action and observation. */
function historyOf(line: JsonObject): readonly unknown[] {
  const history = fieldOf(line, 'history') ?? fieldOf(line, 'trajectory');
  return Array.isArray(history) ? history.flat() : [];
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const { json } = source.head;
  if (Array.isArray(json) || isObject(json)) {
    addEvents(Array.isArray(json) ? json : historyOf(json), recording);
    return;
  }
  for await (const { object, where } of readJsonLines(source, recording)) {
    if (recording.length > 0) recording.skip('another session', where);
    else addEvents(historyOf(object), recording);
  }
}

function addEvents(events: readonly unknown[], recording: Recording): void {
  const answers = new Set<string>();
  for (const [index, event] of objectsIn(events, recording).entries()) {
    const at = timeOf(fieldOf(event, 'timestamp'));
    const call = objectOf(event, 'tool_call_metadata');
    const message = 'observation' in event ? resultOf(event, call) : actionOf(event, call, answers);
    if (message !== undefined) recording.add(message, at);
    else if (call === undefined) recording.skip(`${kindOf(event)} event`, `event ${String(index + 1)}`);
  }
}

function kindOf(event: JsonObject): string {
  return stringOf(event, 'observation') ?? stringOf(event, 'action') ?? 'unknown';
}

/**
 * Returns the message of an action; undefined if the action has no message. If an answer has several calls, each of its
 * actions repeats the answer. Returns undefined if `answers` already contains the answer's id.
 */
function actionOf(
  event: JsonObject,
  call: JsonObject | undefined,
  answers: Set<string>,
): Message | undefined {
  const args = objectOf(event, 'args') ?? {};
  const text = stringOf(args, 'content') ?? stringOf(event, 'message') ?? '';
  const kind = kindOf(event);
  if (call !== undefined) {
    const answer = objectOf(call, 'model_response') ?? {};
    const [first = {}] = objectsOf(messageIn(answer), 'tool_calls');
    const id = stringOf(answer, 'id') || stringOf(first, 'id') || stringOf(call, 'tool_call_id') || '';
    if (id !== '' && answers.has(id)) return undefined;
    answers.add(id);
    return assistantMessage(answer, call);
  }
  if (kind === 'system') return { role: 'system', parts: [{ type: 'text', text }] };
  const isAgents = stringOf(event, 'source') === 'agent';
  if (kind === 'finish' || (kind === 'message' && isAgents)) {
    const builder = new AssistantBuilder();
    builder.add([{ type: 'text', text: stringOf(args, 'final_thought') ?? text }]);
    return builder.message;
  }
  if (kind === 'condensation') return summaryOf(event);
  if (kind !== 'message') return undefined;
  return { role: 'user', parts: [...userParts(text), ...imagesIn(args)] };
}

/** Returns the summary of a compaction by the program itself; undefined if the compaction only removed messages. */
function summaryOf(event: JsonObject): Message | undefined {
  const summary = stringOf(objectOf(event, 'args') ?? {}, 'summary') ?? '';
  return summary === '' ? undefined : { role: 'user', parts: [clientPart(summary, 'foreign-summary')] };
}

function userParts(text: string): readonly UserPart[] {
  const files = /^\s*<uploaded_files>[\s\S]*?<\/uploaded_files>/u.exec(text)?.[0] ?? '';
  const own = splitUserText(text.slice(files.length));
  return files === '' ? own : [clientPart(files, 'environment'), ...own];
}

function messageIn(answer: JsonObject): JsonObject {
  const [choice = {}] = objectsOf(answer, 'choices');
  return objectOf(choice, 'message') ?? {};
}

function assistantMessage(answer: JsonObject, call: JsonObject): Message {
  const builder = new AssistantBuilder(stringOf(answer, 'model'));
  const message = messageIn(answer);
  builder.add([
    { type: 'reasoning', text: stringOf(message, 'reasoning_content') ?? '' },
    { type: 'text', text: stringOf(message, 'content') ?? '' },
  ]);
  const calls = objectsOf(message, 'tool_calls');
  const named = { id: fieldOf(call, 'tool_call_id'), function: { name: fieldOf(call, 'function_name') } };
  builder.add((calls.length > 0 ? calls : [named]).map(callOf));
  const usage = objectOf(answer, 'usage') ?? {};
  const inputTokens = numberOf(usage, 'prompt_tokens');
  const outputTokens = numberOf(usage, 'completion_tokens');
  const isKnown = inputTokens !== undefined && outputTokens !== undefined;
  builder.end(undefined, isKnown ? { inputTokens, outputTokens } : undefined);
  return builder.message;
}

/**
 * Returns the result of a call. For an observation without a call, returns a user message, since the observation comes
 * from the environment and is sent to the model with the next message. Returns undefined if such an observation has no
 * text or has the kind `recall`.
 */
function resultOf(event: JsonObject, call: JsonObject | undefined): Message | undefined {
  const content = fieldOf(event, 'content');
  if (call === undefined) {
    const text = stringOf(event, 'content') ?? '';
    if (kindOf(event) === 'recall' || text === '') return undefined;
    return { role: 'user', parts: [clientPart(text, 'environment')] };
  }
  const metadata = objectOf(objectOf(event, 'extras') ?? {}, 'metadata') ?? {};
  const exitCode = numberOf(metadata, 'exit_code');
  const isError = kindOf(event) === 'error' || (exitCode !== undefined && exitCode > 0);
  // A negative code means that the command is still running.
  const ended = exitCode !== undefined && exitCode >= 0 ? { exitCode } : {};
  return toolResult(stringOf(call, 'tool_call_id'), resultPartsOf(content ?? ''), { isError, ...ended });
}
