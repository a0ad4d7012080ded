import type { Logger } from '../ports.ts';
import { messageOf } from '../text/messageOf.ts';

/** Calls all listeners. If a listener throws, logs the error and calls the next listener. */
export function notifyListeners<Args extends readonly unknown[]>(
  listeners: Iterable<(...args: Args) => void>,
  logger: Logger,
  ...args: Args
): void {
  for (const listener of listeners) {
    try {
      listener(...args);
    } catch (error) {
      logger.error(`an event could not be processed: ${messageOf(error)}`, error);
    }
  }
}
