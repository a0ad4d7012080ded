import { availableParallelism } from 'node:os';
import { committedTitles } from '../test/support/testTitles.ts';
import { HANG_MS, measureSlowness } from '../test/support/patience.ts';
import {
  countOf,
  noticesIn,
  outcomeLine,
  outcomeOf,
  timeTable,
  type Outcome,
} from '../test/support/testOutcome.ts';
import { runStep, type StepRun } from '../test/support/runStep.ts';
import { build, steps, type Step } from './suites.ts';

/** Runs all steps of `suites.ts`. Prints a line when a step ends, and the totals in the last line. */

type Done = StepRun & { readonly name: string; readonly outcome: Outcome };

// Measures the machine's slowness once for all steps, before the steps make the machine busy.
process.env['LONGTHREAD_SLOWNESS'] ??= String(measureSlowness());

async function run({ name, script, titles }: Step): Promise<Done> {
  const ran = await runStep(script, 1.5 * HANG_MS);
  const outcome = outcomeOf({
    events: ran.events,
    isGood: ran.status === 0,
    ...(titles !== undefined && { committed: committedTitles(titles) }),
  });
  console.log(outcomeLine(name, outcome, ran.wallSeconds));
  for (const line of outcome.failed > 0 ? [ran.output] : noticesIn(ran.output)) console.log(line);
  for (const problem of outcome.problems) console.log(`  ${problem}`);
  return { ...ran, name, outcome };
}

const done = [await run(build)];
const waiting = [...steps];

const running = new Map<Step, Promise<Done>>();

/** Runs the steps that no other worker has taken, one after another. */
async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const before = step.after && running.get(step.after);
    const own = Promise.resolve(before).then(() => run(step));
    running.set(step, own);
    done.push(await own);
  }
}

// Uses more than twice as many workers as processors, because editor tests spend half of their time waiting. With two
// processors, all suites run at the same time.
await Promise.all(Array.from({ length: 2 * availableParallelism() + 2 }, work));
for (const line of timeTable(done)) console.log(line);
const outcomes = done.map(({ outcome }) => outcome);
const passed = outcomes.reduce((sum, outcome) => sum + countOf(outcome, 'passed'), 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
