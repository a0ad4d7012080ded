/**
 * How much of what a session later needs survives a compaction: a measure without a model in it.
 *
 *     npm run bench:retention -- [DIR…] [--budgets 3000,4000,10%,20000] [--part tuning|heldout|all]
 *         [--only hybrid,truncation] [--no-peers] [--drift] [--costs] [--limit N] [--json FILE] [--html FILE]
 *
 * Transcripts of any format that Longthread imports are measured, from the folders or files named, else from
 * LONGTHREAD_CORPUS. In short:
 *
 *  1. Sessions of at least 60,000 tokens are cut at 40, 60 and 80 % of their tokens, where no tool call is open.
 *  2. The past is all before a cut, the future the next 60 messages, at most 30,000 tokens.
 *  3. Facts (`facts.ts`) are read from what the person and the assistant wrote in the future, tool arguments
 *     included, tool results not.
 *  4. Needed facts also stand in the past; old ones last stood before its newest 20,000 tokens.
 *  5. Old recall is the share of the old facts that a compacted context holds, as whole words.
 *  6. Pair recall is the share of pairs of old facts, used in one future message and standing at most 300
 *     characters apart in the past, that still stand so.
 *  7. All rows get the same budgets, counted in o200k_base; a context over its budget holds nothing.
 *  8. Grounding is the share of facts in made text that the past holds; `grounding.ts` lists what is exempt. The share of
 *     bare lists in a record (`bareRuns.ts`) is told, and costs nothing: a rule against them bought verbs in front of
 *     names, not knowledge.
 *  9. A random bag and a most-frequent bag of the past's facts stand beside the other rows: only pair recall above
 *     both bags, with old recall, is a win.
 * 10. Results are pooled over facts, and means over sessions have a 95 % bootstrap interval. The shared corpus and
 *     other transcripts are reported apart.
 *
 * Beside it, constraints of the project's labelled set are planted at random places of the older part of each past
 * and must survive word for word, and with `--drift` each past is also compacted ten times as it grows. With `--costs`
 * the sessions are replayed as well, as `npm run bench:replay` does, and the report tells what they would have cost.
 *
 * What it can't see: intent, decisions in other words, whether a value is stale, whether a model uses what it gets.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderCosts } from '../replay/costTable.ts';
import { measureCosts } from '../replay/measureCosts.ts';
import { readSessions } from '../replay/replaySession.ts';
import { readConstraints } from './constraints.ts';
import { findTranscripts, type TranscriptFile } from './files.ts';
import { parseOptions, type BenchOptions } from './options.ts';
import { measureInPool } from './pool.ts';
import { renderReport } from './report/report.ts';
import type { Results, SessionResult } from './results.ts';
import { isWanted } from './rows/isWanted.ts';
import { installPeers, PEERS_DIR } from './rows/peers/installPeers.ts';
import type { Peer } from './rows/peers/peer.ts';
import { PEERS } from './rows/peers/peerRows.ts';
import type { SkippedRow } from './rows/row.ts';
import { renderTables } from './table.ts';

const CONSTRAINTS = fileURLToPath(new URL('../../fixtures/ruleSentences.json', import.meta.url));

const COST_WINDOWS = [100_000, 200_000];

async function main(): Promise<void> {
  const corpus = process.env['LONGTHREAD_CORPUS'];
  const options = parseOptions(process.argv.slice(2), corpus);
  const files = findTranscripts(options.paths, options.part, corpus).slice(0, options.limit);
  progress(`${String(files.length)} files that may hold 60,000 tokens`);
  const wanted = options.withPeers ? PEERS.filter(({ row }) => isWanted(row, options.only)) : [];
  const missing = await installPeers(wanted, PEERS_DIR, progress);
  const measured = await measureAll(files, options, wanted, missing);
  const results: Results = options.withCosts
    ? { ...measured, costs: await costsOf(files, options) }
    : measured;
  const costs = results.costs === undefined ? '' : `\n${renderCosts('cost', results.costs)}\n`;
  process.stdout.write(`${renderTables(results)}\n${costs}`);
  if (options.html !== undefined) writeFileSync(options.html, renderReport(results));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 1)}\n`);
}

async function measureAll(
  files: readonly TranscriptFile[],
  options: BenchOptions,
  peers: readonly Peer[],
  missing: readonly SkippedRow[],
): Promise<Results> {
  const { budgets, only, part, withDrift } = options;
  const sessions: SessionResult[] = [];
  const skippedFiles: { file: string; reason: string }[] = [];
  const constraints = readConstraints(CONSTRAINTS, part);
  const settings = {
    budgets,
    only,
    constraints,
    withDrift,
    ...(peers.length > 0 && { peersDir: PEERS_DIR }),
  };
  let done = 0;
  const { rows, skippedRows } = await measureInPool(files, settings, (file, answer) => {
    done += 1;
    progress(`${String(done)}/${String(files.length)} ${basename(file.path)}`);
    if ('result' in answer) sessions.push(answer.result);
    else skippedFiles.push({ file: basename(file.path), reason: answer.skipped });
  });
  return {
    madeAt: new Date().toISOString(),
    command: ['npm run bench:retention --', ...process.argv.slice(2)].join(' '),
    versions: Object.assign(
      { node: process.version },
      ...peers.map(({ packages }) => packages),
    ) as Results['versions'],
    part,
    budgets: budgets.map(({ label }) => label),
    rows,
    skippedRows: skippedRows.map((row) => missing.find(({ name }) => name === row.name) ?? row),
    sessions: sessions.sort((a, b) => a.file.localeCompare(b.file)),
    skippedFiles,
  };
}

async function costsOf(
  files: readonly TranscriptFile[],
  { withPeers }: BenchOptions,
): Promise<NonNullable<Results['costs']>> {
  const sessions = await readSessions(files, progress);
  const peers = withPeers ? { peersDir: PEERS_DIR } : {};
  return measureCosts(sessions, { windows: COST_WINDOWS, onProgress: progress, ...peers });
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
