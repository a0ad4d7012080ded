import type { Redactor } from '../../src/core/ports.ts';

/** A made-up token that the rules take for a GitHub token. It is assembled here so that no scanner reports it. */
export const MADE_UP_TOKEN = ['ghp', 'x9Yb7Zc5Wd3Ve1Uf0Tg2Sh4Ri6Qj8Pk1LmNo'].join('_');

/**
 * Finds the value after `pw=`, up to a space, the end of the line or a quote, in plain text or inside a JSON string.
 */
export const findsPasswords: Redactor = {
  find: (texts) =>
    Promise.resolve(
      texts.map((text) =>
        [...text.matchAll(/pw=((?:\\[^n]|[^\s"\\])+)/g)].map(({ index, 1: value = '' }) => ({
          start: index + 3,
          end: index + 3 + value.length,
          kind: 'password',
        })),
      ),
    ),
};
