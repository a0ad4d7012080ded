import { isSilentOverflow, silentOverflowSentence } from '../context/silentOverflow.ts';
import type { AssistantMessage, ToolMessage, Usage } from '../log/message.ts';

/** The newest request as it was counted here: what the provider's report of it is held against. */
export class SentRequest {
  #countedTokens = 0;
  #imageTokens = 0;
  #hasToldOverflow = false;

  /** All its tokens, and those of them that are guessed for images. */
  counted(tokens: number, imageTokens: number): void {
    this.#countedTokens = tokens;
    this.#imageTokens = imageTokens;
  }

  /** A message for the log: the provider's report stands there beside the count of the same request. */
  withCount(message: AssistantMessage | ToolMessage): AssistantMessage | ToolMessage {
    if (message.role === 'tool' || message.usage === undefined) return message;
    return { ...message, usage: { ...message.usage, countedTokens: this.#countedTokens } };
  }

  /** That an endpoint cuts requests is said once: it stays so until its window, or the setting, is another. */
  overflowToTell({ inputTokens }: Usage): string | undefined {
    const textTokens = this.#countedTokens - this.#imageTokens;
    if (this.#hasToldOverflow || !isSilentOverflow(inputTokens, textTokens)) return undefined;
    this.#hasToldOverflow = true;
    return silentOverflowSentence(inputTokens, textTokens);
  }
}
