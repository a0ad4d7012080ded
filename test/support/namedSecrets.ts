import type { Redactor } from '../../src/core/ports.ts';

/** A made-up token that the secret rules take for a GitHub token. It is in two parts, so that no scanner reports it. */
export const MADE_UP_TOKEN = ['ghp', 'x9Yb7Zc5Wd3Ve1Uf0Tg2Sh4Ri6Qj8Pk1LmNo'].join('_');

/**
 * Finds each value after `pw=`, in plain text or inside a JSON string. A value ends before white space, a double quote
 * or an escaped line break. All other escaped characters, even `\"`, belong to the value.
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
