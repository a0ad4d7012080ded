/**
 * Measures what compaction costs and keeps. Replays sessions request by request with each strategy, with the packages
 * of other projects (using their own triggers and settings), and with the default strategy while one setting at a time
 * is changed.
 *
 *     npm run bench:replay -- [DIR…] [--windows 100000,200000] [--part tuning|heldout|all] [--only target,strategy]
 *                             [--no-peers] [--json FILE] [--html FILE]
 *
 * Reads transcripts from the named folders or files, or else from LONGTHREAD_CORPUS, and uses the transcripts that fill
 * a window up to the first threshold. The figures are pooled over these transcripts. `facts` is the share of requests
 * that contain every name that their answer takes from earlier messages. `cost` is in US dollars at the prices of a
 * mid-priced hosted model, including the summaries that a model would have written. `cached` and `rewritten` are shares
 * of the sent tokens. The first table compares strategies and peers. `--json` and `--html` write only this table.
 *
 * No model is asked. For peers, a stand-in with the usual size and without facts replaces each summary. Longthread's
 * contexts contain only the notes that code wrote. A peer's request does not fit if it is larger than the whole window.
 * Longthread's request does not fit if it is larger than the usable part of the window.
 */
import { writeFileSync } from 'node:fs';
import type { CompactionSettings } from '../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../src/core/compaction/strategies.ts';
import { findTranscripts } from '../retention/files.ts';
import { renderCostReport } from '../retention/report/costReport.ts';
import { PEERS_DIR } from '../retention/rows/peers/installPeers.ts';
import { isWanted } from '../retention/rows/isWanted.ts';
import { pooledRow, type CostRow } from './costResults.ts';
import { renderCosts } from './costTable.ts';
import { measureCosts } from './measureCosts.ts';
import { parseReplayOptions, STRATEGY_TABLE, type ReplayOptions } from './options.ts';
import { readSessions, replaySession, sessionsThatFill, type ReplaySession } from './replaySession.ts';
import { TRIALS } from './trials.ts';

async function main(): Promise<void> {
  const corpus = process.env['LONGTHREAD_CORPUS'];
  const options = parseReplayOptions(process.argv.slice(2), corpus);
  const files = findTranscripts(options.paths, options.part, corpus);
  const sessions = await readSessions(files, progress);
  if (isWanted(STRATEGY_TABLE, options.only)) await compare(sessions, options);
  for (const windowTokens of options.windows) tryValues(windowTokens, sessions, options.only);
}

async function compare(
  sessions: readonly ReplaySession[],
  { windows, part, withPeers, json, html }: ReplayOptions,
): Promise<void> {
  const costs = await measureCosts(sessions, {
    windows,
    onProgress: progress,
    ...(withPeers && { peersDir: PEERS_DIR }),
  });
  print(renderCosts(STRATEGY_TABLE, costs));
  const command = ['npm run bench:replay --', ...process.argv.slice(2)].join(' ');
  const results = { madeAt: new Date().toISOString(), command, part, costs };
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, undefined, 1)}\n`);
  if (html !== undefined) writeFileSync(html, renderCostReport(results));
}

/** Prints the costs with the default strategy while one setting at a time is changed. */
function tryValues(windowTokens: number, all: readonly ReplaySession[], only: readonly string[]): void {
  const sessions = sessionsThatFill(windowTokens, all);
  const rowOf = (name: string, settings: CompactionSettings): CostRow =>
    pooledRow(
      { name, kind: 'engine' },
      sessions.map((session) =>
        replaySession(session, windowTokens, { strategy: STRATEGIES.hybrid, settings }),
      ),
    );
  for (const { setting, values } of TRIALS.filter((trial) => isWanted(trial.setting, only))) {
    const rows = values.map(({ label, settings }) => rowOf(label, settings));
    print(
      renderCosts(setting, { windows: [{ windowTokens, sessions: sessions.length, rows }], skippedRows: [] }),
    );
  }
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

try {
  await main();
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
