import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExams, scoresOf } from '../../../bench/meaning/exam.ts';
import { namesInOrder } from '../../../bench/meaning/namesInOrder.ts';
import { whatWasSaid, whatWasSaidAndNewest } from '../../../bench/meaning/whatWasSaid.ts';
import { textOfItem, tokensOf } from '../../../bench/retention/contextItem.ts';
import type { Row } from '../../../bench/retention/rows/row.ts';
import { assistant, call, result, user } from '../retention/messages.ts';

const count = (text: string): number => Math.ceil(text.length / 4);
const past = Array.from({ length: 12 }, (_, turn) => [
  user(`Please see to part ${String(turn)} of the harbour, ${'and its moorings, '.repeat(20)}`),
  assistant(`Looking at part ${String(turn)} first, since the others lean on it.`),
  call(`c${String(turn)}`, { path: `src/part${String(turn)}.ts` }),
  result(`c${String(turn)}`, 'line\n'.repeat(400)),
  assistant(`Part ${String(turn)} is done. ${'It holds now. '.repeat(30)}`),
]).flat();

const textAt = async (row: Row, budgetTokens: number): Promise<string> => {
  const context = await row.compact({ past, budgetTokens, count, seed: 1 });
  assert.ok(tokensOf(context, count) <= budgetTokens, `${row.name} exceeds ${String(budgetTokens)} tokens`);
  return context.map(textOfItem).join('\n');
};

describe('the exam', () => {
  const exam = {
    name: 's1',
    transcript: 'a.jsonl',
    cut: 3,
    questions: [
      { kind: 'intent', probes: ['moor(ing|ed)', 'never'] },
      { kind: 'state', probes: ['PART 3'] },
      { kind: 'exact', probes: [] },
    ],
  };

  it('scores each question that has probes by the share of these probes that match, regardless of case', () => {
    assert.deepEqual(scoresOf(exam, 'The mooring of part 3'), [
      { kind: 'intent', score: 0.5 },
      { kind: 'state', score: 1 },
    ]);
  });

  it('is read from a folder, and errors report an empty folder and the name of an invalid file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'exam-'));
    try {
      assert.throws(() => readExams(folder), /has no exams/);
      writeFileSync(join(folder, 's1.json'), JSON.stringify(exam));
      assert.deepEqual(readExams(folder), [exam]);
      writeFileSync(join(folder, 's2.json'), '{"cut": 0}');
      assert.throws(() => readExams(folder), /s2\.json is no exam/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the control contexts of the exam', () => {
  it('contain more text of the newest turn than of the oldest turn', async () => {
    const text = await textAt(whatWasSaid, 900);
    for (let turn = 0; turn < 12; turn += 1) assert.ok(text.includes(`part ${String(turn)}`));
    const [oldest = '', newest = ''] = [text.split('\n\n')[0], text.split('\n\n').at(-1)];
    assert.ok(newest.length > oldest.length);
  });

  it('contain the beginning and the end of a large result if the contexts include the newest messages', async () => {
    const text = await textAt(whatWasSaidAndNewest, 2_000);
    assert.ok(text.endsWith('It holds now. '));
    assert.match(text, /line\n\n…\nline/);
  });

  it('contain names in the order of the session', async () => {
    assert.match(await textAt(namesInOrder, 60), /^src\/part0\.ts src\/part1\.ts/);
  });
});
