import { parseArgs } from 'node:util';
import {
  TRANSCRIPT_OPTIONS,
  transcriptOptions,
  type TranscriptOptions,
} from '../retention/transcriptOptions.ts';
import { TRIALS } from './trials.ts';

/** The name of the table of strategies and peers. Each other table has the name of the setting that it varies. */
export const STRATEGY_TABLE = 'strategy';

export interface ReplayOptions extends TranscriptOptions {
  readonly windows: readonly number[];
}

const TABLES = [STRATEGY_TABLE, ...TRIALS.map(({ setting }) => setting)];

/** Reads the command line. If the command line is invalid, throws an Error whose message says why. */
export function parseReplayOptions(args: readonly string[], corpus: string | undefined): ReplayOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      ...TRANSCRIPT_OPTIONS,
      windows: { type: 'string', default: '100000,200000' },
      part: { type: 'string', default: 'tuning' },
    },
  });
  const common = transcriptOptions(values, positionals, corpus);
  common.only.forEach(checkTable);
  return { ...common, windows: values.windows.split(',').map(parseWindow) };
}

function parseWindow(text: string): number {
  const tokens = Number(text);
  if (!Number.isInteger(tokens) || tokens < 1_000)
    throw new Error(`--windows are whole numbers of tokens from 1000 on; "${text}" is none.`);
  return tokens;
}

function checkTable(name: string): void {
  if (!TABLES.includes(name)) throw new Error(`--only names tables: ${TABLES.join(', ')}; not "${name}".`);
}
