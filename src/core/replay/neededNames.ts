import type { ContextItem } from '../context/context.ts';
import { withoutReasoning } from '../context/project.ts';
import { namesIn } from '../text/names.ts';
import { textOf, type Message } from '../log/message.ts';

/** Which names the messages so far have used, and whether a context still holds those that an answer uses again. */
export class NeededNames {
  readonly #seen = new Set<string>();
  readonly #ofMessage = new WeakMap<Message, readonly string[]>();

  /** A model's reasoning is left out: it is in no later request, whoever compacts. */
  saw(message: Message): void {
    for (const name of this.#namesOf(withoutReasoning(message))) this.#seen.add(name);
  }

  /** True when every name of the answer that was used before stands in the context. */
  areIn(answer: Message, context: readonly ContextItem[]): boolean {
    const needed = this.#namesOf(answer).filter((name) => this.#seen.has(name));
    if (needed.length === 0) return true;
    const held = new Set(context.flatMap(({ message }) => this.#namesOf(message)));
    return needed.every((name) => held.has(name));
  }

  #namesOf(message: Message): readonly string[] {
    const known = this.#ofMessage.get(message);
    if (known !== undefined) return known;
    const names = [...new Set(namesIn(textOf(message)))];
    this.#ofMessage.set(message, names);
    return names;
  }
}
