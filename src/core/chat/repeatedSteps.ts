import { textOf, type ToolCallPart, type ToolMessage } from '../log/message.ts';
import { digestOf } from '../text/digest.ts';

/**
 * The number of repeated steps in a row from which the model is told. A repeated step has the calls and results of an
 * earlier step of its turn. In 26 recorded sessions (3,152 steps) a single one occurred 35 times, two in a row never.
 */
const TOLD_FROM = 2;
/** The turn ends here: two requests went out with the hint, and the second came to nothing as the first did. */
export const MOST_REPEATED = 4;

/** The words by which `read_output` says that a command is still running. */
export const STILL_RUNNING = 'Still running.';

/** Results of a turn's steps, so that a model that goes in circles is noticed. */
export class RepeatedSteps {
  /** Digests: the results of a turn are megabytes. */
  readonly #seen = new Set<string>();
  #inARow = 0;

  /** Adds a step. Returns how many repeated steps there are in a row, including this one. */
  add(calls: readonly ToolCallPart[], results: readonly ToolMessage[]): number {
    // Who waits for a command goes in no circle: it may write nothing for long.
    if (
      results.some((result) => /^\[run\d+\] /u.test(textOf(result)) && textOf(result).includes(STILL_RUNNING))
    )
      return (this.#inARow = 0);
    const made = calls.map((call) => [call.name, call.arguments]);
    const step = digestOf(JSON.stringify([made, results.map(newsOf)]));
    this.#inARow = this.#seen.has(step) ? this.#inARow + 1 : 0;
    this.#seen.add(step);
    return this.#inARow;
  }

  /** Clears the steps seen so far: the person said something, or a compaction removed their results. */
  forget(): void {
    this.#seen.clear();
    this.#inARow = 0;
  }
}

/** The number of a command's run is another each time and tells nothing. */
function newsOf(result: ToolMessage): string {
  return textOf(result).replace(/^\[run\d+ /u, '[run ');
}

/** Returns the last result of a step, with a hint for the model where steps went in circles. */
export function withHint(result: ToolMessage, inARow: number): ToolMessage {
  if (inARow < TOLD_FROM) return result;
  const left = MOST_REPEATED - inARow;
  const end =
    left > 0 ? `After ${left} more such step${left === 1 ? '' : 's'} the turn ends.` : 'The turn ends here.';
  const text = `[Nothing new for ${inARow} steps: the same calls gave the same results as before. Do something else, or say what you need. ${end}]`;
  return { ...result, parts: [...result.parts, { type: 'text', text }] };
}

export function repeatedSentence(): string {
  return `Stopped: the model made the same calls with the same results, ${MOST_REPEATED} steps in a row without anything new. Say what it should do instead, or let it go on.`;
}
