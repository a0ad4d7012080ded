import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseClaims, plain, statementsOf, testNamesIn, type Claim } from '../../support/claims.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly title: string; readonly description: string }[];
    }[];
  };
}

function problemOf({ file, test }: Claim): string | undefined {
  if (!existsSync(path.join(ROOT, file))) return `${file} is not there`;
  if (test === undefined) return file.startsWith('test/bench/') ? undefined : `${file}: no test is named`;
  return testNamesIn(textOf(file)).has(test) ? undefined : `${file} has no test "${test}"`;
}

/** Returns a problem for each statement without a claim, and for each claim that quotes no statement. */
function gaps(statements: readonly string[], claims: readonly Claim[]): readonly string[] {
  const unshown = statements.filter((text) => !claims.some(({ quote }) => text.includes(plain(quote))));
  const unsaid = claims.filter(({ quote }) => !statements.some((text) => text.includes(plain(quote))));
  return [
    ...unshown.map((text) => `no test is named for: ${text.slice(0, 120)}`),
    ...unsaid.map(({ quote }) => `no statement contains: ${quote}`),
  ];
}

const claims = parseClaims(textOf('test/claims.txt'));
/** The checked documents. A document is checked up to the given heading, or completely if no heading is given. */
const LAST_HEADINGS = {
  'README.md': '\n## More',
  'docs/GUIDE.md': undefined,
  'docs/EVALUATION.md': '\n## Run it yourself',
} as const;

describe('The list of claims', () => {
  for (const [name, lastHeading] of Object.entries(LAST_HEADINGS)) {
    it(`names a test for each statement of ${name}`, () => {
      const text = textOf(name);
      const end = lastHeading === undefined ? text.length : text.indexOf(lastHeading);
      assert.notEqual(end, -1);
      assert.deepEqual(gaps(statementsOf(text.slice(0, end)), claims.get(name) ?? []), []);
    });
  }

  it('names a test for each step of the walkthrough', () => {
    const manifest = JSON.parse(textOf('package.json')) as Manifest;
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const statements = steps.map(({ title, description }) => plain(`${title}. ${description}`));
    assert.deepEqual(gaps(statements, claims.get('walkthrough') ?? []), []);
  });

  it('names only tests that exist', () => {
    assert.deepEqual([...claims.values()].flat().map(problemOf).filter(Boolean), []);
  });

  it('has a section for each checked document and for the walkthrough', () => {
    assert.deepEqual([...claims.keys()], [...Object.keys(LAST_HEADINGS), 'walkthrough']);
  });
});

describe('Claims', () => {
  it('consist of a quotation and a test’s file and name, or of a quotation and a benchmark’s file', () => {
    const text = `# Whatever is shown.

[BOATS.md]
It floats: test/unit/boat.test.ts: stays up: always
so far: test/bench/boat.ts
`;
    assert.deepEqual(parseClaims(text).get('BOATS.md'), [
      { quote: 'It floats', file: 'test/unit/boat.test.ts', test: 'stays up: always' },
      { quote: 'so far', file: 'test/bench/boat.ts', test: undefined },
    ]);
    assert.throws(() => parseClaims('[BOATS.md]\nIt floats'), /No claim: "It floats"/);
    assert.throws(() => parseClaims('It floats: test/bench/boat.ts'), /No document is named above/);
  });

  it('are required for paragraphs, list items and table rows, but not for introductory words or rows of numbers', () => {
    const markdown = `# Boats

They **float** and
_never_ sink.

Either:

- \`a\` one
- two
  lines

| kind | floats |
| ---- | ------ |
| oak  | always |
| tin  | 1 2 3 4 5 6 |

\`\`\`
code
\`\`\`

![picture](boat.png)

<img src="boat.png" width="320" alt="The boat floats">`;
    assert.deepEqual(statementsOf(markdown), [
      'They float and never sink.',
      '- a one',
      '- two lines',
      '| oak | always |',
    ]);
  });

  it('refer to tests and suites by name, with … for each placeholder of a template', () => {
    const source = "describe('A', () => { it(`b ${c} d`, () => {}); it('e'); f('g'); });";
    assert.deepEqual([...testNamesIn(source)], ['A', 'b … d', 'e']);
  });
});
