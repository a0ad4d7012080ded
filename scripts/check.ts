import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { testsNear } from '../test/support/testsNear.ts';

/**
 * Checks changes in under a minute: the types of all files, lint and format of the changed files, and the unit tests of
 * the changed layers and of code that uses a changed file. `npm run check` checks uncommitted changes.
 * `npm run check -- --since main` checks all changes since a commit.
 */

const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' } } });

function git(...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) {
    console.error(`git ${args.join(' ')} failed: ${stderr.trim()}`);
    process.exit(2);
  }
  return stdout.split('\n').filter((line) => line !== '');
}

const changed = [
  ...git('diff', '--name-only', values.since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((file) => existsSync(file));
const sources = changed.filter((file) => file.endsWith('.ts'));

/** Returns patterns for the unit tests of the layers to which the files belong. */
function testsOf(files: readonly string[]): readonly string[] {
  const folders = files.flatMap((file) => /^(?:src|test\/unit|test)\/(\w+)\//.exec(file)?.[1] ?? []);
  return [...new Set(folders)]
    .filter((name) => existsSync(`test/unit/${name}`))
    .map((name) => `test/unit/${name}/**/*.test.ts`);
}

/** The longest chain of imports from a unit test to a changed file. With three, a third of all tests would run. */
const NEAR = 2;

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

/** Runs a check. Leaves out tests of the corpus, which take most of the unit suite's time. */
async function run({ name, command: [program = '', ...args] }: Check): Promise<boolean> {
  const started = performance.now();
  const child = spawn(program, args, {
    shell: process.platform === 'win32',
    env: { ...process.env, LONGTHREAD_CORPUS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (status !== 0) console.log(output);
  return status === 0;
}

const layers = testsOf(sources);
const tests = [...layers, ...testsNear(sources, NEAR)];
const checks: readonly Check[] = [
  { name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
  ...(sources.length === 0 ? [] : [{ name: 'lint', command: ['oxlint', ...sources] }]),
  { name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed] },
  ...(tests.length === 0
    ? []
    : [
        {
          name: `unit tests: ${[...layers, 'tests of code that uses a changed file'].join(', ')}`,
          command: ['mocha', '--reporter', 'dot', ...tests],
        },
      ]),
];
if (changed.length === 0) console.log(`Nothing changed since ${values.since}.`);
else {
  const isGood = (await Promise.all(checks.map(run))).every(Boolean);
  process.exitCode = isGood ? 0 : 1;
}
