import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreements } from '../../../bench/rules/agreement.ts';
import { draw } from '../../../bench/rules/draw.ts';
import { samplesOf, wilson } from '../../../bench/rules/elsewhere.ts';
import { labelled, type LabelledSentence } from '../../../bench/rules/labels.ts';
import { ruleFigures } from '../../../bench/rules/ruleFigures.ts';
import { typedSentences, type TypedSentence } from '../../../bench/rules/typedSentences.ts';

describe('the benchmark of rules', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'longthread-rules-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const line = (role: string, content: string): string => JSON.stringify({ role, content });
  const write = (name: string, ...lines: readonly string[]): void => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  };

  it('returns each sentence once from the person’s short messages without code fences', async () => {
    write('notes.txt', 'no transcript');
    write('a.jsonl', line('user', 'Fix it. Never touch x.ts.'), line('assistant', 'Never say never.'));
    write(
      'b.jsonl',
      line('user', 'Never touch x.ts. Thanks.'),
      line('assistant', 'Done.'),
      line('user', 'Look:\n```\nx\n```'),
      line('assistant', 'Yes.'),
      line('user', 'so it is. '.repeat(200)),
    );
    assert.deepEqual(
      (await typedSentences(folder)).map(({ session, message, sentence, text, isFound }) =>
        [session, message, sentence, text, isFound].join(' '),
      ),
      ['a.jsonl 0 0 Fix it. false', 'a.jsonl 0 1 Never touch x.ts. true', 'b.jsonl 0 1 Thanks. false'],
    );
  });

  const sentence = (session: string, at: number, isFound: boolean): TypedSentence => ({
    session,
    message: 0,
    sentence: at,
    text: `${session} ${String(at)}`,
    isFound,
  });

  it('reads a label for each sentence, omits messages with too few labels, and counts the omitted sentences', () => {
    const labels = join(folder, 'labels.tsv');
    writeFileSync(labels, 'transcript\tmessage\tsentences\na.jsonl\t0\tn-y\n');
    const first = sentence('a.jsonl', 0, true);
    const third = sentence('a.jsonl', 2, true);
    const unlabelled = sentence('b.jsonl', 0, true);
    assert.deepEqual(
      labelled(labels, [first, third, unlabelled]).known.map(({ text, isStanding }) => [text, isStanding]),
      [
        ['a.jsonl 0', false],
        ['a.jsonl 2', true],
      ],
    );
    const changed = labelled(labels, [first, sentence('a.jsonl', 3, true)]);
    assert.deepEqual(changed, { known: [], changed: 2 });
  });

  it('reports how much two labellers agree beyond chance', () => {
    const labels = join(folder, 'again.tsv');
    const rows = ['a.jsonl\t0\tyyn\tyyn\tnnn', 'a.jsonl\t4\tny-\tnn-\tyyy'];
    writeFileSync(labels, `${['transcript\tmessage\tone\ttwo\tthree', ...rows].join('\n')}\n`);
    const found = agreements(labels).map(({ sentences, kappa }) => [sentences, Number(kappa.toFixed(3))]);
    assert.deepEqual(found, [
      [5, 0.615],
      [5, -0.154],
      [5, -0.667],
    ]);
  });

  it('reports precision and recall with Wilson intervals', () => {
    const samples = join(folder, 'samples.tsv');
    const rows = ['1\ta\ty\ty\tn', '1\tb\tn\ty\ty', '2\tc\ty\ty\ty', '2\td\ty\tn\tn'];
    writeFileSync(samples, `${['sample\tsentence\tstanding\tfound\tbefore', ...rows].join('\n')}\n`);
    assert.deepEqual(
      samplesOf(samples).map(({ name, sentences, standing, found, precision, recall }) => [
        name,
        ...[sentences, standing, found],
        precision.mean,
        recall.mean,
      ]),
      [
        ['sample 1', 2, 1, 2, 1 / 2, 1],
        ['sample 2', 2, 2, 1, 1, 1 / 2],
        ['together', 4, 3, 3, 2 / 3, 2 / 3],
        ['old cues', 4, 3, 2, 1 / 2, 1 / 3],
      ],
    );
    const { low, high } = wilson(36, 41);
    assert.deepEqual([low.toFixed(3), high.toFixed(3)], ['0.745', '0.947']);
  });

  it('reports precision and recall with intervals over sessions', () => {
    const of = (session: string, marks: readonly [boolean, boolean][]): readonly LabelledSentence[] =>
      marks.map(([isFound, isStanding], at) => ({ ...sentence(session, at, isFound), isStanding }));
    const sentences = [
      ...of('a', [
        [true, true],
        [true, true],
        [false, false],
      ]),
      ...of('b', [
        [true, false],
        [false, true],
        [true, true],
      ]),
    ];
    const figures = ruleFigures(sentences);
    assert.deepEqual([figures.sentences, figures.standing, figures.found], [6, 4, 4]);
    assert.equal(figures.precision.mean, 3 / 4);
    assert.equal(figures.recall.mean, 3 / 4);
    assert.deepEqual([figures.precision.low, figures.precision.high], [1 / 2, 1]);
    assert.deepEqual(ruleFigures(sentences), figures);
  });

  it('samples the same number of found and not found sentences, and the same number from each session', () => {
    const many = ['a', 'b', 'c'].flatMap((session, rank) =>
      Array.from({ length: 20 - 8 * rank }, (_, at) => sentence(session, at, at % 2 === 0)),
    );
    const drawn = draw(many, 6, 1);
    assert.equal(drawn.filter(({ isFound }) => isFound).length, 6);
    assert.equal(drawn.length, 12);
    for (const session of ['a', 'b', 'c']) {
      assert.equal(drawn.filter((one) => one.session === session).length, 4);
    }
    assert.deepEqual(draw(many, 6, 1), drawn);
    assert.notDeepEqual(draw(many, 6, 2), drawn);
  });
});
