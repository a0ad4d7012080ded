import { kindOfName, namesIn } from '../text/names.ts';

/** A verifiable part of a clause: code in backticks, a quotation, a name, a number, or a message's address. */
export interface Claim {
  readonly kind: 'code' | 'quote' | 'name' | 'number' | 'address';
  readonly text: string;
}

const CODE = /`([^`\n]{1,300})`/g;
const QUOTE =
  /(?<!\w)"([^"\n]{4,300})"|[“„]([^“”„\n]{4,300})[“”]|«\s*([^»\n]{4,300}?)\s*»|[「『]([^」』\n]{2,300})[」』]|(?<![\w'])'([^'\n]{4,300})'(?!\w)/g;
const ADDRESS = /\bm\d+\b/g;
const NUMBER = /(?<![\w.,])\d+(?:[.,:]\d+)*(?![\w])/g;
/**
 * Names of languages that look like identifiers. These names are not claims, since often only file extensions show the
 * language of a project.
 */
const LANGUAGES = new Set(['TypeScript', 'JavaScript']);

export function claimsOf(clause: string): readonly Claim[] {
  const claims: Claim[] = [];
  const take = (kind: Claim['kind'], pattern: RegExp, from: string): string =>
    from.replace(pattern, (...match: unknown[]) => {
      const groups = match.slice(1, -2).filter((group) => typeof group === 'string');
      claims.push({ kind, text: (groups[0] ?? String(match[0])).trim() });
      return ' ';
    });
  // Code within a quotation is looked up in addition to the whole quotation. A quotation within code is not looked up
  // separately.
  const withoutCode = clause.replace(CODE, (code) => '\u0000'.repeat(code.length));
  for (const match of clause.matchAll(QUOTE)) {
    const end = match.index + match[0].length - 1;
    const isInCode = withoutCode.charAt(match.index) === '\u0000' || withoutCode.charAt(end) === '\u0000';
    const text = match.slice(1).find(Boolean);
    if (!isInCode && text !== undefined) claims.push({ kind: 'quote', text: text.trim() });
  }
  const prose = take('address', ADDRESS, take('code', CODE, clause).replace(QUOTE, ' '));
  // Numbers are parsed separately, since names can't contain thousands separators.
  const names = namesIn(prose).filter((name) => kindOfName(name) !== 'number');
  for (const name of names) if (!LANGUAGES.has(name)) claims.push({ kind: 'name', text: name });
  const bare = names.reduce((rest, name) => rest.replaceAll(name, ' '), prose);
  for (const [number] of bare.matchAll(NUMBER)) claims.push({ kind: 'number', text: number });
  return claims;
}
