import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ONLY = 'on' + 'ly';

/** Runs Node with these arguments, and returns the exit code and the output. */
function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    // Clears the variables for coverage and results, which the outer test run may have set.
    env: { ...process.env, NODE_V8_COVERAGE: '', LONGTHREAD_TEST_RESULTS: undefined, ...environment },
  });
  return `exit ${status ?? -1}\n${stdout}${stderr}`;
}

describe('Mocha with this project’s options', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-mocha-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (text: string): string => {
    const file = path.join(folder, 'some.test.cjs');
    writeFileSync(file, text);
    return file;
  };
  const mocha = (...args: readonly string[]): string =>
    run(['node_modules/mocha/bin/mocha.js', '--reporter', './test/support/resultsReporter.ts', ...args]);

  it('refuses a test file that selects a single test', () => {
    const file = write(`it.${ONLY}('is alone', () => {}); it('is left out', () => {});`);
    const output = mocha(file);
    assert.match(output, /^exit [1-9]/);
    assert.match(output, /forbid/);
  });

  it('refuses a test file that selects a single test, even if the file runs inside VS Code', () => {
    write(`it.${ONLY}('is alone', () => {}); it('is left out', () => {});`);
    const script = "import('./test/host/index.ts').then(({ run }) => run())";
    const output = run(['--import', 'tsx', '--input-type=module', '-e', script], {
      LONGTHREAD_TEST_FOLDER: folder,
    });
    assert.match(output, /^exit [1-9]/);
    assert.match(output, /forbid/);
  });

  it('reports a test that passed only after a retry', () => {
    const file = write(
      `let tries = 0;
       describe('A flaky one', () => {
         it('passes late', function () { this.retries(1); if (tries++ === 0) throw new Error('no'); });
       });`,
    );
    const output = mocha(file);
    assert.match(output, /^exit 0/);
    assert.match(output, /passed at a retry: A flaky one passes late/);
    assert.match(mocha('--parallel', file), /passed at a retry: A flaky one passes late/);
    const scripts = (
      JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { readonly scripts: object }
    ).scripts;
    assert.doesNotMatch(JSON.stringify(scripts), /retries/);
  });
});

describe('Continuous integration', () => {
  it('fails if the corpus is missing', () => {
    const absent = path.join(tmpdir(), 'longthread-no-such-corpus');
    const { status, stderr } = spawnSync('bash', ['.ci/run'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, LONGTHREAD_CORPUS: absent },
    });
    assert.equal(status, 1);
    assert.match(stderr, /was expected at .*longthread-no-such-corpus and is not there: put it there/);
  });
});
