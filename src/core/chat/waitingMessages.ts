import { personTextOf, type UserPart } from '../log/message.ts';

/** The event that a message waits for: the next request of the turn that runs, or that turn's end. */
export type WaitsFor = 'nextRequest' | 'turnEnd';

export interface WaitingMessage {
  readonly id: number;
  readonly parts: readonly UserPart[];
  readonly waitsFor: WaitsFor;
  /** The person's typed text. */
  readonly text: string;
}

/** Messages that the person sent while the model worked; they enter the log only when their turn comes. */
export class WaitingMessages {
  #messages: readonly WaitingMessage[] = [];
  #lastId = 0;
  /** The one that is being written to the log: it can't be taken back any more. */
  #leaving: number | undefined;

  /** In the order in which they go: whoever steers before whoever queues. */
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

  /** The first that goes with the next request. */
  get steering(): WaitingMessage | undefined {
    return this.#messages.find(({ waitsFor }) => waitsFor === 'nextRequest');
  }

  add(parts: readonly UserPart[], waitsFor: WaitsFor): void {
    const text = personTextOf({ role: 'user', parts });
    this.#messages = [...this.#messages, { id: ++this.#lastId, parts, waitsFor, text }];
  }

  /** A message waits until it is durable, whatever goes wrong. */
  async leave(
    { id, parts }: WaitingMessage,
    append: (parts: readonly UserPart[]) => Promise<void>,
  ): Promise<void> {
    this.#leaving = id;
    try {
      await append(parts);
      this.#messages = this.#messages.filter((message) => message.id !== id);
    } finally {
      this.#leaving = undefined;
    }
  }

  /** Gives all back, or one; what is given back waits no more. */
  takeBack(id?: number): readonly WaitingMessage[] {
    const isTaken = (message: WaitingMessage): boolean =>
      message.id !== this.#leaving && (id === undefined || message.id === id);
    const taken = this.#messages.filter(isTaken);
    this.#messages = this.#messages.filter((message) => !isTaken(message));
    return taken;
  }
}
