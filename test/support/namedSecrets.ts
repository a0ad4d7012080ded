import type { Redactor } from '../../src/core/ports.ts';

/** Finds the value behind `pw=`, up to a space, a line's end or a quote, as a person or JSON writes it. */
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
