import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import { HANG_MS } from '../support/patience.ts';
import { ResultsReporter } from '../support/resultsReporter.ts';

/**
 * Runs the tests. VS Code calls this function inside its extension host (`extensionTestsPath`). If it rejects, the exit
 * code is 1.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const report = process.env['LONGTHREAD_TEST_REPORT'];
  if (report !== undefined) {
    Mocha.reporters.Base.consoleLog = (...line: readonly unknown[]) => {
      appendFileSync(report, `${format(...line)}\n`);
    };
  }
  const mocha = new Mocha({
    ui: 'bdd',
    color: false,
    timeout: HANG_MS,
    reporter: ResultsReporter,
    forbidOnly: true,
    dryRun: process.env['LONGTHREAD_DRY_RUN'] !== undefined,
  });
  const grep = process.env['LONGTHREAD_TEST_GREP'];
  if (grep !== undefined) mocha.grep(grep);
  const folder = process.env['LONGTHREAD_TEST_FOLDER'] ?? __dirname;
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(folder, file));
  }
  return new Promise((resolve, reject) => {
    mocha.run((failures) => {
      if (failures === 0) resolve();
      else reject(new Error(`${failures} tests failed`));
    });
  });
}
