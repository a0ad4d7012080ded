import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { standingSentences } from '../../../../src/core/language/standingSentences.ts';

interface Labelled {
  readonly text: string;
  readonly language: string;
  readonly label: 'constraint' | 'correction' | 'decision' | 'chatter';
}

/** By authors, language models, that had not seen the rules. */
interface LabelledByOthers extends Labelled {
  readonly author: number;
}

const labelled = JSON.parse(read('standingSentences.json')) as readonly Labelled[];
const byOthers = read('standingSentencesOfOthers.tsv')
  .split('\n')
  .slice(1, -1)
  .map((line): LabelledByOthers => {
    const [author, language = '', label, text = ''] = line.split('\t');
    return { author: Number(author), language, label: label as Labelled['label'], text };
  });
/** Rules were made better by what the other authors wrote; what this one wrote was only counted. */
const KEPT_ASIDE = 4;

function read(name: string): string {
  return readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8');
}

/** FNV-1a, 32 bits: odd sentences are held out from whoever writes the rules. */
function isHeldOut(text: string): boolean {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 2 === 1;
}

function foundKind(text: string): string {
  return standingSentences(text)[0]?.kind ?? 'chatter';
}

function assertFound(sentences: readonly Labelled[], least: { recall: number; precision: number }): void {
  const wanted = sentences.filter(({ label }) => label === 'constraint');
  const found = sentences.filter(({ text }) => foundKind(text) === 'constraint');
  const right = found.filter(({ label }) => label === 'constraint').length;
  assert.ok(right / wanted.length >= least.recall, `recall ${String(right)}/${String(wanted.length)}`);
  assert.ok(right / found.length >= least.precision, `precision ${String(right)}/${String(found.length)}`);
}

describe('standing sentences', () => {
  it('are labelled in at least four languages, half of them held out', () => {
    assert.ok(labelled.length >= 150);
    assert.ok(new Set(labelled.map(({ language }) => language)).size >= 4);
    const heldOut = labelled.filter(({ text }) => isHeldOut(text)).length;
    assert.ok(heldOut > labelled.length * 0.4 && heldOut < labelled.length * 0.6);
  });

  it('finds at least 95 % of the held-out constraints, and at least 85 % of what it finds are some', () => {
    assertFound(
      labelled.filter(({ text }) => isHeldOut(text)),
      { recall: 0.95, precision: 0.85 },
    );
  });

  it('finds constraints of other authors: four in five of those it was made better by, three in four of others', () => {
    const [aside, seen] = [true, false].map((isAside) =>
      byOthers.filter(({ author }) => (author === KEPT_ASIDE) === isAside),
    );
    assertFound(seen ?? [], { recall: 0.79, precision: 0.98 });
    assertFound(aside ?? [], { recall: 0.75, precision: 0.97 });
  });

  it('tells corrections and decisions from constraints nine times in ten', () => {
    const standing = labelled.filter(({ text, label }) => isHeldOut(text) && label !== 'chatter');
    const right = standing.filter(({ text, label }) => foundKind(text) === label);
    assert.ok(right.length / standing.length >= 0.9, `${String(right.length)}/${String(standing.length)}`);
  });

  it('gives a sentence word for word from among others', () => {
    const text = 'Here is the log.\n\n- Never touch session.ts, e.g. by renaming it. Thanks!\n- What broke?';
    assert.deepEqual(standingSentences(text), [
      { text: 'Never touch session.ts, e.g. by renaming it.', kind: 'constraint' },
    ]);
  });

  const languages: readonly (readonly [string, string])[] = [
    ['English', 'Never delete the cache folder.'],
    ['Indonesian', 'Jangan hapus folder cache.'],
    ['German', 'Lösche niemals den Cache-Ordner.'],
    ['Spanish', 'Nunca borres la carpeta de caché.'],
    ['French', 'Ne supprime jamais le dossier de cache.'],
    ['Chinese', '不要删除缓存文件夹。'],
    ['Japanese', 'キャッシュフォルダは絶対に削除しないでください。'],
    ['Russian', 'Никогда не удаляй папку кэша.'],
  ];
  for (const [language, sentence] of languages) {
    it(`finds a constraint in ${language}`, () => {
      assert.deepEqual(standingSentences(`OK.\n${sentence}`), [{ text: sentence, kind: 'constraint' }]);
    });
  }

  const found: readonly (readonly [string, string])[] = [
    ['a ban in brackets', "Look at the harbour map for that (don't redraw any pier!)."],
    ['a ban behind another part', "Nice colours, but don't paint the doors."],
    ['a wish that goes on holding', 'And I want the lamps to burn all night.'],
    ['one thing against another', 'Paint the pier not the boats'],
    ['what replaces something', 'Instead of three lamps, hang up one.'],
    ['what is not needed', "The pier doesn't need to have stairs."],
    ['what will not be done', "We won't sell the boats."],
    ['a choice', "Let's limit the boats to twelve."],
  ];
  for (const [what, sentence] of found) {
    it(`finds ${what}`, () => {
      assert.deepEqual(
        standingSentences(sentence).map(({ text }) => text),
        [sentence],
      );
    });
  }

  const passedOver: readonly (readonly [string, string])[] = [
    ['a question', 'Should we always use UTC?'],
    ['a question without its mark', 'is it safe to never close it'],
    ['a report', 'I never saw that.'],
    ['a denial', "It's not the lamp that flickers."],
    ['a "no" alone', 'No, the harbour is dark.'],
    ['a task with "should"', 'The second pier should get a lamp.'],
    ['a task with "I want"', 'I want you to paint the door.'],
    ['a choice of what to do next', "Let's do that."],
    ['what is weighed', 'Maybe we never touch session.ts.'],
    ['a line that tells what comes below', 'To never see this again, run:'],
    ['code', '```\nnever touch\n```'],
    ['a quoted line', '> Never touch session.ts.'],
    ['an endless sentence', `Never ${'do this or that '.repeat(40)}.`],
  ];
  for (const [what, text] of passedOver) {
    it(`leaves out ${what}`, () => {
      assert.deepEqual(standingSentences(text), []);
    });
  }

  it('takes of a text of more than 1,500 characters only what begins as an order, of more than 5,000 nothing', () => {
    const order = 'Never touch session.ts.';
    const told = 'The bundle must be signed.';
    const textOf = (length: number): string => `${'It was so. '.repeat(length / 11)}\n${order}\n${told}`;
    const foundIn = (length: number): readonly string[] =>
      standingSentences(textOf(length)).map(({ text }) => text);
    assert.deepEqual(foundIn(1_400), [order, told]);
    assert.deepEqual(foundIn(1_600), [order]);
    assert.deepEqual(foundIn(5_100), []);
  });
});
