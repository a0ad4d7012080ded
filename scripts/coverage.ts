import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { coverageProblems, FLOORS, missingFiles, type FileCoverage } from '../test/support/coverageFloors.ts';
import { runsWithoutEditor } from '../test/support/runtimeImports.ts';

/**
 * Compares the coverage of the unit tests with the floors in `coverageFloors.ts`, and finds files that no unit test
 * loads. Prints a sentence for each problem, and exits with code 1 if there is a problem.
 */

const src = path.join(import.meta.dirname, '../src');
const report = path.join(import.meta.dirname, '../coverage/coverage-summary.json');

/** Returns whether a file has code to run. A file that contains only types has none. */
function hasCode(file: string): boolean {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true, removeComments: true },
  });
  return outputText.replace(/export\s*\{\s*\};?/g, '').trim() !== '';
}

const nameOf = (file: string): string => path.relative(src, file).replaceAll('\\', '/');

const folders = FLOORS.map(({ folder }) => folder).join(',');
const loadable = globSync(`{${folders}}/**/*.ts`, { cwd: src })
  .map((name) => path.join(src, name))
  .filter((file) => hasCode(file) && runsWithoutEditor(file))
  .map(nameOf);

const summary = JSON.parse(readFileSync(report, 'utf8')) as Readonly<Record<string, FileCoverage>>;
const covered = Object.entries(summary).flatMap(([file, coverage]): readonly [string, FileCoverage][] => {
  const name = nameOf(file);
  return loadable.includes(name) ? [[name, coverage]] : [];
});
const files = new Map(covered);

const problems = [...missingFiles(loadable, files), ...coverageProblems(files, FLOORS)];
for (const problem of problems) console.error(problem);
console.log(`coverage: ${files.size} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
