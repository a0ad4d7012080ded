import type { Logger } from '../ports.ts';
import { messageOf } from '../text/messageOf.ts';

/** Calls each listener. Logs an error of one and still calls the others. */
export function tellEach<Told extends readonly unknown[]>(
  listeners: Iterable<(...told: Told) => void>,
  logger: Logger,
  ...told: Told
): void {
  for (const listener of listeners) {
    try {
      listener(...told);
    } catch (error) {
      logger.error(`an event could not be shown: ${messageOf(error)}`, error);
    }
  }
}
