import type { AssistantPart, ResultPart, UserPart } from '../../core/session/message.ts';
import {
  asClientParts,
  assistantPartsOf,
  blocksOf,
  imageOf,
  resultPartsOf,
  userPartsOf,
} from './anthropicBlocks.ts';
import { AssistantDraft } from './assistantDraft.ts';
import { clientPart } from './clientText.ts';
import {
  fieldOf,
  isObject,
  jsonText,
  numberOf,
  objectOf,
  objectsOf,
  parseJson,
  stringOf,
  type JsonObject,
} from './json.ts';
import type { Recording } from './recording.ts';

/**
 * Turns the items of OpenAI's Responses API into messages: what the assistant did without a pause (reasoning,
 * texts, calls) is one message, as the model made it in one answer.
 */
export class CodexItems {
  readonly #recording: Recording;
  #draft: AssistantDraft | undefined;
  #instructions = '';
  #hasBegun = false;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Gives what the item was when it is none that is read. */
  add(item: JsonObject, at?: number): string | undefined {
    const type = stringOf(item, 'type') ?? 'unknown';
    if (type === 'message') return this.#addMessage(item, at);
    if (type === 'reasoning') return this.#addAssistant([reasoningOf(item)], at);
    if (type.endsWith('_output')) return this.#addResult(item, at);
    if (type.endsWith('_call')) return this.#addCall(item, type, at);
    if (type === 'agent_message') {
      return this.addUser(asClientParts(userParts(item), 'agent-message'), at);
    }
    return `${type} item`;
  }

  addUser(parts: readonly UserPart[], at?: number): undefined {
    this.#draft = undefined;
    this.#hasBegun = true;
    this.#recording.add({ role: 'user', parts }, at);
  }

  /** Headers repeat, their instructions are taken once. */
  addInstructions(text: string, at?: number): void {
    if (text === '' || text === this.#instructions) return;
    this.#instructions = text;
    this.#recording.add({ role: 'system', slot: 'instructions', parts: [{ type: 'text', text }] }, at);
  }

  #addMessage(item: JsonObject, at?: number): string | undefined {
    const role = stringOf(item, 'role') ?? '';
    if (role === 'assistant') return this.#addAssistant(assistantParts(item), at);
    if (role === 'user') return this.addUser(userParts(item), at);
    if (role !== 'developer' && role !== 'system') return 'message of an unknown role';
    // Later developer messages are about their place in the conversation, the first ones about all of it.
    if (this.#hasBegun) return this.addUser(asClientParts(userParts(item), 'instructions'), at);
    const parts = userParts(item).filter((part) => part.type === 'text');
    this.#recording.add({ role: 'system', parts: parts.map(({ text }) => ({ type: 'text', text })) }, at);
    return undefined;
  }

  #addAssistant(parts: readonly AssistantPart[], at?: number): undefined {
    if (this.#draft === undefined) {
      this.#draft = new AssistantDraft();
      this.#hasBegun = true;
      this.#recording.add(this.#draft.message, at);
    }
    this.#draft.add(...parts);
  }

  #addCall(item: JsonObject, type: string, at?: number): undefined {
    const callId = stringOf(item, 'call_id');
    const input = fieldOf(item, 'arguments') ?? fieldOf(item, 'input') ?? fieldOf(item, 'action') ?? {};
    const name = stringOf(item, 'name') ?? type.replace(/_call$/u, '');
    // What the provider ran by itself has no call id and never a result in the file: it is told, not left open.
    if (callId === undefined)
      return this.#addAssistant([clientPart(`[${name} ${jsonText(input)}]`, 'provider-tool')], at);
    return this.#addAssistant([{ type: 'toolCall', callId, name, arguments: jsonText(input) }], at);
  }

  #addResult(item: JsonObject, at?: number): undefined {
    this.#draft = undefined;
    const output = outputOf(fieldOf(item, 'output') ?? fieldOf(item, 'tools'));
    const callId = stringOf(item, 'call_id') ?? '';
    this.#recording.add({ role: 'tool', callId, toolName: '', ...output }, at);
  }
}

/** Encrypted reasoning is for the provider alone; the summary is what people and models can read. */
function reasoningOf(item: JsonObject): AssistantPart {
  const texts = [...objectsOf(item, 'summary'), ...objectsOf(item, 'content')].map((each) =>
    stringOf(each, 'text'),
  );
  return { type: 'reasoning', text: texts.filter(Boolean).join('\n\n') };
}

function assistantParts(item: JsonObject): readonly AssistantPart[] {
  return blocksOf(fieldOf(item, 'content')).flatMap((block) => assistantPartsOf(block) ?? []);
}

function userParts(item: JsonObject): readonly UserPart[] {
  return blocksOf(fieldOf(item, 'content')).flatMap((block): readonly UserPart[] => {
    if (stringOf(block, 'type') !== 'input_image') return userPartsOf(block) ?? [];
    return fieldOf(block, 'image_url') === null ? [] : [imageOf(block)];
  });
}

interface Output {
  readonly parts: readonly ResultPart[];
  readonly exitCode?: number;
  readonly isError?: boolean;
}

/** Until 0.4x the output is `{output, metadata: {exit_code}}` as JSON in a string, later text, an object or blocks. */
function outputOf(output: unknown): Output {
  const wrapped = typeof output === 'string' && /^\s*\{/u.test(output) ? parseJson(output) : output;
  if (isObject(wrapped) && stringOf(wrapped, 'output') !== undefined) {
    const exitCode = numberOf(objectOf(wrapped, 'metadata') ?? {}, 'exit_code');
    return { parts: resultPartsOf(stringOf(wrapped, 'output')), ...(exitCode !== undefined && { exitCode }) };
  }
  if (isObject(output) && 'content' in output) {
    const isError = fieldOf(output, 'success') === false;
    return { parts: resultPartsOf(output['content']), ...(isError && { isError }) };
  }
  const parts = resultPartsOf(output);
  const [first] = parts;
  const code = first?.type === 'text' ? EXIT_CODE.exec(first.text.slice(0, 200))?.[1] : undefined;
  return { parts, ...(code !== undefined && { exitCode: Number(code) }) };
}

/** The first lines that newer versions write above a command's output. */
const EXIT_CODE = /^(?:Exit code: |(?:[^\n]*\n){0,3}Process exited with code )(-?\d{1,5})\b/u;
