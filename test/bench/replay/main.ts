/**
 * What the defaults of compaction cost and keep: sessions replayed request by request with one setting changed at a time.
 *
 *     npm run bench:replay -- [DIR…] [--windows 100000,200000] [--part tuning|heldout|all] [--only target,strategy]
 *
 * Transcripts are taken from the folders or files named, else from LONGTHREAD_CORPUS; only those count that fill a
 * window up to its first threshold. Pooled over them: `facts` is the share of requests whose answer used no name that
 * had been said and was gone from the context, `cost` is US dollars at the prices below, with the summaries that a model
 * would have written; `cached` and `rewritten` are shares of the tokens sent. The first table compares strategies.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportedMessage } from '../../../src/adapters/transcripts/recording.ts';
import { readTranscript } from '../../../src/adapters/transcripts/transcript.ts';
import { createTokenCounter } from '../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { TokenAccount } from '../../../src/core/context/account.ts';
import { windowOf } from '../../../src/core/context/window.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../../src/core/compaction/settings.ts';
import { STRATEGIES, type Strategy } from '../../../src/core/compaction/strategies.ts';
import { replay } from '../../../src/core/replay/replay.ts';
import type { ReplayResult } from '../../../src/core/replay/tally.ts';
import { findTranscripts } from '../retention/files.ts';
import { renderTable } from '../retention/table.ts';
import { POOLED_HEAD, pooledCells } from './pooled.ts';
import { TRIALS } from './variants.ts';

/** A middling hosted model, US dollars a million tokens. */
const PRICE = { input: 3, cachedInput: 0.3, output: 15 };

const PARTS = ['tuning', 'heldout', 'all'] as const;

interface ReplaySession {
  readonly messages: readonly ImportedMessage[];
  readonly account: TokenAccount;
  readonly tokens: number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      windows: { type: 'string', default: '100000,200000' },
      part: { type: 'string', default: 'tuning' },
      only: { type: 'string', default: '' },
    },
  });
  const corpus = process.env['LONGTHREAD_CORPUS'];
  const paths = positionals.length > 0 ? positionals : corpus === undefined ? [] : [corpus];
  if (paths.length === 0) throw new Error('Name a folder of transcripts, or set LONGTHREAD_CORPUS.');
  const part = PARTS.find((known) => known === values.part);
  if (part === undefined) throw new Error(`--part is ${PARTS.join(', ')}; not "${values.part}".`);
  const files = findTranscripts(paths, part, corpus);
  const sessions = await readSessions(files.map(({ path }) => path));
  const isWanted = (table: string): boolean => values.only === '' || values.only.split(',').includes(table);
  for (const windowTokens of values.windows.split(',').map(Number))
    compareAt(windowTokens, sessions, isWanted);
}

async function readSessions(paths: readonly string[]): Promise<readonly ReplaySession[]> {
  const counter = await createTokenCounter('o200k_base');
  const sessions: ReplaySession[] = [];
  for (const path of paths) {
    try {
      const { messages } = await readTranscript(path);
      const account = new TokenAccount((text) => counter.countSmall(text));
      const tokens = messages.reduce((sum, { message }) => sum + account.ofMessage(message), 0);
      sessions.push({ messages, account, tokens });
    } catch (error) {
      process.stderr.write(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return sessions;
}

function compareAt(
  windowTokens: number,
  all: readonly ReplaySession[],
  isWanted: (table: string) => boolean,
): void {
  const { usableTokens } = windowOf({ window: windowTokens }, DEFAULT_SETTINGS);
  const sessions = all.filter(({ tokens }) => tokens > usableTokens * DEFAULT_SETTINGS.thresholds.background);
  print(`window ${windowTokens.toLocaleString('en')}: ${String(sessions.length)} sessions`);
  const rowOf = (label: string, strategy: Strategy, settings: CompactionSettings): readonly string[] => [
    label,
    ...pooledCells(sessions.map((session) => replaySession(session, { usableTokens, strategy, settings }))),
  ];
  if (isWanted('strategy')) {
    const rows = Object.values(STRATEGIES).map((strategy) =>
      rowOf(strategy.name, strategy, DEFAULT_SETTINGS),
    );
    print(renderTable([['strategy', ...POOLED_HEAD], ...rows]));
  }
  for (const { setting, values } of TRIALS) {
    if (!isWanted(setting)) continue;
    const rows = values.map(({ label, settings }) => rowOf(label, STRATEGIES.hybrid, settings));
    print(renderTable([[setting, ...POOLED_HEAD], ...rows]));
  }
}

function replaySession(
  { messages, account }: ReplaySession,
  options: { usableTokens: number; strategy: Strategy; settings: CompactionSettings },
): ReplayResult {
  return replay({ messages, account, price: PRICE, ...options });
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

await main();
