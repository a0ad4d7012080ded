import { existsSync, readFileSync } from 'node:fs';
import type { TestEvent, TestResult } from './resultsReporter.ts';
import { titleProblems, titlesOf, type Titles } from './testTitles.ts';

/** The outcome of a test suite or of another check. Only a test suite has results of tests. */
export interface Outcome {
  readonly results: readonly TestResult[];
  readonly failed: number;
  /** Sentences about problems other than failed tests. */
  readonly problems: readonly string[];
}

interface Ended {
  readonly events: readonly TestEvent[];
  readonly isGood: boolean;
  /** The tests that should run. Undefined for a check. */
  readonly committed?: Titles;
}

/** Reads the results file of a run. Skips an incomplete last line, which a killed process may leave. */
export function readEvents(file: string): readonly TestEvent[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as TestEvent);
}

/**
 * Returns the outcome of a run. A bad exit, missing tests and unlisted tests count as a failure, even without a failed
 * test.
 */
export function outcomeOf({ events, isGood, committed }: Ended): Outcome {
  const results = events.filter((event) => event.event === 'end');
  const failing = results.filter(({ state }) => state === 'failed').length;
  const hooks = events.filter(({ event }) => event === 'hookFailed').length;
  const problems = committed === undefined ? [] : titleProblems(committed, titlesOf(results));
  const failed = Math.max(failing + hooks, isGood && problems.length === 0 ? 0 : 1);
  return { results, failed, problems };
}

/** Returns the file and title of each test that began and did not end. */
export function underWay(events: readonly TestEvent[]): readonly string[] {
  const begun = new Set<string>();
  for (const event of events) {
    const name = `${event.file}: ${event.title}`;
    if (event.event === 'begin') begun.add(name);
    else begun.delete(name);
  }
  return [...begun];
}

export function countOf({ results }: Outcome, state: TestResult['state']): number {
  return results.filter((result) => result.state === state).length;
}

/** Returns one line that describes the outcome to a person. */
export function outcomeLine(name: string, outcome: Outcome, wallSeconds: number): string {
  const pending = countOf(outcome, 'pending');
  const figures =
    outcome.results.length === 0 ? '' : `, ${countOf(outcome, 'passed')} passed, ${outcome.failed} failed`;
  const waiting = pending === 0 ? '' : `, ${pending} pending`;
  return `${outcome.failed > 0 ? '✗' : '✓'} ${name} (${wallSeconds.toFixed(1)} s${figures}${waiting})`;
}

/**
 * Returns the lines of a passed run's output that a person should notice: pending tests, an editor without an agent,
 * tests that passed at a retry.
 */
export function noticesIn(output: string): readonly string[] {
  const lines = output
    .split('\n')
    .filter((line) => /has no agent|^ +\d+ pending|passed at a retry/.test(line));
  return [...new Set(lines.map((line) => `  ${line.replace(/^[\s,.]+/, '')}`))];
}

interface Timed {
  readonly name: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number | undefined;
  readonly outcome: Outcome;
}

/** Returns the lines of a table with the wall and CPU seconds of each step, and with the slowest tests of all steps. */
export function timeTable(steps: readonly Timed[], slowest = 10): readonly string[] {
  const rows = steps.map(({ name, wallSeconds, cpuSeconds }) =>
    [name.padEnd(32), wallSeconds.toFixed(0).padStart(7), (cpuSeconds?.toFixed(0) ?? '?').padStart(7)].join(
      '',
    ),
  );
  const tests = steps.flatMap(({ outcome }) => outcome.results);
  const slow = [...tests].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, slowest);
  return [
    `${'seconds'.padEnd(32)}${'wall'.padStart(7)}${'CPU'.padStart(7)}`,
    ...rows,
    'the slowest tests',
    ...slow.map(
      ({ file, title, milliseconds }) =>
        `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}: ${title}`,
    ),
  ];
}
