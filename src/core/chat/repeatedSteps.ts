import { textOf, type ToolCallPart, type ToolMessage } from '../log/message.ts';
import { digestOf } from '../text/digest.ts';

/**
 * The model gets a hint after this number of repeated steps in a row. A step is repeated if an earlier step of the turn
 * had the same calls and results. In 26 recorded sessions (3,152 steps), a single repetition occurred 35 times, and two
 * repetitions in a row never occurred.
 */
const HINT_FROM = 2;
/**
 * The turn ends after this number of repeated steps in a row. By then, two requests contained the hint without effect.
 */
export const MOST_REPEATED = 4;

/** The words in a result of `read_output` while the command is still running. */
export const STILL_RUNNING = 'Still running.';

/** Remembers the results of a turn's steps, to notice a model that repeats itself. */
export class RepeatedSteps {
  /** Holds digests, since the results of a turn can be megabytes. */
  readonly #seen = new Set<string>();
  #inARow = 0;

  /** Adds a step. Returns the number of repeated steps in a row, including this step. */
  add(calls: readonly ToolCallPart[], results: readonly ToolMessage[]): number {
    // A step that waits for a command is no repetition, since the command may write nothing for a long time.
    if (
      results.some((result) => /^\[run\d+\] /u.test(textOf(result)) && textOf(result).includes(STILL_RUNNING))
    )
      return (this.#inARow = 0);
    const made = calls.map((call) => [call.name, call.arguments]);
    const step = digestOf(JSON.stringify([made, results.map(withoutRunNumber)]));
    this.#inARow = this.#seen.has(step) ? this.#inARow + 1 : 0;
    this.#seen.add(step);
    return this.#inARow;
  }

  /** Forgets the steps so far. Called after a message of the person, or after a compaction, which may remove steps. */
  forget(): void {
    this.#seen.clear();
    this.#inARow = 0;
  }
}

/** Returns a result without the command's run number, which differs each time. */
function withoutRunNumber(result: ToolMessage): string {
  return textOf(result).replace(/^\[run\d+ /u, '[run ');
}

/** Returns the last result of a step, with a hint for the model if steps are repeated. */
export function withHint(result: ToolMessage, inARow: number): ToolMessage {
  if (inARow < HINT_FROM) return result;
  const left = MOST_REPEATED - inARow;
  const end =
    left > 0 ? `After ${left} more such step${left === 1 ? '' : 's'} the turn ends.` : 'The turn ends here.';
  const text = `[Nothing new for ${inARow} steps: the same calls gave the same results as before. Do something else, or say what you need. ${end}]`;
  return { ...result, parts: [...result.parts, { type: 'text', text }] };
}

export function repeatedSentence(): string {
  return `Stopped: the model made the same calls with the same results in ${MOST_REPEATED} steps in a row. Say what the model should do instead, or let it go on.`;
}
