import type { TextSpan } from '../../core/session/mask.ts';
import { isGiven, isTokenLike } from './plausibleSecret.ts';

interface SecretPattern {
  readonly kind: string;
  /** Bounded in every quantifier. Its group `secret`, or all of it, is the secret. */
  readonly pattern: RegExp;
  readonly isPlausible: (value: string) => boolean;
}

/** Keys whose issuer gave them a shape of their own, and places where only a secret stands. */
const patterns: readonly SecretPattern[] = [
  {
    kind: 'aws key id',
    pattern: /(?<![\w-])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![\w-])/g,
    isPlausible: isGiven,
  },
  {
    kind: 'jwt',
    pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/g,
    isPlausible: isTokenLike,
  },
  {
    kind: 'api key',
    pattern: /(?<![\w-])(?:sk|rk)[-_](?:[a-z0-9]{2,10}[-_]){0,2}[\w-]{20,400}/g,
    isPlausible: (value) => isTokenLike(value) && /[A-Z]|\d[a-z]+\d/.test(value.slice(3)),
  },
  { kind: 'google key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g, isPlausible: isGiven },
  {
    kind: 'google token',
    pattern: /(?<![\w-])(?:ya29\.[\w-]{20,400}|GOCSPX-[\w-]{20,60})/g,
    isPlausible: isTokenLike,
  },
  {
    kind: 'github token',
    pattern: /(?<![\w-])(?:gh[opsur]_[A-Za-z0-9]{36,255}|github_pat_\w{40,255})/g,
    isPlausible: isTokenLike,
  },
  { kind: 'gitlab token', pattern: /(?<![\w-])glpat-[\w-]{20,100}/g, isPlausible: isTokenLike },
  { kind: 'slack token', pattern: /(?<![\w-])xox[abeoprs]-[\w-]{10,300}/g, isPlausible: isTokenLike },
  {
    kind: 'token',
    pattern: /(?<![\w-])(?:hf_[A-Za-z0-9]{30,60}|npm_[A-Za-z0-9]{36}|pypi-[\w-]{50,400})/g,
    isPlausible: isTokenLike,
  },
  {
    kind: 'bearer token',
    pattern:
      /\b(?:bearer|authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:basic|token))\s{1,3}(?<secret>[\w.~+/-]{16,4000}={0,2})/gi,
    isPlausible: isTokenLike,
  },
  {
    kind: 'password',
    pattern: /:\/\/[^\s:@/"'`<>]{0,100}:(?<secret>[^\s@/"'`<>]{3,200})@(?=[\w[.-])/g,
    isPlausible: isGiven,
  },
];

export function findPatterns(text: string): readonly TextSpan[] {
  return patterns.flatMap(({ kind, pattern, isPlausible }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match.groups?.['secret'] ?? match[0];
      if (!isPlausible(value)) return [];
      const start = match.index + match[0].indexOf(value, match[0].length - value.length - 1);
      return [{ start, end: start + value.length, kind }];
    }),
  );
}
