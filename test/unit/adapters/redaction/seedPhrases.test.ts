import assert from 'node:assert/strict';
import { wordlist } from '@scure/bip39/wordlists/english.js';
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
/** The words of `twelve` in another order, for which the checksum is wrong. */
const wrong = 'borrow scheme spot photo card baby mountain device kick cradle pact join';
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

  it('is masked with the following words of a sentence if they are in the list of BIP-39, too', async () => {
    const secret = `${twelve} enter this phrase when`;
    assert.deepEqual(await secretsIn(`seed phrase: ${secret} metamask asks`), [secret]);
  });

  it('is masked between words of a sentence that are in the list of BIP-39, too', async () => {
    for (const phrase of [twelve, twentyFour]) {
      const [secret = ''] = await secretsIn(`You must enter ${phrase} when you open this account`);
      assert.ok(secret.includes(phrase), secret);
    }
  });

  it('is masked even without a name such as “mnemonic” before it, if its checksum is correct', async () => {
    assert.deepEqual(await secretsIn(`Try ${twelve} on the test net.`), [twelve]);
    assert.deepEqual(await secretsIn(twentyFour.toUpperCase()), [twentyFour.toUpperCase()]);
    assert.deepEqual(await secretsIn(`Try ${wrong} on the test net.`), []);
  });

  for (const name of [
    'mnemonic: ',
    'Secret Recovery Phrase\n\n',
    'restore --seed-phrase "',
    '| seed phrase | ',
  ])
    it(`is masked as a whole after “${name.replaceAll('\n', '⏎')}” even if its checksum is wrong`, async () => {
      for (const phrase of [wrong, `${wrong} ${wrong} area`, `${twentyFour.slice(5)} void`])
        assert.deepEqual(await secretsIn(name + phrase), [phrase]);
    });

  it('is masked as a whole even if it begins with the words of a shorter phrase', async () => {
    const lines = (words: string): string => words.replaceAll(' ', '\n');
    const [secret] = await secretsIn(`seed phrase:\n${lines(`${twelve} ${wrong}`)}`);
    assert.equal(secret, lines(`${twelve} ${wrong}`));
  });

  it('is masked in a list of phrases', async () => {
    const list = JSON.stringify({ mnemonics: [twelve, twelve, twelve] });
    assert.deepEqual(await secretsIn(list), [twelve, twelve, twelve]);
    assert.deepEqual(await secretsIn(`${twentyFour}\n${twentyFour}`), [twentyFour, twentyFour]);
  });

  it('is masked if it is written on several lines', async () => {
    for (const size of [4, 6, 8, 12]) {
      const lines = twentyFour.replaceAll(new RegExp(`((?:\\w+ ){${String(size - 1)}}\\w+) `, 'g'), '$1\n');
      assert.deepEqual(await secretsIn(`seed phrase:\n${lines}\n\nplease write this down`), [lines]);
    }
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
    ['the word list of BIP-39', wordlist.join('\n')],
    ['the word list of BIP-39 in lines', wordlist.join(' ').replaceAll(/((?:\w+ ){15})/g, '$1\n')],
    [
      'a sentence with many words of BIP-39',
      'You will then turn this into one main output file that all other work can call again',
    ],
  ] as const)
    it(`is not found in ${what}`, async () => {
      assert.deepEqual(await secretsIn(text), []);
    });
});
