import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mostTelling, termsOf } from '../../../../src/core/record/mostTelling.ts';
import { passageOf, sum, type Passage } from '../../../../src/core/record/passage.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { countRoughly } from './sessionOf.ts';

const said = (id: string, text: string, weight = 1): Passage =>
  passageOf({ id, by: 'assistant', weight }, text, countRoughly);
const run = (id: string, text: string): Passage => passageOf({ id, weight: 3 }, text, countRoughly);

const chosenText = (passages: readonly Passage[], room: number, beside: readonly Passage[] = []): string =>
  atOnce(mostTelling(passages, beside)(room))
    .map(({ chosen }) => chosen.map(({ text }) => text.trim()).join(' '))
    .join(' | ');

const COMMON = 'The work goes on as it was planned from the beginning on.';
const lines = (...all: readonly string[]): string => all.join('\n\n');

describe('The choice of text for the notes', () => {
  it('includes everything if everything fits', () => {
    const passages = [said('m1', lines('One.', 'Two.')), said('m2', 'Three.')];
    assert.equal(chosenText(passages, 100), 'One. Two. | Three.');
  });

  it('prefers text with words that few other texts contain', () => {
    const rare = 'The lock was held by the indexer, which never closed it again.';
    const passages = [said('m1', COMMON), said('m2', COMMON), said('m3', lines(COMMON, rare))];
    assert.match(chosenText(passages, 30), /held by the indexer/u);
    assert.doesNotMatch(chosenText(passages, 30), /as it was planned.*as it was planned/u);
  });

  it('does not repeat text that is already chosen or is shown anyway', () => {
    const twice = 'The indexer never closed its lock, and everything waited.';
    const other = 'Retries are bounded by a deadline of thirty seconds now.';
    const passages = [said('m1', twice, 3), said('m2', twice, 3), said('m3', other), said('m4', COMMON)];
    assert.equal(chosenText(passages, 40), `${twice} |  | ${other} | `);
    assert.equal(
      chosenText([said('m1', twice, 3), said('m2', other)], 22, [said('m0', twice)]),
      ` | ${other}`,
    );
  });

  it('prefers text with more weight, and earlier text of a message to later text with more words', () => {
    const [a, b] = ['Alder and birch are planted at the gate.', 'Cedar and larch are planted at the wall.'];
    assert.equal(chosenText([said('m1', a), said('m2', b, 2)], 16), ` | ${b}`);
    const moreWords = 'Cedar or larch may be set at my old wall.';
    assert.equal(chosenText([said('m1', lines(a, moreWords))], 16), a);
  });

  it('takes text from several messages rather than from one', () => {
    const words = 'alder birch cedar dogwood elm fir ginkgo hazel ivy juniper kapok larch'.split(' ');
    const text = (from: number): string =>
      lines(...words.slice(from, from + 4).map((word) => `The ${word} was planted beside the gate.`));
    const selections = atOnce(
      mostTelling([said('m1', text(0)), said('m2', text(4)), said('m3', text(8))])(50),
    );
    assert.ok(selections.every((selection) => selection.chosen.length > 0));
  });

  it('takes a list item with its introduction, and an introduction alone only if the text has nothing else', () => {
    const lead = 'What is open:';
    const items = ['- the retries of the indexer have no bound', '- nobody closes its lock'];
    const text = lines(COMMON, lead, ...items);
    const chosenFrom = chosenText([said('m0', COMMON), said('m1', text)], 22);
    assert.match(chosenFrom, /What is open: - the retries of the indexer/u);
    for (let room = 0; room < 60; room += 1)
      assert.doesNotMatch(chosenText([said('m0', COMMON), said('m1', text)], room), /What is open:(?! -)/u);
    assert.equal(chosenText([said('m1', lines('Now:', 'Then:'))], 6), 'Now:');
  });

  it('takes the person’s request, even after a pasted text', () => {
    const pasted = Array.from({ length: 40 }, (_, at) => `Tide ${String(at)} of pier ${String(at)}.`);
    const asked = 'Why does each of these cost the same?';
    for (const lines of [
      [asked, ...pasted],
      [...pasted, asked],
    ]) {
      const passage = passageOf({ id: 'm1', by: 'person', weight: 1 }, lines.join('\n'), countRoughly);
      assert.equal(chosenText([{ ...passage, isEndAsImportant: true }], 20), asked);
    }
  });

  it('prefers prose to code', () => {
    const code = 'let alder = birch(cedar);';
    const text = lines('## What changed at the gate:', '```', code, '```', 'The gate is planted.');
    assert.equal(chosenText([said('m1', text)], 12), 'The gate is planted.');
    const names = 'aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq rr ss'.replaceAll(' ', ', ');
    const prose = 'The gate at the old harbour is planted with alder now.';
    assert.equal(chosenText([said('m1', lines('```', `let ${names};`, '```', prose))], 26), prose);
  });

  it('takes no line that is only a tag or has no letter or digit', () => {
    const passages = [said('m1', lines('The gate is planted.', '-----', '|', '</plan>', COMMON))];
    for (let room = 1; room < 30; room += 1)
      assert.doesNotMatch(chosenText(passages, room), /-----|\||plan>/u);
  });

  it('puts the output of a command after the line that names the command', () => {
    const passage = run('m1', lines('npm test → failed', 'Error: the indexer never closed its lock'));
    assert.match(
      chosenText([passage, said('m2', lines(COMMON, COMMON))], 26),
      /^npm test → failed Error: the indexer/u,
    );
  });

  it('never exceeds the room, and chooses no piece twice', () => {
    const texts = fc.array(fc.lorem({ maxCount: 6, mode: 'sentences' }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 300 }), (all, room) => {
        const passages = all.map((text, index) => said(`m${String(index)}`, text.replaceAll('. ', '.\n\n')));
        const selections = atOnce(mostTelling(passages)(room));
        assert.ok(sum(selections) <= room);
        for (const { chosen } of selections)
          assert.equal(new Set(chosen.map(({ place }) => place)).size, chosen.length);
      }),
    );
  });
});

describe('The terms of a text', () => {
  for (const [text, terms] of [
    ['The lock, in auth_token.ts: 42 times!', ['the', 'lock', 'in', 'auth_token', 'ts', '42', 'times']],
    ['Größe ändern', ['größe', 'ändern']],
    ['Не трогай a', ['не', 'трогай']],
    ['时区 ok', ['时', '区', 'ok']],
    ['한국어 문장', ['한국어', '문장']],
    ['', []],
  ] as const)
    it(`are lower-case words of two or more characters, or single characters in scripts without spaces: “${text}”`, () => {
      assert.deepEqual(termsOf(text), terms);
    });
});
