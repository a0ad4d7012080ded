import {
  personTextOf,
  type AssistantPart,
  type ResultPart,
  type ToolCallPart,
  type Usage,
  type UserPart,
} from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import {
  asClientParts,
  assistantPartsOf,
  blocksOf,
  imageOf,
  resultPartsOf,
  userPartsOf,
} from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { clientPart } from './clientText.ts';
import type { callsInScript } from './codexScripts.ts';
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
import { unknownPart } from './unknownContent.ts';

/**
 * Converts items of OpenAI's Responses API to messages. Consecutive reasoning, texts and calls become one message,
 * since the model wrote them in one answer.
 */
export class CodexItems {
  readonly #recording: Recording;
  #builder: AssistantBuilder | undefined;
  /** The newest answer. Its token count may come after the results of its calls. */
  #answer: AssistantBuilder | undefined;
  #model: string | undefined;
  #instructions = '';
  #hasBegun = false;
  /**
   * For each script with several calls: the ids of all calls before the last call. The key is the id of the last call.
   */
  readonly #otherCalls = new Map<string, readonly string[]>();
  /** For each of the person's messages: the number of messages before it. */
  readonly #turns: number[] = [];

  readonly #readScript: typeof callsInScript;

  /** `readScript` returns the calls in a script, for agents that call their tools by scripts. */
  constructor(recording: Recording, readScript: typeof callsInScript = () => []) {
    this.#recording = recording;
    this.#readScript = readScript;
  }

  /** Adds an item. If items of this kind are not read, returns the kind; else undefined. */
  add(item: JsonObject, at?: number): string | undefined {
    const type = stringOf(item, 'type') ?? 'header';
    if (type === 'message') return this.#addMessage(item, at);
    if (type === 'reasoning') this.#addAssistant([reasoningOf(item)], at);
    else if (type.endsWith('_output')) this.#addResult(item, at);
    else if (type.endsWith('_call')) this.#addCall(item, type, at);
    else if (type === 'agent_message') this.addUser(asClientParts(userParts(item), 'agent-message'), at);
    else return `${type} item`;
    return undefined;
  }

  addUser(parts: readonly UserPart[], at?: number): void {
    this.#builder = undefined;
    this.#hasBegun = true;
    if (parts.some((part) => part.type !== 'text' || part.origin === undefined))
      this.#turns.push(this.#recording.length);
    this.#recording.add({ role: 'user', parts }, at);
  }

  /** Records which of the person's messages a compaction kept. The compaction's summary must be the newest message. */
  keep(items: readonly JsonObject[]): void {
    const users = items.filter((item) => stringOf(item, 'role') === 'user');
    const words = users.map((item) => personTextOf({ role: 'user', parts: userParts(item) }));
    if (words.some(Boolean)) this.#recording.keep({ keptWords: words.filter(Boolean) });
  }

  /** Sets the model of the following answers. */
  answeredBy(model: string | undefined): void {
    this.#model = model;
  }

  /** Sets the token counts of the newest answer. */
  report(usage: Usage | undefined): void {
    this.#answer?.end(undefined, usage);
  }

  /** Removes this number of newest turns. Returns the number of removed messages. */
  rollBack(turns: number): number {
    const { length } = this.#recording;
    if (turns < 1) return 0;
    const [first] = this.#turns.splice(-turns);
    this.#builder = undefined;
    this.#recording.truncate(first ?? length);
    return length - this.#recording.length;
  }

  /** Adds instructions. Ignores a repetition, since each `session_meta` line of a file repeats the instructions. */
  addInstructions(text: string, at?: number): void {
    if (text === '' || text === this.#instructions) return;
    this.#instructions = text;
    this.#recording.add({ role: 'system', slot: 'instructions', parts: [{ type: 'text', text }] }, at);
  }

  #addMessage(item: JsonObject, at?: number): string | undefined {
    const role = stringOf(item, 'role') ?? '';
    if (role === 'assistant') this.#addAssistant(assistantParts(item), at);
    else if (role === 'user') this.addUser(userParts(item), at);
    else if (role === 'developer' || role === 'system') this.#addDeveloper(userParts(item), at);
    else return 'message of an unknown role';
    return undefined;
  }

  /**
   * Adds a developer message. Before the conversation, the message becomes a system message. Later, it becomes a user
   * message with instructions.
   */
  #addDeveloper(parts: readonly UserPart[], at?: number): void {
    if (this.#hasBegun) {
      this.addUser(asClientParts(parts, 'instructions'), at);
      return;
    }
    const texts = parts.filter((part) => part.type === 'text');
    this.#recording.add({ role: 'system', parts: texts.map(({ text }) => ({ type: 'text', text })) }, at);
  }

  #addAssistant(parts: readonly AssistantPart[], at?: number): void {
    if (this.#builder === undefined) {
      this.#builder = new AssistantBuilder(this.#model);
      this.#answer = this.#builder;
      this.#hasBegun = true;
      this.#recording.add(this.#builder.message, at);
    }
    this.#builder.add(parts);
  }

  #addCall(item: JsonObject, type: string, at?: number): void {
    const callId = stringOf(item, 'call_id');
    const input = fieldOf(item, 'arguments') ?? fieldOf(item, 'input') ?? fieldOf(item, 'action') ?? {};
    const name = stringOf(item, 'name') ?? type.replace(/_call$/u, '');
    // A call of a tool that the provider ran has no id and no result in the file. So it becomes text, not an open call.
    const providerTool = clientPart(`[${name} ${jsonText(input)}]`, 'provider-tool');
    if (callId === undefined) this.#addAssistant([providerTool], at);
    else this.#addAssistant(this.#callsIn(callId, name, input), at);
  }

  /**
   * Returns the call. If the call runs a script, returns the calls in the script. The last of these calls gets the id
   * and the result of the call that runs the script.
   */
  #callsIn(callId: string, name: string, input: unknown): readonly ToolCallPart[] {
    const calls = name === 'exec' && typeof input === 'string' ? this.#readScript(input) : [];
    const last = calls.at(-1);
    if (last === undefined) return [toolCall(callId, name, input)];
    const others = calls
      .slice(0, -1)
      .map((each, index) => toolCall(`${callId}.${String(index + 1)}`, each.name, each.input));
    this.#otherCalls.set(
      callId,
      others.map((each) => each.callId),
    );
    return [...others, toolCall(callId, last.name, last.input)];
  }

  #addResult(item: JsonObject, at?: number): void {
    this.#builder = undefined;
    const output = outputOf(fieldOf(item, 'output') ?? fieldOf(item, 'tools'));
    const callId = stringOf(item, 'call_id') ?? '';
    const { isError = false } = output;
    for (const other of this.#otherCalls.get(callId) ?? [])
      this.#recording.add(toolResult(other, [], { isError }), at);
    this.#recording.add(toolResult(callId, output.parts, output), at);
  }
}

/** Returns the summary and the content of a reasoning item. Only the provider can read encrypted reasoning. */
function reasoningOf(item: JsonObject): AssistantPart {
  const texts = [...objectsOf(item, 'summary'), ...objectsOf(item, 'content')].map((each) =>
    stringOf(each, 'text'),
  );
  return { type: 'reasoning', text: texts.filter(Boolean).join('\n\n') };
}

function assistantParts(item: JsonObject): readonly AssistantPart[] {
  return blocksOf(fieldOf(item, 'content')).flatMap(
    (block) => assistantPartsOf(block) ?? [unknownPart(block)],
  );
}

function userParts(item: JsonObject): readonly UserPart[] {
  return blocksOf(fieldOf(item, 'content')).flatMap((block): readonly UserPart[] => {
    if (stringOf(block, 'type') !== 'input_image') return userPartsOf(block) ?? [unknownPart(block)];
    return fieldOf(block, 'image_url') === null ? [] : [imageOf(block)];
  });
}

interface Output {
  readonly parts: readonly ResultPart[];
  readonly exitCode?: number;
  readonly isError?: boolean;
}

/**
 * Parses the output of a call. In older versions (until 0.4x), the output is JSON in a string:
 * `{output, metadata: {exit_code}}`. In newer versions, the output is a text, an object or a list of blocks.
 */
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
  const beginning = first?.type === 'text' ? first.text.slice(0, 200) : '';
  if (FAILED.test(beginning)) return { parts, isError: true };
  const code = EXIT_CODE.exec(beginning)?.[1];
  if (code !== undefined) return { parts, exitCode: Number(code) };
  return { parts, ...(beginning.startsWith('execution error: ') && { isError: true }) };
}

/**
 * Matches the beginning of a report by Codex: a script or a call failed, or Codex did not make the call. A report has
 * neither an exit code nor a mark for errors.
 */
const FAILED =
  /^(?:Script failed\n|(?:exec_command|write_stdin) failed\b|exec command rejected\b|patch rejected\b|apply_patch verification failed\b|approval policy is [^;\n]{1,150}; reject command\b|approval required by policy, but AskForApproval|failed to parse function arguments: |unsupported call: )/u;

/**
 * Matches the exit code in the first lines before a command's output. Newer versions always write the exit code, older
 * versions only if the command failed.
 */
const EXIT_CODE =
  /^(?:Exit code: |(?:failed in sandbox|execution error:) [^\n]{1,120}?, exit code: |(?:[^\n]*\n){0,3}Process exited with code )(-?\d{1,5})\b/u;
