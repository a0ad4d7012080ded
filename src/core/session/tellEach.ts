import type { Logger } from '../ports.ts';
import { messageOf } from '../text/messageOf.ts';

/** Tells each listener. What one of them throws is logged: what they are told of has happened, and the others hear it. */
export function tellEach<Told extends readonly unknown[]>(
  listeners: Iterable<(...told: Told) => void>,
  logger: Logger,
  ...told: Told
): void {
  for (const listener of listeners) {
    try {
      listener(...told);
    } catch (error) {
      logger.error(`something that happened could not be shown: ${messageOf(error)}`, error);
    }
  }
}
