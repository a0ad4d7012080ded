import assert from 'node:assert/strict';
import { parseTitles, titleProblems, titlesOf, titlesText } from '../../support/testTitles.ts';

const [tide, berth] = ['test/unit/tide.test.ts', 'test/unit/berth.test.ts'];
const committed = new Map([
  [berth, ['is free', 'is taken']],
  [tide, ['The tide rises', 'The tide rises', 'The tide falls']],
]);

describe('The list of test titles', () => {
  it('is written in sorted order', () => {
    const text = titlesText(new Map([...committed].reverse()));
    assert.equal(
      text,
      `${berth}\n  is free\n  is taken\n${tide}\n  The tide falls\n  The tide rises\n  The tide rises\n`,
    );
    assert.deepEqual(titlesText(parseTitles(text)), text);
  });

  it('puts a title with line breaks on one line', () => {
    const titles = new Map([[tide, ['reads ~~~\n\tx']]]);
    assert.equal(titlesText(titles), `${tide}\n  reads ~~~\\n\\tx\n`);
    assert.deepEqual(titleProblems(parseTitles(titlesText(titles)), titles), []);
  });

  it('leaves out the tests of transcripts that were added to the corpus', () => {
    const ran = [
      { file: tide, title: 'reads aider/ours.md' },
      { file: tide, title: 'reads aider/known.md' },
    ];
    assert.deepEqual(titlesOf(ran, ['aider/ours.md']), new Map([[tide, ['reads aider/known.md']]]));
  });

  it('reports no problem if the same tests ran in another order', () => {
    const ran = [...committed]
      .reverse()
      .flatMap(([file, titles]) => titles.map((title) => ({ file, title })));
    assert.deepEqual(titleProblems(committed, titlesOf(ran.reverse())), []);
  });

  it('reports that the tests of a deleted file were not run', () => {
    assert.deepEqual(titleProblems(committed, new Map([[berth, ['is free', 'is taken']]])), [
      `Each of the 3 tests of ${tide} was not run.`,
    ]);
  });

  it('reports a missing test even if another test with the same title ran', () => {
    const ran = new Map([...committed, [tide, ['The tide rises', 'The tide falls']]]);
    assert.deepEqual(titleProblems(committed, ran), [`“The tide rises” of ${tide} was not run.`]);
  });

  it('reports a test that is not in the list', () => {
    const [problem] = titleProblems(
      committed,
      new Map([...committed, [berth, ['is free', 'is taken', 'is new']]]),
    );
    assert.match(problem ?? '', /^“is new” of .*berth.*npm run test:titles/);
  });

  it('reports at most the given number of problems, and counts the rest', () => {
    const many = new Map([
      [tide, Array.from({ length: 30 }, (_, index) => `title ${index}`)],
      [berth, []],
    ]);
    const problems = titleProblems(
      many,
      new Map([
        [tide, []],
        [berth, []],
      ]),
      3,
    );
    assert.deepEqual([problems.length, problems.at(-1)], [4, 'The same is true of 27 more tests or files.']);
  });
});
