import { spawn } from 'node:child_process';
import { noticesIn, outcomeLine, outcomeOf, type Outcome } from '../test/support/testOutcome.ts';

/** Runs every check and every test, a line for each as it ends; the last line sums up. */

interface Step {
  readonly name: string;
  /** An npm script of package.json. */
  readonly script: string;
  /** So many tests at least, those counted that wait for the corpus. */
  readonly floor?: number;
}

const checks: readonly Step[] = [
  { name: 'lint', script: 'lint' },
  { name: 'types', script: 'typecheck' },
  { name: 'format', script: 'format' },
  { name: 'architecture', script: 'arch' },
  { name: 'unused code', script: 'unused' },
  { name: 'build and budgets', script: 'bundle' },
];

const tests: readonly Step[] = [
  { name: 'unit tests', script: 'test:unit', floor: 2900 },
  { name: 'tests inside VS Code', script: 'test:host', floor: 65 },
  { name: 'tests of the views', script: 'test:ui', floor: 80 },
  { name: 'tests in the editor’s agent', script: 'test:agent', floor: 28 },
];

async function run({ name, script, floor }: Step): Promise<Outcome> {
  const started = performance.now();
  const { status, output } = await npmRun(script);
  const outcome = outcomeOf({ output, isGood: status === 0, ...(floor !== undefined && { floor }) });
  console.log(outcomeLine(name, outcome, performance.now() - started));
  for (const line of outcome.failed > 0 ? [output] : noticesIn(output)) console.log(line);
  if (outcome.problem !== undefined) console.log(outcome.problem);
  return outcome;
}

function npmRun(script: string): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('close', (status) => {
      resolve({ status, output });
    });
  });
}

/** Runs the steps in order, at most two at a time. */
async function runTwoAtATime(steps: readonly Step[]): Promise<readonly Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      outcomes.push(await run(step));
  };
  await Promise.all([lane(), lane()]);
  return outcomes;
}

const outcomes = [...(await runTwoAtATime(checks))];
for (const step of tests) outcomes.push(await run(step));

const sum = (key: 'passed' | 'failed'): number =>
  outcomes.reduce((total, outcome) => total + outcome[key], 0);
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
