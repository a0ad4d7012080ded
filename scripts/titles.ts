import { titlesOf, writeTitles } from '../test/support/testTitles.ts';
import { runStep } from '../test/support/runStep.ts';
import { build, steps } from './suites.ts';

/**
 * Writes the titles of the tests into test/titles without running a test. `npm run test:titles -- unit views` writes
 * the lists of two suites. Without arguments, the lists of all suites are written. The tests inside VS Code can list
 * their titles only in a VS Code window.
 */

const asked = process.argv.slice(2);
await runStep(build.script, Infinity);
for (const { script, titles } of steps) {
  if (titles === undefined || (asked.length > 0 && !asked.includes(titles))) continue;
  const { status, events, output } = await runStep(script, Infinity, { LONGTHREAD_DRY_RUN: '1' });
  const found = titlesOf(events.filter((event) => event.event === 'end'));
  const count = [...found.values()].reduce((sum, ofFile) => sum + ofFile.length, 0);
  if (status !== 0 || count === 0) {
    console.error(`The titles of ${titles} could not be collected:\n${output}`);
    process.exitCode = 1;
    continue;
  }
  writeTitles(titles, found);
  console.log(`${titles}: ${count} tests`);
}
