import { parseArgs } from 'node:util';
import { parseBudgets, type Budget } from './budget.ts';
import { TRANSCRIPT_OPTIONS, transcriptOptions, type TranscriptOptions } from './transcriptOptions.ts';

export interface BenchOptions extends TranscriptOptions {
  readonly budgets: readonly Budget[];
  /** The maximum number of files. */
  readonly limit: number;
  readonly withDrift: boolean;
  readonly withCosts: boolean;
}

const DEFAULT_BUDGETS = '3000,4000,10%,20000';

/** Reads the command line. Throws an Error with a sentence that says what is wrong. */
export function parseOptions(args: readonly string[], corpus: string | undefined): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      ...TRANSCRIPT_OPTIONS,
      budgets: { type: 'string', default: DEFAULT_BUDGETS },
      part: { type: 'string', default: 'all' },
      limit: { type: 'string', default: '' },
      drift: { type: 'boolean', default: false },
      costs: { type: 'boolean', default: false },
    },
  });
  return {
    ...transcriptOptions(values, positionals, corpus),
    budgets: parseBudgets(values.budgets),
    limit: parseLimit(values.limit),
    withDrift: values.drift,
    withCosts: values.costs,
  };
}

function parseLimit(text: string): number {
  if (text === '') return Number.POSITIVE_INFINITY;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new Error(`--limit is a number of files, not "${text}".`);
  return limit;
}
