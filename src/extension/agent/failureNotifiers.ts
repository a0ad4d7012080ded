import type { Logger } from '../../core/ports.ts';

/**
 * The maximum number of failures with different messages that a window shows. Later failures are only logged. Without
 * a limit, a message that contains a time or the name of a file could differ each time and be shown again and again.
 */
const MOST_SHOWN = 20;

/** Shows the first failure of each model, and a later failure only after the model has answered again. */
export class ModelFailureNotifier {
  readonly #tell: (sentence: string) => void;
  /** The ids of the models whose failure is shown. */
  readonly #shown = new Set<string>();

  constructor(tell: (sentence: string) => void) {
    this.#tell = tell;
  }

  failed(model: string, sentence: string): void {
    if (this.#shown.has(model)) return;
    this.#shown.add(model);
    this.#tell(sentence);
  }

  answered(model: string): void {
    this.#shown.delete(model);
  }
}

/**
 * Returns a function that takes failures of Longthread itself. The function logs each failure, but shows each message
 * only once, since the next requests often fail for the same reason.
 */
export function ownFailureNotifier(
  logger: Pick<Logger, 'error'>,
  tell: (sentence: string) => void,
): (error: unknown) => void {
  const shown = new Set<string>();
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    logger.error(`a request of the editor’s agent could not be processed: ${why}`, error);
    if (shown.has(why) || shown.size >= MOST_SHOWN) return;
    shown.add(why);
    tell(
      `Longthread couldn’t process a request of the agent’s chat (${why.replace(/[.\s]+$/, '')}). The chat continues, but Longthread might not log or compact it.`,
    );
  };
}
