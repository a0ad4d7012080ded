import ts from 'typescript';

/**
 * A statement of a document, and the test that checks the statement. In test/claims.txt, the claims of a document stand
 * below the document's name in brackets. Each line contains words of the document, the test's file, and the test's name
 * with `…` for each placeholder of a template. A line for a benchmark contains no test's name.
 *
 *     [README.md]
 *     never runs out: test/unit/core/compaction/properties.test.ts: meets any budget or reports what is too large
 */
export interface Claim {
  /** Words of the document. */
  readonly quote: string;
  readonly file: string;
  /** The name of a test. Undefined for a benchmark, because a benchmark contains no tests. */
  readonly test: string | undefined;
}

/** Returns the claims of each document, by the document's name. */
export function parseClaims(text: string): ReadonlyMap<string, readonly Claim[]> {
  const byDocument = new Map<string, Claim[]>();
  let current: Claim[] | undefined;
  for (const line of text.split('\n').filter((candidate) => candidate !== '' && !candidate.startsWith('#'))) {
    const document = /^\[(.+)\]$/.exec(line)?.[1];
    if (document !== undefined) byDocument.set(document, (current = []));
    else if (current === undefined) throw new Error(`No document is named above "${line}".`);
    else current.push(claimIn(line));
  }
  return byDocument;
}

function claimIn(line: string): Claim {
  const parts = /^(?<quote>.+?): (?<file>test\/\S+\.ts)(?:: (?<test>.+))?$/.exec(line)?.groups;
  if (parts === undefined) throw new Error(`No claim: "${line}". Write WORDS: FILE: TEST.`);
  return { quote: parts['quote'] ?? '', file: parts['file'] ?? '', test: parts['test'] };
}

/**
 * Returns the paragraphs, list items and table rows that state something, each on one line without emphasis.
 */
export function statementsOf(markdown: string): readonly string[] {
  const text = markdown.replace(/^```[^]*?^```$/gm, '');
  const blocks = text.split(/\n{2,}|\n(?=- |\|)/).map((block) => plain(block));
  const tables = new Set(
    blocks.flatMap((block, index) => (/^\|[-:| ]+\|$/.test(block) ? [index - 1, index] : [])),
  );
  return blocks.filter((block, index) => !tables.has(index) && isStatement(block));
}

/** Returns the text without emphasis, on one line. */
export function plain(text: string): string {
  return text
    .replace(/\*\*|_(?=\w)|(?<=[\w.])_|`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Matches a row of a table whose cells after the first are numbers. */
const FIGURES = /^\|[^|]*(?:\|[\d. ]*\d[\d. ]*)+\|$/;

/**
 * Returns whether a block states something testable. Returns false for headings, pictures, rows of figures, and words
 * that introduce the next block.
 */
function isStatement(block: string): boolean {
  if (block === '' || /^(#|!\[|<img )/.test(block) || /:$/.test(block)) return false;
  const letters = block.replace(/[^\p{L}]/gu, '').length;
  return !FIGURES.test(block) && letters > 0;
}

/** Returns the names of the tests and suites in a source, with `…` for the placeholders of templates. */
export function testNamesIn(source: string): ReadonlySet<string> {
  const file = ts.createSourceFile('claimed.test.ts', source, ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(it|describe)$/.test(node.expression.getText(file))) {
      const [name] = node.arguments;
      if (name !== undefined) names.add(nameOf(name));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function nameOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
