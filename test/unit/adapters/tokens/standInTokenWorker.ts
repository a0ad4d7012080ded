import { serveCalls } from '../../../../src/adapters/workers/serveCalls.ts';

/** Stands in for the worker that counts tokens: gives for each text how many came with it, and never answers a text "silence". */
serveCalls((texts: readonly string[]): readonly number[] | Promise<never> =>
  texts.includes('silence') ? new Promise<never>(() => undefined) : texts.map(() => texts.length),
);
