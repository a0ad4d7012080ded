import type { ChatDelta, ToolSchema } from '../../core/ports.ts';
import { CallsInText } from './callsInText.ts';
import { ThinkTags } from './thinkTags.ts';

/** Splits an answer into its text, thoughts in tags, and calls that are written as text. */
export class AnswerWords {
  readonly #tags = new ThinkTags();
  readonly #calls: CallsInText;

  constructor(tools: readonly ToolSchema[]) {
    this.#calls = new CallsInText(tools);
  }

  read(delta: ChatDelta): readonly ChatDelta[] {
    return this.#tags.read(delta).flatMap((one) => this.#calls.read(one));
  }

  /**
   * Returns the text that was held back. Returns calls instead if the text consists of calls and the answer is
   * complete.
   */
  end(isWhole: boolean): readonly ChatDelta[] {
    const rest = this.#tags.end().flatMap((one) => this.#calls.read(one));
    return [...rest, ...this.#calls.end(isWhole)];
  }

  get hasCalls(): boolean {
    return this.#calls.hasCalls;
  }

  /** Whether the finished answer contains a call that is written as text and was not recognised as a call. */
  get isParserOff(): boolean {
    return this.#calls.isParserOff;
  }
}
