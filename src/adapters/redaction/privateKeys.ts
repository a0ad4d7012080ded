import type { TextSpan } from '../../core/log/mask.ts';
import { isTokenLike } from './plausibleSecret.ts';

/** Matches a PEM or PGP private key. The end of the key may be missing, and the key may be part of a JSON string. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:[\w+/=\s\\:,.]|-(?!----)){0,20000})(?<end>-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;

/**
 * Matches a whole private key whose lines may have other text before and after them: quotation or comment marks, line
 * numbers, or the quotes and operators that join strings in code.
 */
const FRAMED_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:[^-]|-(?!----)){20,20000})-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/**
 * Matches a private key file in Base64, whose text begins with `-----BEGIN`. The Base64 text may be split into lines of
 * 60 to 100 characters, and may be part of a JSON string.
 */
const ENCODED_KEY =
  /\bLS0tLS1CRUdJTi[A-Za-z0-9+/]{46,20000}={0,2}(?:(?:\r?\n|(?:\\r)?\\n)[A-Za-z0-9+/]{60,100}={0,2})*(?:(?:\r?\n|(?:\\r)?\\n)[A-Za-z0-9+/]{1,100}={1,2})?/g;
/** Matches `PRIVATE KEY` in Base64. There are three encodings, since Base64 encodes groups of three bytes. */
const ENCODED_NAME = /UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtF/;
/** The number of characters at the beginning of the Base64 text that are searched for `ENCODED_NAME`. */
const ENCODED_HEAD = 80;

/** Matches a line of key material. Words are shorter. */
const KEY_LINE = /[A-Za-z0-9+/=]{20,}/g;

const TAIL = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/**
 * Matches the end of a key's BEGIN line. If this line is directly above the key's lines, the key's beginning is not
 * missing. So `keyTails` skips the key, and `wholeKeys` finds it.
 */
const HEAD_END = /-----\s{0,4}(?:\\[nr]){0,2}$/;
/** Matches lines of base64 at the end of a text. */
const LINES_BEFORE = /(?:[A-Za-z0-9+/=]{4,100}\s{0,4}(?:\r?\n|\\n)){1,200}$/;
/**
 * The maximum number of characters before an END line that `keyTails` searches. A private key of 16,384 bits has about
 * 12,800 characters.
 */
const LONGEST_TAIL = 13_000;

/** Matches a JSON Web Key (https://www.rfc-editor.org/rfc/rfc7517). `JWK_NUMBER` matches its private numbers. */
const JWK = /\{[^{}]{0,4000}"kty\\?"\s{0,4}:[^{}]{0,8000}\}/g;
const JWK_NUMBER = /"(?:d|p|q|dp|dq|qi|k)\\?"\s{0,4}:\s{0,4}\\?"(?<secret>[\w-]{20,2000})/dg;

const PUTTY =
  /Private-Lines: ?\d{1,3}(?:\r?\n|\\r\\n|\\n)(?<body>(?:[A-Za-z0-9+/=]{1,80}(?:\r?\n|\\r\\n|\\n)?){1,200})/g;

/**
 * Finds private keys in PEM, PGP and PuTTY format, private key files in Base64, and the private numbers of JSON Web
 * Keys. The beginning or the end of a PEM or PGP key may be missing.
 */
export function findPrivateKeys(text: string): readonly TextSpan[] {
  const framed = framedKeys(text);
  const starts = new Set(framed.map(({ start }) => start));
  const plain = wholeKeys(text).filter(({ start }) => !starts.has(start));
  return [...framed, ...plain, ...encodedKeys(text), ...keyTails(text), ...ofPutty(text), ...ofJwk(text)];
}

function wholeKeys(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(PRIVATE_KEY)) {
    const { body = '', end } = match.groups ?? {};
    const lastLine = [...body.matchAll(KEY_LINE)].at(-1);
    if (lastLine === undefined) continue;
    const bodyStart = match.index + match[0].indexOf('-----', 5) + 5;
    const cut = bodyStart + lastLine.index + lastLine[0].length;
    const whole = match.index + match[0].length;
    spans.push({
      start: match.index,
      end: end === undefined ? cut : whole,
      kind: 'private key',
      rule: 'pem',
    });
  }
  return spans;
}

function framedKeys(text: string): readonly TextSpan[] {
  return [...text.matchAll(FRAMED_KEY)].flatMap(({ index, 0: { length }, groups }) => {
    const body = groups?.['body'] ?? '';
    const lines = [...body.matchAll(KEY_LINE)].reduce((sum, [line]) => sum + line.length, 0);
    const isKey = lines * 2 >= body.replace(/\s/g, '').length;
    return isKey ? [{ start: index, end: index + length, kind: 'private key', rule: 'pem' }] : [];
  });
}

function encodedKeys(text: string): readonly TextSpan[] {
  return [...text.matchAll(ENCODED_KEY)].flatMap(({ index, 0: found }) =>
    ENCODED_NAME.test(found.slice(0, ENCODED_HEAD))
      ? [{ start: index, end: index + found.length, kind: 'private key', rule: 'pem' }]
      : [],
  );
}

/** Finds the ends of private keys whose beginning is missing. Reads each part of the text once. */
function keyTails(text: string): readonly TextSpan[] {
  let seen = 0;
  return [...text.matchAll(TAIL)].flatMap(({ index, 0: end }) => {
    const from = Math.max(seen, index - LONGEST_TAIL);
    seen = index + end.length;
    const body = LINES_BEFORE.exec(text.slice(from, index))?.[0];
    if (body === undefined || !/[A-Za-z0-9+/=]{20}/.test(body)) return [];
    const start = index - body.length;
    if (HEAD_END.test(text.slice(Math.max(0, start - 20), start))) return [];
    return [{ start, end: index, kind: 'private key', rule: 'pem-tail' }];
  });
}

function ofJwk(text: string): readonly TextSpan[] {
  if (!text.includes('"kty')) return [];
  return [...text.matchAll(JWK)].flatMap(({ index: at, 0: key }) =>
    [...key.matchAll(JWK_NUMBER)].flatMap(({ indices }) => {
      const [start, end] = indices?.groups?.['secret'] ?? [0, 0];
      if (!isTokenLike(key.slice(start, end))) return [];
      return [{ start: at + start, end: at + end, kind: 'private key', rule: 'pem' }];
    }),
  );
}

function ofPutty(text: string): readonly TextSpan[] {
  return [...text.matchAll(PUTTY)].map(({ index, 0: { length }, groups }) => ({
    start: index + length - (groups?.['body'] ?? '').length,
    end: index + length,
    kind: 'private key',
    rule: 'putty',
  }));
}
