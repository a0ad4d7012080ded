import type { SummaryCost } from '../../../../src/core/replay/tally.ts';
import type { CountTokens } from '../../../../src/core/ports.ts';

/** The usual size of the summaries that coding agents write. */
export const SUMMARY_TOKENS = 3_000;
const SENTENCES = 'After that the work went on as it had been asked for. '.repeat(10);

/**
 * Replaces the model that writes a peer's summaries. Each summary has about as many tokens as a usual summary, but
 * contains no names. Counts the calls and the tokens of their inputs and outputs.
 */
export class StandInSummarizer {
  readonly #count: CountTokens;
  readonly #text: string;
  #taken: SummaryCost = { calls: 0, inputTokens: 0, outputTokens: 0 };

  constructor(count: CountTokens) {
    this.#count = count;
    this.#text = SENTENCES.repeat(Math.round(SUMMARY_TOKENS / count(SENTENCES)));
  }

  /** Returns the summary. The prompt may have any shape. The texts in the prompt are counted. */
  write(prompt: unknown): string {
    this.#taken = {
      calls: this.#taken.calls + 1,
      inputTokens: this.#taken.inputTokens + this.#count(textsIn(prompt).join('\n')),
      outputTokens: this.#taken.outputTokens + this.#count(this.#text),
    };
    return this.#text;
  }

  /** Returns the counts since the last call of this method. */
  take(): SummaryCost {
    const taken = this.#taken;
    this.#taken = { calls: 0, inputTokens: 0, outputTokens: 0 };
    return taken;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
