import type { Logger } from '../../core/ports.ts';

/**
 * The number of different failures that are shown in a window. Further ones are only logged: a reason that
 * names a time or a file differs each time, and would be shown without end.
 */
const MOST_TOLD = 20;

/** Shows why a model does not answer, at once, and not again until a model has answered. */
export class TroubleTeller {
  readonly #tell: (sentence: string) => void;
  #isTold = false;

  constructor(tell: (sentence: string) => void) {
    this.#tell = tell;
  }

  failed(sentence: string): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#tell(sentence);
  }

  answered(): void {
    this.#isTold = false;
  }
}

/** Logs each failure, and shows each reason once per window, since the next requests often fail for the same one. */
export function failureTeller(
  logger: Pick<Logger, 'error'>,
  tell: (sentence: string) => void,
): (error: unknown) => void {
  const told = new Set<string>();
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    logger.error(`a request of the editor’s agent could not be kept: ${why}`, error);
    if (told.has(why) || told.size >= MOST_TOLD) return;
    told.add(why);
    tell(
      `Longthread couldn’t keep this chat’s log (${why.replace(/[.\s]+$/, '')}). The chat goes on, but Longthread does not log it, and may have to send its requests uncompacted.`,
    );
  };
}
