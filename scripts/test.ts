import { spawn } from 'node:child_process';

/** Runs every check and every test, a line for each as it ends; the last line sums up. */

interface Step {
  readonly name: string;
  /** An npm script of package.json. */
  readonly script: string;
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
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
  { name: 'unit tests', script: 'test:unit' },
  { name: 'tests inside VS Code', script: 'test:host' },
  { name: 'tests of the views', script: 'test:ui' },
];

/** Mocha's closing lines, one of each a run. */
const passing = /^ +(\d+) passing\b/gm;
const failing = /^ +(\d+) failing$/gm;

/** A check that fails counts as one failure; so does a run of tests that ends badly without a failed test. */
async function run(step: Step): Promise<Outcome> {
  const started = performance.now();
  const { status, output } = await npmRun(step.script);
  const passed = sumOf(passing, output);
  const failed = Math.max(sumOf(failing, output), status === 0 ? 0 : 1);
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const figures = passed + failed === 0 ? '' : `, ${passed} passed, ${failed} failed`;
  console.log(`${failed > 0 ? '✗' : '✓'} ${step.name} (${seconds}${figures})`);
  for (const line of failed > 0 ? [output] : noticesIn(output)) console.log(line);
  return { passed, failed };
}

function sumOf(line: RegExp, output: string): number {
  return [...output.matchAll(line)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Lines about what was left out, each once. */
function noticesIn(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => /LONGTHREAD_CORPUS|skipped|pending/i.test(line));
  return [...new Set(lines.map((line) => `  ${line.replace(/^[\s,.]+/, '')}`))];
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

const sum = (key: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
