import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';

const redactor = new SecretRedactor();

async function secretsIn(text: string): Promise<readonly string[]> {
  const [spans = []] = await redactor.find([text]);
  return spans.map(({ start, end }) => text.slice(start, end));
}

/** Test vectors of BIP-39 (https://github.com/trezor/python-mnemonic/blob/master/vectors.json). */
const twelve = 'scheme spot photo card baby mountain device kick cradle pact join borrow';
const twentyFour =
  'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold';
const numbered = twelve
  .split(' ')
  .map((word, at) => `${String(at + 1)}. ${word}`)
  .join('\n');

const places: readonly (readonly [before: string, after: string])[] = [
  ['SEED_PHRASE=', '\nPORT=1'],
  ['MNEMONIC="', '"'],
  ['mnemonic: >-\n  ', '\nnetwork: main'],
  ['const mnemonic = process.env.MNEMONIC ?? `', '`;'],
  ['Wallet.fromPhrase("', '")'],
  ['{\\"mnemonic\\":\\"', '\\"}'],
  ['my seed phrase is ', ' and it works'],
  ['Secret Recovery Phrase (keep it safe):\n\n', '\n\nDone.'],
  ['助记词是 ', '。'],
  ['сид-фраза: ', ''],
  ['frase semilla: ', '.'],
  ['MNEMONIC="', '" yarn start local main'],
  ['mnemonic = ', '\nexport default config'],
  ['seed phrase: ', '\nPlease import it'],
  ['seed phrase: ', '\n\nplease write this down'],
  ['seed phrase: ', '\nenter this phrase when you open it'],
  ['seed phrase: ', ', which is in metamask'],
];

describe('The seed phrase of a wallet', () => {
  for (const [before, after] of places)
    it(`is masked from the first to the last word after “${before.replaceAll('\n', '⏎')}”`, async () => {
      for (const phrase of [twelve, twentyFour])
        assert.deepEqual(await secretsIn(before + phrase + after), [phrase]);
    });

  it('is masked before the words of a sentence', async () => {
    const text = `Here is my seed phrase: ${twentyFour} please import this into metamask`;
    assert.ok((await secretsIn(text)).join().startsWith(twentyFour));
    assert.deepEqual(await secretsIn(`seed phrase: ${twentyFour} please open this account again`), [
      twentyFour,
    ]);
  });

  it('is masked if it is written on several lines', async () => {
    for (const size of [4, 6, 8, 12]) {
      const lines = twentyFour.replaceAll(new RegExp(`((?:\\w+ ){${String(size - 1)}}\\w+) `, 'g'), '$1\n');
      assert.deepEqual(await secretsIn(`seed phrase:\n${lines}\n\nplease write this down`), [lines]);
    }
  });

  it('is masked with the additional check word of a phrase of 25 words', async () => {
    assert.deepEqual(await secretsIn(`mnemonic: ${twentyFour} borrow`), [`${twentyFour} borrow`]);
  });

  it('is masked in a list of words', async () => {
    const list = twelve.replaceAll(' ', '", "');
    assert.deepEqual(await secretsIn(`mnemonic: ["${list}"]`), [list]);
    assert.deepEqual(await secretsIn(`Recovery phrase:\n${numbered}\nDone.`), [numbered.slice(3)]);
  });

  for (const [what, text] of [
    ['a phrase of an example', `mnemonic: ${'test '.repeat(11)}junk`],
    ['eleven words', `seed words: ${twelve.replace('scheme ', '')}`],
    [
      'a sentence',
      'The seed phrase is never stored anywhere because only your browser keeps it while the page is open',
    ],
    [
      'a list of commands',
      'mnemonics: add sub mul div mov push pop call ret jmp cmp test lea nop xor shl shr adc sbb',
    ],
    [
      'a list of commands of four letters',
      "const MNEMONICS = ['push','call','halt','jump','load','store','addi','subi','loop','noop','xchg','swap']",
    ],
    [
      'a comment about commands',
      '// Branch mnemonics: breq brne brcs brcc brsh brlo brmi brpl brge brlt brhs brhc',
    ],
    [
      'an instruction',
      'seed phrase: users must enter twelve words when they first open this wallet before sending',
    ],
    ['a list of many words', `wallet words: ${twentyFour} ${twelve}`],
    ['words without a name', `Build ${twelve}`],
  ] as const)
    it(`is not found in ${what}`, async () => {
      assert.deepEqual(await secretsIn(text), []);
    });
});
