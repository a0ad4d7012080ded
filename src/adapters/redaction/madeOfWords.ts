/**
 * Distinguishes values made of words, such as names, paths and text, from passwords and random characters.
 * `accessToken`, `github-webhook` and `config.apiKey` are made of words; `xK9fQ2`, `qzxvwkjh` and `p4ss` are not.
 */

/**
 * Matches names, paths and dotted paths in code: `accessToken`, `config.apiKey`, `auth.password.label`,
 * `/run/secrets/db`, `app:visible-hours`, `user?.token`, `Auth::key`, `isSecret?`.
 */
const NAME_LIKE =
  /^[/@#_]?[a-z_$][\w$]*(?:(?:[./#-]|\?\.|::|->|:(?=[a-z]+(?:-[a-z]+)+$))[a-z_$][\w$]*)*[!?]?$/i;
/** Matches the segments of a name: `HTTP`, `Access`, `Token` in `HTTPAccessToken`. */
const SEGMENT = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
/** The minimum mean length of a name's segments. The segments of random text have two or three letters. */
const SHORTEST_MEAN_SEGMENT = 3;

/**
 * Matches the 220 most frequent pairs of letters in the documentation of about four hundred packages. These are 93 % of
 * all pairs in the documentation, but only 33 % of all pairs in random letters. So at least 70 % of the pairs in a name
 * must be common. Fewer than five pairs are too few to judge.
 */
const COMMON_PAIR = new RegExp(
  'a[bcdgilmnprstuvy]|b[aejloru]|c[aehiklortu]|d[adeiosu]|e[abcdefglmnpqrstvwxy]|f[aefioru]|g[ehinru]|h[aeiortu]|i[abcdefglmnoprstv]|j[es]|k[aei]|l[adeilostuy]|m[abeimop]|n[acdefgiopstu]|o[bcdgklmnoprstuvw]|p[aeilmoprstu]|q[u]|r[acdegiklmnorstuy]|s[acehiopstuy]|t[acehiloprstuy]|u[begilmnprst]|v[aei]|w[aehio]|x[pt]|y[nop]',
);
const LEAST_COMMON_SHARE = 0.7;
const FEWEST_PAIRS = 5;
/**
 * Matches three or more words that are joined by hyphens, underscores or colons: `owner-call-prejoin`. Random text
 * seldom has this form, so a smaller share of common pairs is sufficient.
 */
const KEBAB = /^[a-z]{3,12}(?:[-_:][a-z]{3,12}){2,}$/;
const LEAST_COMMON_SHARE_KEBAB = 0.55;

/** Returns whether a value is a name made of words, as in code and configuration: `accessToken`, `github-webhook`. */
export function isMadeOfWords(value: string): boolean {
  const segments = segmentsOf(value);
  return (
    segments.length > 0 &&
    readsAsWords(segments, KEBAB.test(value) ? LEAST_COMMON_SHARE_KEBAB : LEAST_COMMON_SHARE)
  );
}

/**
 * Returns the segments of a name: `access` and `Token` for `accessToken`. Returns an empty list if the value does not
 * have the form of a name, contains several numbers (`p4ss3word`), or has segments that are too short (`aBcDeF`).
 */
function segmentsOf(value: string): readonly string[] {
  const numbers = value.match(/\d+/g)?.length ?? 0;
  if (!NAME_LIKE.test(value) || numbers > 1 || (numbers > 0 && /[!?]$/.test(value))) return [];
  const segments = value.match(SEGMENT) ?? [];
  return segments.join('').length >= SHORTEST_MEAN_SEGMENT * segments.length ? segments : [];
}

/** Returns whether the share of common pairs of letters is at least `least`, or there are too few pairs to judge. */
function readsAsWords(segments: readonly string[], least = LEAST_COMMON_SHARE): boolean {
  const pairs = segments.flatMap((segment) =>
    Array.from({ length: segment.length - 1 }, (_, at) => segment.slice(at, at + 2).toLowerCase()),
  );
  const common = pairs.filter((pair) => COMMON_PAIR.test(pair)).length;
  return pairs.length < FEWEST_PAIRS || common >= least * pairs.length;
}

/** The minimum length of a word within a key. Random characters seldom contain a word of this length. */
const SHORTEST_WORD = 4;

/**
 * Returns the share of a value's characters that belong to words. Returns 8 of 15 for `sk-test-user-12`, and 0 if the
 * pairs of letters look random.
 */
export function shareOfWords(value: string): number {
  const words = (value.match(SEGMENT) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
  return readsAsWords(words) ? words.join('').length / Math.max(1, value.length) : 0;
}

/** Matches a segment that shows that a name is the name of a secret. */
const OF_SECRETS =
  /^(?:passw(?:or)?d|passphrase|pass|pwd|pw|secrets?|tokens?|keys?|credentials?|auth|jwt|csrf)$/i;

/**
 * Returns whether a value is the name of a secret: `userPassword`, `auth.token.label`, `github-token-v1`. A value with
 * digits that are not a version number may be a secret itself.
 */
export function isNameOfSecret(value: string): boolean {
  const name = value.replace(/[-_.]v\d{1,2}$/i, '');
  return !/\d/.test(name) && segmentsOf(name).some((segment) => OF_SECRETS.test(segment));
}

/** Matches values of several words, as in code: `accessToken`, `access.token`, `access-token`. */
const SEVERAL_WORDS = /[a-z\d][A-Z]|[._/-]/;
/** Matches dotted paths: `config.apiKey`, `user?.token`. */
const DOTTED = /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)+$/i;

/** Returns whether a value is written like code: a name of several words, a dotted path or a type such as `String`. */
export function isCodeLike(value: string): boolean {
  if (DOTTED.test(value) && value.split('.').some(isMadeOfWords)) return true;
  return isMadeOfWords(value) && (SEVERAL_WORDS.test(value) || /^[A-Z][a-z]+$/.test(value));
}
