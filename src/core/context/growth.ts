import { personTextOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';

/** The number of newest turns whose mean is expected for the next ones. */
const MEAN_OF = 5;

/**
 * Returns the mean tokens of the newest turns, as logged. A turn begins with a message by the person. Undefined before
 * the first turn.
 */
export function turnGrowth(
  messages: readonly SessionMessage[],
  tokensOf: (message: SessionMessage) => number,
): number | undefined {
  let [turns, tokens] = [0, 0];
  for (let at = messages.length - 1; at >= 0 && turns < MEAN_OF; at -= 1) {
    const message = messages[at];
    if (message === undefined || message.message.role === 'system') continue;
    tokens += tokensOf(message);
    if (personTextOf(message.message).trim() !== '') turns += 1;
  }
  return turns === 0 ? undefined : tokens / turns;
}
