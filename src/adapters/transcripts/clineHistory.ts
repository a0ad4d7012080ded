import type { AssistantPart, Message, ToolMessage, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { exitCodeIn } from '../../core/tools/readResult.ts';
import { blocksOf, resultPartsOf, toolMessageOf, userPartsOf } from './anthropicBlocks.ts';
import { clineCalls } from './clineCalls.ts';
import {
  clineClientParts,
  clineResultIn,
  isMarkedByCline,
  splitClineResult,
  splitClineText,
} from './clineWords.ts';
import { chatMessagesOf } from './chatMessage.ts';
import { clientPart, splitResultText, splitUserText } from './clientText.ts';
import { fieldOf, isTrue, objectOf, onlyObjects, stringOf, timeOf, type JsonObject } from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads the request history of Cline, Roo Code and their forks (`api_conversation_history.json`). The file contains
 * Anthropic messages. A user message may contain client text, tool results and the person's words.
 */
export const clineHistory = { format: 'cline-history', detect, read } as const;

/**
 * Returns whether the first message has the task in an element, and one of the first messages contains the element
 * `<environment_details>` or a tool result as text.
 */
function detect({ json }: TranscriptHead): boolean {
  const messages = onlyObjects(Array.isArray(json) ? json : undefined).slice(0, MESSAGES_AT_START);
  const [first = {}] = messages;
  if (
    stringOf(first, 'role') !== 'user' ||
    !textsOf(first).some((text) => /^\s*<(?:task|user_message)>/u.test(text))
  )
    return false;
  return messages.some((message) =>
    textsOf(message).some(
      (text) => text.includes('<environment_details>') || clineResultIn(text) !== undefined,
    ),
  );
}

/** The number of messages that `detect` examines, from the beginning of the file. */
const MESSAGES_AT_START = 20;

function textsOf(message: JsonObject): readonly string[] {
  return blocksOf(fieldOf(message, 'content')).map((block) => stringOf(block, 'text') ?? '');
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const history = new History(recording);
  for (const [index, item] of objectsIn(head.json, recording).entries())
    if (!history.add(item)) recording.skip('item without a known role', `item ${String(index + 1)}`);
  return Promise.resolve();
}

interface OpenCall {
  readonly callId: string;
  readonly name: string;
}

class History {
  readonly #recording: Recording;
  /** The calls of the newest answer that have no result yet. */
  #open: readonly OpenCall[] = [];
  #written = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  add(item: JsonObject): boolean {
    const role = stringOf(item, 'role');
    const at = timeOf(fieldOf(item, 'ts'));
    if (role !== 'user' && role !== 'assistant') return false;
    if (isTrue(item, 'isSummary')) this.#recording.add(summaryIn(item), at);
    else if (role === 'user')
      for (const message of this.#userMessages(item)) this.#recording.add(message, at);
    else this.#addAnswer(item, at);
    return true;
  }

  #addAnswer(item: JsonObject, at: number | undefined): void {
    const [message] = chatMessagesOf(item) ?? [];
    if (message?.role !== 'assistant') return;
    const model = stringOf(objectOf(item, 'modelInfo') ?? {}, 'modelId');
    const isThought = stringOf(item, 'type') === 'reasoning';
    const hasCalls = message.parts.some((part) => part.type === 'toolCall');
    const parts = message.parts.flatMap((part): readonly AssistantPart[] => {
      if (part.type !== 'text') return [part];
      if (isThought) return [{ type: 'reasoning', text: part.text }];
      return hasCalls ? [part] : this.#callsWrittenIn(part.text);
    });
    this.#open = parts.flatMap((part) => (part.type === 'toolCall' ? [part] : []));
    this.#recording.add({ ...message, parts, ...(model !== undefined && { model }) }, at);
  }

  /**
   * Splits an answer's text into the calls that the model wrote as elements, and the text around the calls. Some models
   * have no other way to call tools.
   */
  #callsWrittenIn(text: string): readonly AssistantPart[] {
    const parts: AssistantPart[] = [];
    let end = 0;
    for (const call of clineCalls(text)) {
      this.#written += 1;
      const callId = `text-${String(this.#written)}`;
      parts.push({ type: 'text', text: text.slice(end, call.start) });
      parts.push(toolCall(callId, call.name, call.arguments));
      end = call.end;
    }
    parts.push({ type: 'text', text: text.slice(end) });
    return parts.filter((part) => part.type === 'toolCall' || part.text.trim() !== '');
  }

  /** Returns the tool results of a user message, followed by a message with the other text. */
  #userMessages(item: JsonObject): readonly Message[] {
    const results: ToolMessage[] = [];
    const said: UserPart[] = [];
    let pending: OpenCall | undefined;
    const blocks = blocksOf(fieldOf(item, 'content'));
    const isOnlySaid = !blocks.some(isClients);
    for (const block of blocks) {
      const text = stringOf(block, 'text');
      const opening = text === undefined ? undefined : clineResultIn(text);
      const call = opening === undefined ? undefined : this.#take(opening.name);
      if (call !== undefined && opening?.body.trim() === '') {
        // Older versions put the line `[tool] Result:` and the result into two separate texts.
        pending = call;
        results.push(resultOf(call, ''));
      } else if (call !== undefined) said.push(...addResult(results, call, opening?.body ?? ''));
      else if (pending !== undefined && text !== undefined && !isMarkedByCline(text)) {
        results.pop();
        said.push(...addResult(results, pending, text));
        pending = undefined;
      } else if (stringOf(block, 'type') === 'tool_result') said.push(...this.#addNative(results, block));
      else if (text === undefined) said.push(...otherPart(block));
      else said.push(...(isOnlySaid ? splitUserText(text) : markedParts(text)));
    }
    return said.length > 0 || results.length === 0 ? [...results, { role: 'user', parts: said }] : results;
  }

  #addNative(results: ToolMessage[], block: JsonObject): readonly UserPart[] {
    const message = toolMessageOf(block);
    const name = this.#open.find(({ callId }) => callId === message.callId)?.name ?? '';
    this.#open = this.#open.filter(({ callId }) => callId !== message.callId);
    const split = message.parts.map((part) =>
      part.type === 'text' && part.origin === undefined
        ? splitClineResult(part.text, name)
        : { person: [], rest: part },
    );
    const parts = split.flatMap(({ rest }) => (typeof rest === 'string' ? resultPartsOf(rest) : [rest]));
    const [first] = parts;
    const isRefused = first?.type === 'text' && isFailure(first.text);
    results.push({ ...message, parts, ...(isRefused && { isError: true }) });
    return split.flatMap(({ person }) => person);
  }

  /**
   * Removes and returns the open call with this name. If no open call has this name, takes the oldest open call, since
   * client and model may name a tool differently. Returns undefined if no call is open.
   */
  #take(name: string): OpenCall | undefined {
    const call = this.#open.find((each) => each.name === name) ?? this.#open[0];
    this.#open = this.#open.filter((each) => each !== call);
    return call;
  }
}

function summaryIn(item: JsonObject): Message {
  const texts = blocksOf(fieldOf(item, 'content')).map((block) => stringOf(block, 'text') ?? '');
  return { role: 'user', parts: [clientPart(texts.join('\n'), 'foreign-summary')] };
}

/** Adds a result. Returns the person's words in the result, such as the reason for a refusal. */
function addResult(results: ToolMessage[], call: OpenCall, body: string): readonly UserPart[] {
  const { person, rest } = splitClineResult(body, call.name);
  results.push(resultOf(call, rest));
  return person;
}

function resultOf({ callId }: OpenCall, text: string): ToolMessage {
  const parts = text === '' ? [] : splitResultText(text);
  return toolResult(callId, parts, { isError: isFailure(text), exitCode: exitCodeIn(text) });
}

function isFailure(text: string): boolean {
  return /^(?:The user denied this operation|The tool execution failed|Command failed|\{"status":"(?:denied|error)")/u.test(
    text,
  );
}

/**
 * Returns whether a block is a tool result or has a mark of the client. If a message has such a block, the client also
 * wrote the unmarked text in the message.
 */
function isClients(block: JsonObject): boolean {
  const text = stringOf(block, 'text') ?? '';
  if (stringOf(block, 'type') === 'tool_result' || clineResultIn(text) !== undefined) return true;
  return splitClineText(text).person.length > 0 || /^\s*\[[A-Z]/u.test(text);
}

function markedParts(text: string): readonly UserPart[] {
  const { person, rest } = splitClineText(text);
  return [...person, ...(rest === '' ? [] : clineClientParts(rest))];
}

function otherPart(block: JsonObject): readonly UserPart[] {
  return (
    userPartsOf(block) ?? [clientPart(`[${stringOf(block, 'type') ?? 'unknown content'}]`, 'attachment')]
  );
}
