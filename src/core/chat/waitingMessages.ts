import { personTextOf, type UserPart } from '../log/message.ts';

/** What the person sent while an answer was on its way, in order; in the log only when its turn comes. */
export class WaitingMessages {
  readonly #messages: (readonly UserPart[])[] = [];

  get first(): readonly UserPart[] | undefined {
    return this.#messages[0];
  }

  /** What the person typed, a text for each message. */
  get texts(): readonly string[] {
    return this.#messages.map((parts) => personTextOf({ role: 'user', parts }));
  }

  add(parts: readonly UserPart[]): void {
    this.#messages.push(parts);
  }

  removeFirst(): void {
    this.#messages.shift();
  }

  /** Gives the texts back; nothing waits any more. */
  takeBack(): readonly string[] {
    const { texts } = this;
    this.#messages.length = 0;
    return texts;
  }
}
