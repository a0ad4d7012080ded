import fastCheck from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import Mocha from 'mocha';

/**
 * Runs chosen tests in this process and writes the results. The command line names the file of the job and the file for
 * the answer. The working folder is a copy of the project.
 */

export interface TestJob {
  readonly files: readonly string[];
  /** The full titles of the tests to run; if absent, all tests in the files run. */
  readonly titles?: readonly string[];
  readonly seed: number;
  /** Whether to record the regions that each test runs. This needs instrumented sources. */
  readonly traces: boolean;
}

export interface TestAnswer {
  readonly tests: readonly TestTrace[];
  /** The regions that ran when the files were loaded. */
  readonly loaded: readonly number[];
  /** The first test that failed. This test ends the run, unless regions are recorded. */
  readonly failed?: string;
}

export interface TestTrace {
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
  readonly regions: readonly number[];
}

const [jobFile = '', answerFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as TestJob;

const ran = new Set<number>();
if (job.traces) Object.assign(globalThis, { __ran: (id: number) => ran.add(id) });
fastCheck.configureGlobal({ seed: job.seed });

const tests: TestTrace[] = [];
let failed: string | undefined;
let started = 0;

const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, bail: !job.traces, reporter: 'min' });
Mocha.reporters.Base.consoleLog = () => undefined;
process.stdout.write = () => true;
for (const file of job.files) mocha.addFile(file);
await mocha.loadFilesAsync();

const wanted = job.titles === undefined ? undefined : new Set(job.titles);
keepWanted(mocha.suite);
const loaded = takeRegions();
/** The regions that the `before` hooks of each suite ran. */
const before = new Map<Mocha.Suite, readonly number[]>();

function takeRegions(): readonly number[] {
  const regions = [...ran];
  ran.clear();
  return regions;
}

function regionsBefore(suite: Mocha.Suite | undefined): readonly number[] {
  return suite === undefined ? [] : [...(before.get(suite) ?? []), ...regionsBefore(suite.parent)];
}

function keepWanted(suite: Mocha.Suite): void {
  if (wanted !== undefined) suite.tests = suite.tests.filter((test) => wanted.has(test.fullTitle()));
  suite.suites.forEach(keepWanted);
}

const runner = mocha.run(() => {
  writeFileSync(answerFile, JSON.stringify({ tests, loaded, ...(failed !== undefined && { failed }) }));
  process.exit(0);
});
runner.on('suite', () => {
  started = performance.now();
});
runner.on('hook end', ({ title, parent }) => {
  if (title.startsWith('"before all"') && parent !== undefined) before.set(parent, takeRegions());
});
runner.on('test end', (test) => {
  const milliseconds = Math.round(performance.now() - started);
  started = performance.now();
  const file = relative(process.cwd(), test.file ?? '');
  const regions = [...new Set([...takeRegions(), ...regionsBefore(test.parent)])];
  tests.push({ file, title: test.fullTitle(), milliseconds, regions });
});
runner.on('fail', (test) => {
  failed ??= test.fullTitle();
});
