import { parseArgs } from 'node:util';
import type { Split } from '../retention/split.ts';
import { TRIALS } from './variants.ts';

/** The table of strategies and peers; the others are named after the setting that they vary. */
export const STRATEGY_TABLE = 'strategy';

export interface ReplayOptions {
  /** Folders and files of transcripts. */
  readonly paths: readonly string[];
  readonly windows: readonly number[];
  readonly part: Split | 'all';
  /** Names of tables; all when it is empty. */
  readonly only: readonly string[];
  readonly withPeers: boolean;
  readonly json?: string;
  readonly html?: string;
}

const PARTS = ['tuning', 'heldout', 'all'] as const;
const TABLES = [STRATEGY_TABLE, ...TRIALS.map(({ setting }) => setting)];

/** Reads the command line. Throws an Error with a sentence on what is wrong with it. */
export function parseReplayOptions(args: readonly string[], corpus: string | undefined): ReplayOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      windows: { type: 'string', default: '100000,200000' },
      part: { type: 'string', default: 'tuning' },
      only: { type: 'string', default: '' },
      peers: { type: 'boolean', default: true },
      json: { type: 'string' },
      html: { type: 'string' },
    },
  });
  const paths = positionals.length > 0 ? positionals : corpus === undefined ? [] : [corpus];
  if (paths.length === 0) throw new Error('Name a folder of transcripts, or set LONGTHREAD_CORPUS.');
  const part = PARTS.find((known) => known === values.part);
  if (part === undefined) throw new Error(`--part is ${PARTS.join(', ')}; not "${values.part}".`);
  return {
    paths,
    windows: values.windows.split(',').map(parseWindow),
    part,
    only: values.only.split(',').filter(Boolean).map(parseTable),
    withPeers: values.peers,
    ...(values.json !== undefined && { json: values.json }),
    ...(values.html !== undefined && { html: values.html }),
  };
}

function parseWindow(text: string): number {
  const tokens = Number(text);
  if (!Number.isInteger(tokens) || tokens < 1_000)
    throw new Error(`--windows are whole numbers of tokens from 1000 on; "${text}" is none.`);
  return tokens;
}

function parseTable(name: string): string {
  if (!TABLES.includes(name)) throw new Error(`--only names tables: ${TABLES.join(', ')}; not "${name}".`);
  return name;
}
