import { parseArgs } from 'node:util';
import { parseBudgets, type Budget } from './budget.ts';
import type { Split } from './split.ts';

export interface BenchOptions {
  /** Folders and files of transcripts. */
  readonly paths: readonly string[];
  readonly budgets: readonly Budget[];
  readonly part: Split | 'all';
  /** Names of rows; all when it is empty. */
  readonly only: readonly string[];
  readonly limit: number;
  readonly json?: string;
  readonly html?: string;
  readonly withPeers: boolean;
  readonly withDrift: boolean;
  readonly withCosts: boolean;
}

const DEFAULT_BUDGETS = '3000,4000,10%,20000';
const PARTS = ['tuning', 'heldout', 'all'] as const;

/** Reads the command line. Throws an Error with a sentence on what is wrong with it. */
export function parseOptions(args: readonly string[], corpus: string | undefined): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      budgets: { type: 'string', default: DEFAULT_BUDGETS },
      part: { type: 'string', default: 'all' },
      only: { type: 'string', default: '' },
      limit: { type: 'string', default: '' },
      json: { type: 'string' },
      html: { type: 'string' },
      peers: { type: 'boolean', default: true },
      drift: { type: 'boolean', default: false },
      costs: { type: 'boolean', default: false },
    },
  });
  const part = PARTS.find((known) => known === values.part);
  if (part === undefined) throw new Error(`--part is ${PARTS.join(', ')}; not "${values.part}".`);
  const paths = positionals.length > 0 ? positionals : corpus === undefined ? [] : [corpus];
  if (paths.length === 0) throw new Error('Name a folder of transcripts, or set LONGTHREAD_CORPUS.');
  return {
    paths,
    budgets: parseBudgets(values.budgets),
    part,
    only: values.only.split(',').filter(Boolean),
    limit: parseLimit(values.limit),
    ...(values.json !== undefined && { json: values.json }),
    ...(values.html !== undefined && { html: values.html }),
    withPeers: values.peers,
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
