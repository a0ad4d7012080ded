import { appendFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** One line of a results file. `file` is relative to the project. */
export type TestEvent =
  | { readonly event: 'begin'; readonly file: string; readonly title: string }
  | TestResult
  /** A hook failed, so its tests may not have run. */
  | { readonly event: 'hookFailed'; readonly file: string; readonly title: string };

export interface TestResult {
  readonly event: 'end';
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'pending';
  readonly milliseconds: number;
  /** Whether the test passed, but not at the first try. */
  readonly isRetried: boolean;
}

/** The project's folder. Mocha starts in this folder, except inside VS Code, where the variable names the folder. */
const project = process.env['LONGTHREAD_PROJECT'] ?? process.cwd();

/**
 * Prints like mocha's reporter "spec", or like the reporter "dot" with the reporter option `print=dot`. Appends each
 * event to the file that LONGTHREAD_TEST_RESULTS names.
 */
class ResultsReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { print } = (options.reporterOptions ?? {}) as { readonly print?: string };
    const { Dot, Spec } = Mocha.reporters;
    Reflect.construct(print === 'dot' ? Dot : Spec, [runner, options]);
    runner.on('test', (test) => {
      record({ event: 'begin', ...nameOf(test) });
    });
    runner.on('pass', (test) => {
      recordEnd(test, 'passed');
    });
    runner.on('pending', (test) => {
      recordEnd(test, 'pending');
    });
    runner.on('fail', (test: Mocha.Test | Mocha.Hook) => {
      if (test.type === 'hook') record({ event: 'hookFailed', ...nameOf(test) });
      else recordEnd(test, 'failed');
    });
  }
}

function recordEnd(test: Mocha.Test, state: TestResult['state']): void {
  const isRetried = state === 'passed' && retriesOf(test) > 0;
  if (isRetried) Mocha.reporters.Base.consoleLog(`  passed at a retry: ${test.fullTitle()}`);
  record({ event: 'end', ...nameOf(test), state, milliseconds: test.duration ?? 0, isRetried });
}

/** Returns the number of retries. Calls a method that is missing in Mocha's types. */
function retriesOf(test: Mocha.Test): number {
  return (test as unknown as { currentRetry(): number }).currentRetry();
}

/** Returns the source file and the title of a test, even for the tests inside VS Code, which run from bundles. */
function nameOf(test: Mocha.Runnable): Pick<TestResult, 'file' | 'title'> {
  const file = path.relative(project, test.file ?? '');
  const source = file.replaceAll('\\', '/').replace(/^out\/host\/(.*)\.cjs$/, 'test/host/$1.ts');
  return { file: source, title: test.fullTitle() };
}

function record(event: TestEvent): void {
  const file = process.env['LONGTHREAD_TEST_RESULTS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`);
}

// Mocha needs a reporter as default export. This form also exports the reporter by name.
export { ResultsReporter as default, ResultsReporter };
