import type { TextSpan } from '../../core/log/mask.ts';

/** A PEM or PGP private key, also one inside a JSON string, and one that is cut off before its end. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:[\w+/=\s\\:,.]|-(?!----)){0,20000})(?<end>-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;

/** A line of key material, as against words. */
const KEY_LINE = /[A-Za-z0-9+/=]{20,}/g;

export function findPrivateKeys(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(PRIVATE_KEY)) {
    const { body = '', end } = match.groups ?? {};
    const lastLine = [...body.matchAll(KEY_LINE)].at(-1);
    if (lastLine === undefined) continue;
    const bodyStart = match.index + match[0].indexOf('-----', 5) + 5;
    const cut = bodyStart + lastLine.index + lastLine[0].length;
    const whole = match.index + match[0].length;
    spans.push({ start: match.index, end: end === undefined ? cut : whole, kind: 'private key' });
  }
  return spans;
}
