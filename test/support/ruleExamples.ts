const SIGNS: Readonly<Record<string, string>> = {
  '': 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  h: '0123456789abcdef',
  u: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
};

/** Words of BIP-39's list, for seed phrases. */
const WORDS =
  'abandon ability above absurd acoustic advice amount avoid cage doctor legal letter thank wave winner yellow'.split(
    ' ',
  );

export interface ExampleText {
  readonly text: string;
  /** The longest key that was made for the example, or an empty text if there is no key. */
  readonly key: string;
}

/**
 * Returns the text of an example in the table of secret rules (`secretRules.ts`). In an example, `‹h32›` stands for a
 * key of 32 random characters of the kind `h` (see `SIGNS`), `‹w12›` for a key of 12 words, and `⏎` for a line break.
 */
export function exampleText(example: string, random: () => number): ExampleText {
  const keys = [''];
  const text = example
    .replaceAll('⏎', '\n')
    .replace(/‹([huw]?)(\d+)›/gu, (_, kind: string, length: string) => {
      const key = kind === 'w' ? wordsOf(Number(length), random) : charactersOf(Number(length), kind, random);
      keys.push(key);
      return key;
    });
  return { text, key: keys.sort((a, b) => b.length - a.length)[0] ?? '' };
}

function charactersOf(length: number, kind: string, random: () => number): string {
  const signs = SIGNS[kind] ?? '';
  return Array.from({ length }, () => signs.charAt(Math.floor(random() * signs.length))).join('');
}

function wordsOf(count: number, random: () => number): string {
  const first = Math.floor(random() * WORDS.length);
  return Array.from({ length: count }, (_, index) => WORDS[(first + index) % WORDS.length]).join(' ');
}
