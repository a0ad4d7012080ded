/**
 * Runs every benchmark, and prints one line for each figure. `--json FILE` also writes the figures to FILE.
 * `--only NAME` runs only one benchmark.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as activation from './activation.ts';
import * as agent from './agent.ts';
import * as agentCounts from './agentCounts.ts';
import * as agentRequests from './agentRequests.ts';
import type { BenchRow } from './benchRow.ts';
import * as claudeCode from './claudeCode.ts';
import * as compaction from './compaction.ts';
import * as following from './following.ts';
import * as growth from './growth.ts';
import * as host from './host.ts';
import * as opening from './opening.ts';
import * as recall from './recall.ts';
import * as replayTime from './replayTime.ts';
import * as session from './session.ts';
import * as store from './store.ts';
import * as tokens from './tokens.ts';

const benches: Readonly<Record<string, { run(): Promise<BenchRow[]> }>> = {
  activation,
  tokens,
  recall,
  store,
  opening,
  compaction,
  session,
  replay: replayTime,
  agent,
  agentCounts,
  agentRequests,
  claudeCode,
  following,
  growth,
  host,
};

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });

const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (values.only !== undefined && values.only !== name) continue;
  for (const row of await bench.run()) {
    rows.push(row);
    console.log(lineOf(row));
  }
}
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`);
}

function lineOf({ name, value, unit, note }: BenchRow): string {
  const figure = value.toFixed(value < 100 ? 2 : 0).padStart(9);
  return `${name.padEnd(58)}${figure} ${unit.padEnd(6)}${note === undefined ? '' : ` ${note}`}`;
}
