import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { BytePairCounter } from '../../../../src/adapters/tokens/bytePairCounter.ts';
import { loadRanks, type Encoding } from '../../../../src/adapters/tokens/ranks.ts';
import { corpusFolder } from '../../../support/corpus.ts';
import { corpusTexts } from '../../../support/corpusTexts.ts';

const ordinaryTexts = [
  '',
  'a',
  'Hello, world!',
  "It's what they'd've said, isn't IT'S?",
  'const refresh = async (token: string): Promise<void> => { await renew(token); };\n',
  'if (a === b) {\n\t\treturn  a;\r\n}\n\n\n  // trailing   ',
  '{"path":"src/auth/token.ts","range":[40,58],"ok":true,"n":-1.25e-9}',
  'npm ERR! code E404 4.17.93 https://example.org/a?b=c&d=%20#frag',
  '          deep indentation\n                and more',
  'naïve café œuvre Straße ÅÄÖ éé',
  '漢字かな交じり文。トークンの数を数える。한국어도 셉니다.',
  'Привет, мир! שלום עולם مرحبا بالعالم हिन्दी ไทย',
  '👍🏽 👨‍👩‍👧‍👦 🇨🇭 ✅ → ≠ ∑',
  '1 12 123 1234 12345 3.14159265358979',
  'A'.repeat(50) + 'a'.repeat(50) + ' '.repeat(50) + '='.repeat(50),
  'lone \ud800 surrogates \udc00 here',
  'nul \u0000 and \u00a0 no-break \u2028 separator \ufeff mark',
];

const references: Record<Encoding, Tiktoken> = {
  o200k_base: new Tiktoken(o200k),
  cl100k_base: new Tiktoken(cl100k),
};

for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
  describe(`the token counter for ${encoding}`, () => {
    const reference = references[encoding];
    const expected = (text: string): number => reference.encode(text, [], []).length;
    let counter: BytePairCounter;

    before(async () => {
      counter = new BytePairCounter(await loadRanks(encoding));
    });

    for (const text of ordinaryTexts) {
      it(`agrees with js-tiktoken on ${JSON.stringify(text.slice(0, 40))}`, () => {
        assert.equal(counter.count(text), expected(text));
      });
    }

    it('counts special tokens as ordinary text', () => {
      for (const text of ['<|endoftext|>', 'hello <|endoftext|> <|im_start|>user<|endofprompt|>']) {
        assert.equal(counter.count(text), expected(text));
        assert.ok(counter.count(text) > 4);
      }
    });

    it('agrees with js-tiktoken on any short text', () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({
          unit: fc.constantFrom(
            ' ',
            '\n',
            '\r',
            '\t',
            'a',
            '1',
            'A',
            "'s",
            '.',
            '/',
            '=',
            '_',
            'é',
            '漢',
            '👍',
          ),
          maxLength: 60,
        }),
      );
      fc.assert(
        fc.property(text, (any) => {
          assert.equal(counter.count(any), expected(any));
        }),
      );
    });

    it('counts at most one token per UTF-8 byte, and the same number each time', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(400), (unit, times) => {
          const text = unit.repeat(times);
          const tokens = counter.count(text);
          assert.ok(tokens <= Buffer.byteLength(text, 'utf8'));
          assert.equal(counter.count(text), tokens);
        }),
        { numRuns: 30 },
      );
    });

    it('returns the sum of the lines’ counts for a text that is counted in several slices', () => {
      const lines = Array.from(
        { length: 12_000 },
        (_, at) => `${'the quick brown fox '.repeat(at % 7)}no. ${at} jumps over the lazy dog\n`,
      );
      const tokens = lines.reduce((sum, line) => sum + counter.count(line), 0);
      assert.equal(counter.count(lines.join('')), tokens);
    });

    const agreesWithTranscripts = (folder: string): void => {
      const texts = corpusTexts(folder, { files: 40, textsPerFile: 12, maxChars: 2000 });
      const differing = texts.filter((text) => counter.count(text) !== expected(text));
      assert.equal(differing.length, 0, `${differing.length} of ${texts.length} texts differ`);
      assert.ok(texts.length > 0);
    };
    const corpus = corpusFolder();
    const title = 'agrees with js-tiktoken on real transcripts';
    if (corpus === undefined) it(title);
    else it(title, () => agreesWithTranscripts(corpus));
  });
}

describe('the token count of a repetitive text', () => {
  let counter: BytePairCounter;

  before(async () => {
    counter = new BytePairCounter(await loadRanks('o200k_base'));
  });

  const hostile: Record<string, string> = {
    'one letter': 'a'.repeat(20_000),
    'capital letters': 'A'.repeat(20_000),
    spaces: ' '.repeat(20_000),
    newlines: '\n'.repeat(20_000),
    ideographs: '字漢語文'.repeat(5_000),
    'high surrogates': '\ud83d'.repeat(20_000),
    emoji: '👍'.repeat(10_000),
  };
  for (const [name, text] of Object.entries(hostile)) {
    it(`is about five times as high for 20,000 characters as for 4,000 characters: ${name}`, () => {
      const short = counter.count(text.slice(0, 4000));
      const tokens = counter.count(text);
      assert.ok(tokens <= Buffer.byteLength(text, 'utf8'));
      assert.ok(Math.abs(tokens - short * 5) <= short / 5, `${tokens} tokens, ${short} in the first 4000`);
    });
  }
});

describe('the token counter', () => {
  const MOST = 262_144;
  const LETTERS = 4_096;
  const slices: number[] = [];
  const counter = new BytePairCounter(
    { pattern: `z{1,${LETTERS}}|\n`, byToken: new Map([['z'.repeat(LETTERS), 0]]) },
    (characters) => slices.push(characters),
  );

  beforeEach(() => slices.splice(0));

  it('counts a text of at most 262,144 characters as one slice', () => {
    counter.count('z\n'.repeat(MOST / 2));
    counter.count(`${'z\n'.repeat(MOST / 2)}z`);
    assert.deepEqual(slices, [MOST, MOST, 1]);
  });

  it('counts each slice once if the text has no line breaks', () => {
    assert.equal(counter.count('z'.repeat(2 * MOST + LETTERS)), (2 * MOST) / LETTERS + 1);
    assert.deepEqual(slices, [MOST, MOST, LETTERS]);
  });

  it('ends each slice after the last line that fits completely', () => {
    counter.count(`${'z'.repeat(99)}\n`.repeat(6_000));
    assert.deepEqual(slices, [262_100, 262_100, 75_800]);
  });
});
