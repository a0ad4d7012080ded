import { parseArgs } from 'node:util';
import { day } from './day.ts';
import { faults } from './faults.ts';
import { flips } from './flips.ts';
import { folders } from './folders.ts';
import { edits, histories } from './histories.ts';
import { kills } from './kills.ts';
import { large } from './large.ts';
import { properties } from './properties.ts';
import { races } from './races.ts';
import { secrets } from './secrets.ts';
import { texts } from './texts.ts';
import { transcripts } from './transcripts.ts';
import { withCommas, type Trial, type TrialResult } from './trial.ts';

/**
 * Runs stress tests for hours: `npm run torture`. `--kills 50` sets the number of repetitions of the trial `kills`, and
 * each trial has such an option. `--share 0.01` runs a hundredth of each trial, `--only kills,races` runs only these
 * trials, and `--seed 7` sets the seed of the random numbers. The exit code is 1 if anything failed.
 */
const trials = {
  kills,
  races,
  flips,
  transcripts,
  faults,
  texts,
  secrets,
  histories,
  edits,
  properties,
  large,
  folders,
  day,
} satisfies Readonly<Record<string, Trial>>;
type Name = keyof typeof trials;

const number = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    ...{
      kills: number,
      races: number,
      flips: number,
      transcripts: number,
      faults: number,
      texts: number,
      secrets: number,
      histories: number,
      edits: number,
      properties: number,
      large: number,
      folders: number,
      day: number,
    },
    ...{ seed: { type: 'string', default: '1' }, share: { type: 'string', default: '1' } },
    only: { type: 'string', default: Object.keys(trials).join() },
  },
});
const unknown = values.only.split(',').filter((name) => !Object.hasOwn(trials, name));
if (unknown.length > 0) {
  console.error(`--only takes ${Object.keys(trials).join(', ')}; not ${unknown.join(', ')}.`);
  process.exit(2);
}
const seed = Number(values.seed);

/** Returns a function that shows progress: in a terminal on a single line, otherwise with one line for each tenth. */
function progressOf(what: string, count: number): (done: number) => void {
  return (done) => {
    const line = `${what}: ${withCommas(done)} of ${withCommas(count)}`;
    if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === count ? '\n' : ''}`);
    else if (done % Math.ceil(count / 10) === 0) console.error(line);
  };
}

async function resultOf(trial: Trial, count: number): Promise<TrialResult> {
  try {
    return await trial.run({ count, seed, isTimed: true, progress: progressOf(trial.what, count) });
  } catch (error) {
    return { failures: [`stopped by an error: ${String(error)}`], figures: '' };
  }
}

const rows: string[] = [];
for (const name of values.only.split(',') as Name[]) {
  const trial = trials[name];
  const count = Number(values[name] ?? Math.ceil(trial.usual * Number(values.share)));
  const started = performance.now();
  const { failures, figures } = await resultOf(trial, count);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  for (const failure of failures) console.log(`✗ ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  const figure = failures.length === 0 ? figures : '';
  rows.push(
    `${trial.what.padEnd(42)}${withCommas(count).padStart(8)}${withCommas(failures.length).padStart(10)}  ${seconds.padStart(6)} s  ${figure}`,
  );
}
console.log(`\n${'seed ' + String(seed)}`.padEnd(43) + '   tried    failed');
for (const row of rows) console.log(row);
// Ends the process even if a trial left a handle open.
process.exit();
