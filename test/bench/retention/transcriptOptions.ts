import type { Split } from './split.ts';

/** The options that all benchmarks with transcripts have in common. */
export interface TranscriptOptions {
  /** The folders and files of transcripts. */
  readonly paths: readonly string[];
  readonly part: Split | 'all';
  /** The names of the wanted rows or tables. If the list is empty, all are wanted. */
  readonly only: readonly string[];
  readonly withPeers: boolean;
  readonly json?: string;
  readonly html?: string;
}

/** The options for `parseArgs`, except `part`, which has a different default in each benchmark. */
export const TRANSCRIPT_OPTIONS = {
  only: { type: 'string', default: '' },
  json: { type: 'string' },
  html: { type: 'string' },
  peers: { type: 'boolean', default: true },
} as const;

const PARTS = ['tuning', 'heldout', 'all'] as const;

interface Values {
  readonly part: string;
  readonly only: string;
  readonly peers: boolean;
  readonly json?: string | undefined;
  readonly html?: string | undefined;
}

/** Returns the options from the command line. Throws an Error with a sentence that says what is wrong. */
export function transcriptOptions(
  { part: asked, only, peers, json, html }: Values,
  positionals: readonly string[],
  corpus: string | undefined,
): TranscriptOptions {
  const part = PARTS.find((known) => known === asked);
  if (part === undefined) throw new Error(`--part is ${PARTS.join(', ')}; not "${asked}".`);
  const paths = positionals.length > 0 ? positionals : corpus === undefined ? [] : [corpus];
  if (paths.length === 0) throw new Error('Name a folder of transcripts, or set LONGTHREAD_CORPUS.');
  return {
    paths,
    part,
    only: only.split(',').filter(Boolean),
    withPeers: peers,
    ...(json !== undefined && { json }),
    ...(html !== undefined && { html }),
  };
}
