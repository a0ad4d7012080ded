import type { Logger } from '../ports.ts';
import { messageOf } from '../text/messageOf.ts';

/** Calls each listener. An error of one is logged and does not keep the others from being called. */
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
