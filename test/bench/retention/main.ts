/**
 * Measures how much of what a session needs later survives a compaction. Uses no model.
 *
 *     npm run bench:retention -- [DIR…] [--budgets 3000,4000,10%,20000] [--part tuning|heldout|all]
 *                                [--only hybrid,truncation] [--no-peers] [--drift] [--costs] [--limit N]
 *                                [--json FILE] [--html FILE]
 *
 * Reads transcripts in any format that Longthread imports, from the named folders or files, or else from
 * LONGTHREAD_CORPUS. In short:
 *
 * 1. Sessions of at least 60,000 tokens are cut at 40 %, 60 % and 80 % of their tokens, where no tool call is open.
 * 2. The past is everything before a cut. The future is the next 60 messages, at most 30,000 tokens.
 * 3. Facts (`facts.ts`) are read from the texts of the person and the assistant in the future. Tool arguments are
 *    included, but tool results are not.
 * 4. A fact of the future is needed if it also occurs in the past. A needed fact is old if it does not occur in the
 *    newest 20,000 tokens of the past.
 * 5. Old recall is the share of the old facts that a compacted context contains as whole words.
 * 6. Pair recall is the share of pairs of old facts that still stand together. The facts of a pair are used in the same
 *    future message and are at most 300 characters apart in the past.
 * 7. All rows (ways to compact) get the same budgets, counted in o200k_base. A context over its budget has zero recall.
 * 8. Grounding measures the text that a compaction made: the share of facts in this text that the past also contains.
 *    `grounding.ts` lists the exemptions. The share of bare lists in a record (`bareRuns.ts`) is reported, but has no
 *    limit. An earlier limit only led to verbs in front of the names in these lists, which added no information.
 * 9. Two more rows are bags of the past's facts: a random bag and a most-frequent bag. A better old recall counts as a
 *    gain only if the pair recall is also above both bags.
 * 10. Results are pooled over facts. Means over sessions have a 95 % bootstrap interval. The shared corpus and other
 *     transcripts are reported separately.
 *
 * At the last cut, also plants labelled constraints of the project at random places in the older part of the past, and
 * counts for each row of the engine how many constraints survive word for word. `--drift` also compacts each past ten
 * times while the past grows. `--costs` also replays the sessions like `npm run bench:replay`, and reports their costs.
 *
 * The measurement does not see intent, decisions in other words, outdated values, or whether a model uses the context.
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
