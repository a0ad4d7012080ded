import type { ChatDelta, ToolSchema } from '../../core/ports.ts';
import { CallsInText } from './callsInText.ts';
import { ThinkTags } from './thinkTags.ts';

/** Separates tagged thoughts at the beginning, and calls written as text, from an answer's text. */
export class AnswerWords {
  readonly #tags = new ThinkTags();
  readonly #calls: CallsInText;

  constructor(tools: readonly ToolSchema[]) {
    this.#calls = new CallsInText(tools);
  }

  read(delta: ChatDelta): readonly ChatDelta[] {
    return this.#tags.read(delta).flatMap((one) => this.#calls.read(one));
  }

  /** Ends the answer; returns the rest, as text or as the calls in it. An incomplete answer has no calls in its text. */
  end(isWhole: boolean): readonly ChatDelta[] {
    const rest = this.#tags.end().flatMap((one) => this.#calls.read(one));
    return [...rest, ...this.#calls.end(isWhole)];
  }

  get hasCalls(): boolean {
    return this.#calls.hasCalls;
  }

  /** Whether the finished answer contains a call as text, which was not run. */
  get isParserOff(): boolean {
    return this.#calls.isParserOff;
  }
}
