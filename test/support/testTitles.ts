import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unknownNames } from './corpus.ts';
import type { TestResult } from './resultsReporter.ts';

/** The titles of tests by file. A title that several tests of a file share occurs once for each of these tests. */
export type Titles = ReadonlyMap<string, readonly string[]>;

const folder = path.resolve(import.meta.dirname, '../titles');

/** Reads the committed list of a suite. Throws if there is no list. */
export function committedTitles(suite: string): Titles {
  const file = path.join(folder, `${suite}.txt`);
  if (!existsSync(file))
    throw new Error(`There is no list of titles ${file}: npm run test:titles writes it.`);
  return parseTitles(readFileSync(file, 'utf8'));
}

/** Writes the list of a suite for the next commit. */
export function writeTitles(suite: string, titles: Titles): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${suite}.txt`), titlesText(titles));
}

/**
 * Collects the titles of tests that ran or are pending. Leaves out a test if its title names a transcript that somebody
 * added to the corpus.
 */
export function titlesOf(
  results: readonly Pick<TestResult, 'file' | 'title'>[],
  added: readonly string[] = unknownNames(),
): Titles {
  const listed = results.filter(({ title }) => !added.some((name) => title.includes(name)));
  const byFile = Map.groupBy(listed, ({ file }) => file);
  return new Map([...byFile].map(([file, tests]) => [file, tests.map(({ title }) => title)]));
}

/**
 * Returns a line for each file and below it an indented line for each title, both sorted, so that a diff shows
 * changes.
 */
export function titlesText(titles: Titles): string {
  const files = [...titles.keys()].sort();
  return files
    .map((file) => [file, ...[...(titles.get(file) ?? [])].sort().map((title) => `  ${onOneLine(title)}`)])
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

/** Parses the text that `titlesText` returns. */
export function parseTitles(text: string): Titles {
  const titles = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split('\n').filter((candidate) => candidate !== '')) {
    if (line.startsWith('  ')) current.push(line.slice(2));
    else titles.set(line, (current = []));
  }
  return titles;
}

/**
 * Returns a sentence for each test that did not run, and for each test that is not in the list. If a whole file is
 * missing, returns one sentence for all its tests. Returns at most `limit` sentences of each kind, and then one
 * sentence that says how many are left out.
 */
export function titleProblems(committed: Titles, ran: Titles, limit = 10): readonly string[] {
  return [
    ...sentences('was not run', lacking(committed, ran), limit),
    ...sentences(
      'is not in the list of titles (npm run test:titles writes it)',
      lacking(ran, committed),
      limit,
    ),
  ];
}

function sentences(what: string, missing: readonly string[], limit: number): readonly string[] {
  const more = missing.length - limit;
  const shown = missing.slice(0, limit).map((test) => `${test} ${what}.`);
  return more > 0 ? [...shown, `The same is true of ${more} more tests or files.`] : shown;
}

/** Returns the tests that are only in the first list. For a missing file, returns one text for all its tests. */
function lacking(all: Titles, some: Titles): readonly string[] {
  return [...all].flatMap(([file, titles]) => {
    const others = some.get(file);
    if (others === undefined) return [`Each of the ${titles.length} tests of ${file}`];
    const left = others.map(onOneLine);
    return titles.map(onOneLine).flatMap((title) => {
      const at = left.indexOf(title);
      if (at >= 0) left.splice(at, 1);
      return at >= 0 ? [] : [`“${title}” of ${file}`];
    });
  });
}

function onOneLine(title: string): string {
  return title.replace(/[\n\r\t\0-\x1f\u2028\u2029]/g, (sign) => JSON.stringify(sign).slice(1, -1));
}
