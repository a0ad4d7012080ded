import type { AssistantPart, UserPart } from '../../core/log/message.ts';
import { toolResult } from './callParts.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import type { Recording } from './recording.ts';

/** Builds messages from the blocks of a text transcript. Adjacent blocks by one speaker become one message. */
export class TurnBuilder {
  #at: number | undefined;
  #model: string | undefined;
  readonly #recording: Recording;
  #assistant: AssistantBuilder | undefined;
  #user: UserPart[] | undefined;
  #calls = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  addUser(parts: readonly UserPart[]): void {
    this.#assistant = undefined;
    if (this.#user === undefined) {
      this.#user = [];
      this.#recording.add({ role: 'user', parts: this.#user }, this.#at);
    }
    for (const part of parts) this.#user.push(part);
  }

  addAssistant(parts: readonly AssistantPart[]): void {
    this.#user = undefined;
    if (this.#assistant === undefined) {
      this.#assistant = new AssistantBuilder(this.#model);
      this.#recording.add(this.#assistant.message, this.#at);
    }
    this.#assistant.add(parts);
  }

  /** Returns an id for the next call, since text transcripts contain no ids. */
  nextCallId(): string {
    this.#calls += 1;
    return `shown-${String(this.#calls)}`;
  }

  addResult(callId: string, text: string, isError = false): void {
    this.#assistant = undefined;
    this.#user = undefined;
    const parts = text === '' ? [] : [{ type: 'text' as const, text }];
    this.#recording.add(toolResult(callId, parts, { isError }), this.#at);
  }

  /** Begins a new message with the next block, even if the speaker stays the same. */
  begin(at?: number, model?: string): void {
    this.#assistant = undefined;
    this.#user = undefined;
    this.setSource(at, model);
  }

  /** Sets the time and model of the following messages. */
  setSource(at: number | undefined, model: string | undefined): void {
    this.#at = at;
    this.#model = model;
  }
}
