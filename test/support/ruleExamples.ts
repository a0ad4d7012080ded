const SIGNS: Readonly<Record<string, string>> = {
  '': 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  h: '0123456789abcdef',
  u: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
};

export interface ExampleText {
  readonly text: string;
  /** The longest key that was made for the example, or an empty text if there is no key. */
  readonly key: string;
}

/**
 * Returns the text of an example in the table of secret rules (`secretRules.ts`). In an example, `‹h32›` stands for a
 * key of 32 random characters of the kind `h` (see `SIGNS`), and `⏎` for a line break.
 */
export function exampleText(example: string, random: () => number): ExampleText {
  const keys = [''];
  const text = example
    .replaceAll('⏎', '\n')
    .replace(/‹([hu]?)(\d+)›/gu, (_, kind: string, length: string) => {
      const signs = SIGNS[kind] ?? '';
      const key = Array.from({ length: Number(length) }, () =>
        signs.charAt(Math.floor(random() * signs.length)),
      ).join('');
      keys.push(key);
      return key;
    });
  return { text, key: keys.sort((a, b) => b.length - a.length)[0] ?? '' };
}
