import type { TextSpan } from '../../core/log/mask.ts';
import { isGiven, isIssued } from './plausibleSecret.ts';

/**
 * Keys whose issuer gave them a beginning or a shape of their own, by the issuers' documentation: what to call them, and
 * the source of a pattern, bounded in every quantifier. What begins like a key must look random behind it, too.
 */
const issued: readonly (readonly [kind: string, source: string])[] = [
  ['api key', '(?:sk|rk)[-_](?:[a-z0-9]{2,10}[-_]){0,2}[\\w-]{20,400}'],
  [
    'api key',
    '(?:xai|pplx|gsk|csk|nvapi|tvly|fw|r8|jina|tgp_v1|key|pa|lsv2_(?:pt|sk)|pcsk|sgp)[-_][\\w-]{20,200}',
  ],
  ['google token', '(?:ya29\\.[\\w-]{20,400}|GOCSPX-[\\w-]{20,60}|1//0[\\w-]{30,200})'],
  ['github token', '(?:gh[opsur]_[A-Za-z0-9]{36,255}|github_pat_\\w{40,255})'],
  ['gitlab token', '(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[\\w.-]{20,300}|GR1348941[\\w-]{20,40})'],
  ['slack token', '(?:xox[abceoprs]-|xoxe\\.xox[bp]-|xapp-)[\\w-]{10,400}'],
  ['discord token', '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,45}'],
  ['telegram token', '\\d{8,10}:AA[\\w-]{32,34}'],
  [
    'package registry token',
    '(?:npm_[A-Za-z0-9]{36}|pypi-[\\w-]{50,400}|rubygems_[a-f0-9]{48}|cio[A-Za-z0-9]{32}|oy2[a-z0-9]{43}|dckr_(?:pat|oat)_[\\w-]{20,60}|jfrt@[\\w-]{20,100}|AKCp[A-Za-z0-9]{60,80})',
  ],
  [
    'cloud token',
    '(?:do[opr]_v1_[a-f0-9]{64}|LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{32}|AQVN[\\w-]{35,40}|FlyV1 fm\\d_[\\w+/=,-]{40,1500}|fo1_[\\w-]{40,50}|nf[pcoub]_[A-Za-z0-9]{36}|rnd_[A-Za-z0-9]{24,40}|sbp_[a-f0-9]{40}|sb_secret_[\\w-]{20,60}|pscale_(?:tkn|pw|oauth)_[\\w-]{32,64}|HRKU-[\\w-]{36,70}|v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,160}|vercel_\\w{20,40})',
  ],
  [
    'vault token',
    '(?:hv[sbr]\\.[\\w-]{20,300}|\\w{14}\\.atlasv1\\.[\\w-]{60,80}|dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.]{40,60}|ops_eyJ[\\w+/=-]{100,2000}|sha256~[\\w-]{43})',
  ],
  ['token', '(?:hf|api_org)_[A-Za-z0-9]{30,60}'],
  [
    'token',
    '(?:(?:ntn|lin_(?:api|oauth)|fig[duor]|phx|bkua|pul|sq[upa]|CCIPAT|shippo_(?:live|test)|rdme|aio|sntry[su]|glsa|glc|whsec|pnu|secret|tfp|duffel_(?:live|test)|shp(?:at|ca|pa|ss))[-_]|dapi|EZ[AT]K|FLWSECK)[\\w+/=-]{24,300}',
  ],
  [
    'token',
    '(?:tskey-[a-z]{2,10}-[\\w-]{10,60}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|NRAK-[A-Z0-9]{27}|NRJS-[a-f0-9]{19}|pat-(?:na|eu)\\d-[a-f0-9-]{36}|xkeysib-[a-f0-9]{64}-\\w{16}|SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}|key-[a-f0-9]{32}|[a-f0-9]{32}-us\\d{1,2}|dt0c01\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}|CFPAT-[\\w-]{40,50}|AT(?:ATT3|CTT3|BB)[\\w=-]{20,300}|sq0(?:atp|csp|idp)-[\\w-]{22,60}|EAAA[\\w-]{50,80}|EAA[A-Za-z0-9]{60,300}|IGQ[\\w-]{60,300}|amzn\\.mws\\.[a-f0-9-]{36}|SK[a-f0-9]{32}|sdk-[a-f0-9-]{36}|\\w{3}\\dQ~[\\w.~-]{31,34}|[A-Za-z0-9_-]{8,24}:APA91b[\\w-]{100,200})',
  ],
  ['private key', 'AGE-SECRET-KEY-1[A-Z0-9]{50,60}'],
  ['private key', '(?:xprv[1-9A-HJ-NP-Za-km-z]{100,112}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})'],
];

/** Shapes so narrow that nothing else has them. */
const exact: readonly (readonly [kind: string, source: string])[] = [
  ['aws key id', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'],
  ['google key', 'AIza[\\w-]{35}'],
  ['jwt', 'eyJ[\\w-]{8,4000}\\.eyJ[\\w-]{8,8000}\\.[\\w-]{8,2000}'],
  [
    'encrypted token',
    'eyJ[\\w-]{8,4000}\\.[\\w-]{0,2000}\\.[\\w-]{8,2000}\\.[\\w-]{8,8000}\\.[\\w-]{16,200}',
  ],
];

/** A word so long that it may be one of these; all others are passed over at their first sign. */
const START = '(?<![\\w-])(?=\\w\\S{15})';

/** All rows as one pattern, each row a group of its own: the text is walked through once. */
function combined(rows: readonly (readonly [string, string])[], prefix: string): RegExp {
  const groups = rows.map(([, source], index) => `(?<${prefix}${String(index)}>${source})`);
  return new RegExp(`${START}(?:${groups.join('|')})(?!\\w)`, 'g');
}

const shapes = [
  { rows: issued, pattern: combined(issued, 'i'), isPlausible: isIssued },
  { rows: exact, pattern: combined(exact, 'e'), isPlausible: isGiven },
];

/** Keys that are told by how they look, wherever they stand. */
export function findIssuedKeys(text: string): readonly TextSpan[] {
  return shapes.flatMap(({ rows, pattern, isPlausible }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: value, index, groups }) => {
      if (!isPlausible(value)) return [];
      const row = Object.values(groups ?? {}).findIndex((group: string | undefined) => group !== undefined);
      return [{ start: index, end: index + value.length, kind: rows[row]?.[0] ?? 'key' }];
    }),
  );
}
