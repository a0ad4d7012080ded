import { personTextOf, type UserPart } from '../log/message.ts';

/** The event that a message waits for: the next request of the running turn, or the turn's end. */
export type WaitsFor = 'nextRequest' | 'turnEnd';

export interface WaitingMessage {
  readonly id: number;
  readonly parts: readonly UserPart[];
  readonly waitsFor: WaitsFor;
  /** The person's typed text. */
  readonly text: string;
}

/** Messages that the person sent while the model worked. Each is logged only when it goes to the model. */
export class WaitingMessages {
  #messages: readonly WaitingMessage[] = [];
  #lastId = 0;
  /** The id of the message that is being appended to the log and can no longer be taken back. */
  #appending: number | undefined;

  /** All waiting messages in order: first the messages for the running turn, then the messages for its end. */
  get all(): readonly WaitingMessage[] {
    const steers = ({ waitsFor }: WaitingMessage): boolean => waitsFor === 'nextRequest';
    return [...this.#messages.filter(steers), ...this.#messages.filter((message) => !steers(message))];
  }

  get texts(): readonly string[] {
    return this.#messages.map(({ text }) => text);
  }

  get first(): WaitingMessage | undefined {
    return this.all[0];
  }

  /** The first message that goes with the next request. */
  get steering(): WaitingMessage | undefined {
    return this.#messages.find(({ waitsFor }) => waitsFor === 'nextRequest');
  }

  add(parts: readonly UserPart[], waitsFor: WaitsFor): void {
    const text = personTextOf({ role: 'user', parts });
    this.#messages = [...this.#messages, { id: ++this.#lastId, parts, waitsFor, text }];
  }

  /** Appends a message, and removes it from the queue once it is durable. */
  async appendToLog(
    { id, parts }: WaitingMessage,
    append: (parts: readonly UserPart[]) => Promise<void>,
  ): Promise<void> {
    this.#appending = id;
    try {
      await append(parts);
      this.#messages = this.#messages.filter((message) => message.id !== id);
    } finally {
      this.#appending = undefined;
    }
  }

  /** Takes back all waiting messages or the message with this id, except for a message that is being appended. */
  takeBack(id?: number): readonly WaitingMessage[] {
    const isTaken = (message: WaitingMessage): boolean =>
      message.id !== this.#appending && (id === undefined || message.id === id);
    const taken = this.#messages.filter(isTaken);
    this.#messages = this.#messages.filter((message) => !isTaken(message));
    return taken;
  }
}
