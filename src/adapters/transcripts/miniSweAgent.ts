import type { Message, TextPart, UserMessage } from '../../core/log/message.ts';
import { asClientParts } from './anthropicBlocks.ts';
import { chatMessagesOf } from './chatMessage.ts';
import { clientPart } from './clientText.ts';
import { CodexItems } from './codexItems.ts';
import {
  fieldOf,
  isObject,
  numberOf,
  objectOf,
  objectsOf,
  onlyObjects,
  stringOf,
  type JsonObject,
} from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TextCalls } from './textCalls.ts';

/** Reads mini-swe-agent's runs: a list of messages or, in later versions, an object that names its format. */
export const miniSweAgent = { format: 'mini-swe-agent', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  if (isObject(json) && stringOf(json, 'trajectory_format')?.startsWith('mini-swe-agent') === true)
    return true;
  const list = messagesOf(json);
  return list.some(isBlock) && list.some(isReturn);
}

function isBlock(item: JsonObject): boolean {
  return (
    stringOf(item, 'role') === 'assistant' &&
    /^```(?:bash|mswea_bash_command)$/mu.test(stringOf(item, 'content') ?? '')
  );
}

function isReturn(item: JsonObject): boolean {
  return stringOf(item, 'role') === 'user' && RETURN.test(stringOf(item, 'content') ?? '');
}

/** Matches a command's output. In the first versions, the output is a Python dictionary. */
const RETURN = /^\s*(?:<returncode>|Observation: \{'args': )/u;

function messagesOf(json: unknown): readonly JsonObject[] {
  return isObject(json) ? objectsOf(json, 'messages') : onlyObjects(json);
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const calls = new TextCalls(recording, true);
  let openCallId: string | undefined;
  let hasTask = false;
  const list = isObject(head.json) ? fieldOf(head.json, 'messages') : head.json;
  for (const [index, item] of objectsIn(list, recording).entries()) {
    const responses = responsesItemsOf(item);
    const messages = chatMessagesOf(item) ?? exitOf(item, openCallId);
    if (responses.length > 0) addResponses(responses, recording);
    else if (messages === undefined) recording.skip('item without a known role', `item ${String(index + 1)}`);
    else for (const message of messages) addMessage(withExitCode(message, item), calls, hasTask);
    hasTask ||= messages?.some(({ role }) => role === 'user') === true;
    const isAnswered = (stringOf(item, 'tool_call_id') ?? stringOf(item, 'call_id')) === openCallId;
    openCallId = callIdOf(item) ?? (isAnswered ? undefined : openCallId);
  }
  return Promise.resolve();
}

/** Adds a message. All user messages after the task come from the program. They may quote the person's words. */
function addMessage(message: Message, calls: TextCalls, hasTask: boolean): void {
  if (message.role !== 'user' || !hasTask) calls.add(message);
  else for (const part of answersOf(message, calls.isWaiting)) calls.add(part);
}

const TYPED =
  /^(?<told>Interrupted by user: |The user added a new task: |Commands? not executed\. The user rejected your commands? with the following message:\s)(?<typed>\s*\S[\s\S]*)$/u;
const NOTHING_TYPED = 'Temporary interruption caught.';

/**
 * Returns the messages for a user message of the program. If the message quotes the person's words, returns the
 * program's text and the person's words as two messages. Otherwise returns one message. Without an open call
 * (`isResult` is false), its text is labelled as the report of a format error.
 */
function answersOf(message: UserMessage, isResult: boolean): readonly UserMessage[] {
  const [part] = message.parts;
  const { told, typed } = (part?.type === 'text' ? TYPED.exec(part.text)?.groups : undefined) ?? {};
  if (told === undefined || typed === undefined || typed === NOTHING_TYPED)
    return [isResult ? message : { role: 'user', parts: asClientParts(message.parts, 'format-error') }];
  const words: TextPart = { type: 'text', text: typed };
  return [
    { role: 'user', parts: [clientPart(told, 'interrupt')] },
    { role: 'user', parts: [words] },
  ];
}

/**
 * Returns the objects of the Responses API in one item of the file: all output objects of an answer, or one result.
 * mini-swe-agent can use this API since version 2.
 */
function responsesItemsOf(item: JsonObject): readonly JsonObject[] {
  return stringOf(item, 'type') === 'function_call_output' ? [item] : objectsOf(item, 'output');
}

function addResponses(items: readonly JsonObject[], recording: Recording): void {
  const answer = new CodexItems(recording);
  for (const item of items) answer.add(item);
}

/**
 * Returns the messages for an item with the role `exit`, the last item of a run; undefined for other items. The item
 * contains the output of the command that ended the run, or the reason why the run failed. If a call is still open
 * (`callId`), the message is the result of this call.
 */
function exitOf(item: JsonObject, callId: string | undefined): readonly Message[] | undefined {
  if (stringOf(item, 'role') !== 'exit') return undefined;
  const role = callId === undefined ? 'user' : 'tool';
  return chatMessagesOf({ role, content: stringOf(item, 'content') ?? '', tool_call_id: callId });
}

function callIdOf(item: JsonObject): string | undefined {
  const [call] = objectsOf(item, 'tool_calls');
  const [called] = objectsOf(item, 'output').filter((each) => stringOf(each, 'type') === 'function_call');
  return call === undefined ? called && stringOf(called, 'call_id') : stringOf(call, 'id');
}

function withExitCode(message: Message, item: JsonObject): Message {
  const exitCode = numberOf(objectOf(item, 'extra') ?? {}, 'returncode');
  return message.role === 'tool' && exitCode !== undefined ? { ...message, exitCode } : message;
}
