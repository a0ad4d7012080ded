import { serveCalls } from '../../../../src/adapters/workers/serveCalls.ts';

/**
 * Replaces the worker that counts tokens: returns for each text the number of texts in its batch, and never answers a
 * batch with the text "silence".
 */
serveCalls((texts: readonly string[]): readonly number[] | Promise<never> =>
  texts.includes('silence') ? new Promise<never>(() => undefined) : texts.map(() => texts.length),
);
