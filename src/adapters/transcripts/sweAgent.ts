import type { AssistantMessage, Message, ToolMessage } from '../../core/log/message.ts';
import { toolResult } from './callParts.ts';
import { asClientParts, resultPartsOf } from './anthropicBlocks.ts';
import { callOf, chatMessagesOf } from './chatMessage.ts';
import { OBSERVATION } from './clientText.ts';
import { fieldOf, isObject, isTrue, objectsOf, stringOf, type JsonObject } from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads SWE-agent's `.traj`: one JSON object. The field `history` is the chat. The field `trajectory` repeats the chat
 * in steps.
 */
export const sweAgent = { format: 'swe-agent', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  if (!isObject(json)) return false;
  const isStep = (step: JsonObject) => 'action' in step && 'observation' in step;
  const isOwn = (item: JsonObject) => 'agent' in item && 'role' in item;
  return objectsOf(json, 'trajectory').some(isStep) || objectsOf(json, 'history').some(isOwn);
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const file = isObject(head.json) ? head.json : {};
  const history = objectsIn(fieldOf(file, 'history'), recording);
  const steps = objectsOf(file, 'trajectory');
  const run = new Run(recording);
  for (const item of history) run.addItem(item);
  if (history.length === 0) for (const step of steps) run.addStep(step);
  // The last command usually submits the work. Only the trajectory contains the observation of this command.
  run.close(stringOf(steps.at(-1) ?? {}, 'observation') ?? '');
  return Promise.resolve();
}

/**
 * Adds the messages of a run to a recording. If the run does not use function calls, an answer has one command, and the
 * next user item is the command's observation.
 */
class Run {
  readonly #recording: Recording;
  /** The id of the command that has no observation yet. */
  #openId: string | undefined;
  #count = 0;
  #hasAnswered = false;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  addItem(item: JsonObject): void {
    // Reads the items of a demonstration as user messages. They may look like answers, but are not part of this run.
    const messages = chatMessagesOf(isTrue(item, 'is_demo') ? { ...item, role: 'user' } : item);
    if (messages === undefined) this.#recording.skip('item without a known role', 'history');
    for (const message of messages ?? []) this.#recording.add(this.#read(message, item));
  }

  addStep(step: JsonObject): void {
    const text = stringOf(step, 'response') ?? stringOf(step, 'thought') ?? '';
    this.addItem({ ...step, role: 'assistant', content: text });
    this.close(stringOf(step, 'observation') ?? '');
  }

  close(observation: string): void {
    if (this.#openId === undefined || observation === '') return;
    this.#recording.add(this.#result(resultPartsOf(observation)));
  }

  #read(message: Message, item: JsonObject): Message {
    if (message.role === 'assistant') {
      this.#hasAnswered = true;
      return this.#withCall(message, item);
    }
    if (message.role === 'tool') return { ...message, callId: firstCallId(item) ?? message.callId };
    if (message.role !== 'user') return message;
    if (isTrue(item, 'is_demo')) return { ...message, parts: asClientParts(message.parts, 'demonstration') };
    if (this.#openId !== undefined) return this.#result(resultPartsOf(fieldOf(item, 'content')));
    // After the first answer, all user messages come from SWE-agent, not from the person.
    return this.#hasAnswered ? { ...message, parts: asClientParts(message.parts, OBSERVATION) } : message;
  }

  #withCall(message: AssistantMessage, item: JsonObject): AssistantMessage {
    const action = stringOf(item, 'action')?.trim() ?? '';
    if (action === '' || message.parts.some((part) => part.type === 'toolCall')) return message;
    this.#count += 1;
    this.#openId = `step-${String(this.#count)}`;
    const call = callOf({ id: this.#openId, name: 'bash', arguments: JSON.stringify({ command: action }) });
    // The answer's text ends with the command in one of several notations. The field `thought` omits the command.
    const thought = stringOf(item, 'thought');
    const texts = thought === undefined ? message.parts : [{ type: 'text' as const, text: thought }];
    return { ...message, parts: [...texts.filter((part) => part.type !== 'text' || part.text !== ''), call] };
  }

  #result(parts: ToolMessage['parts']): ToolMessage {
    const callId = this.#openId;
    this.#openId = undefined;
    return toolResult(callId, parts);
  }
}

function firstCallId(item: JsonObject): string | undefined {
  const ids = fieldOf(item, 'tool_call_ids');
  const first: unknown = Array.isArray(ids) ? ids[0] : undefined;
  return typeof first === 'string' ? first : undefined;
}
