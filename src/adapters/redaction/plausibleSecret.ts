/** Matches types, literals and placeholders in documentation. */
const STAND_IN =
  /^[^\p{L}\p{N}]*(?:pass(?:word|phrase|code|wd)?|pwd|token|secret|none|null|nil|undefined|void|never|true|false|yes|no|fail(?:ed)?|passed|success|string|str|text|number|int(?:eger)?|float|double|boolean|bool|bytes?|buffer|uuid|date|any|unknown|object|array|list|map|dict|json|hash|hashed|encrypted|required|optional|nullable|invalid|valid|missing|hidden|visible|default|unset|empty|values?|key|name|options?|flags?|arguments?|parameters?|fields?|headers?|variables?|prompt|credentials?|bearer|x-oauth-basic|x-access-token|varchar|char|todo|tbd|tba|n\/a|비밀번호|密码|密碼|パスワード|пароль|contraseña|mot de passe|passwort|kennwort|senha|wachtwoord|foo|bar|baz|foobar|admin|root|guest|user|username|email|postgres|mysql|secretstr|securestring|скрыт[оаы]?|oculto|oculta(?:do|da)?|verborgen|versteckt|geschwärzt|masqué|nascosto|ukryte?|gizli)(?:\(\d*\))?(?:\[\])?[^\p{L}\p{N}]*$/iu;

/** Matches the word for a password or a secret in other languages, as in translation files. */
const WORD_FOR_IT =
  /^(?:adgangskode[rn]?|contrasinal|contrasenya|fjal[eë]kalimi?|geslo|has[lł]o|heslo|jelsz[oó]|kata sandi|kodeord|l[oö]senord|lozinka|m[aậ]t kh[aẩ]u|parol[aeăo]?|parool|pasahitza|pasfhocal|passord|palavra-passe|salasana|sandi|senha|slaptažodis|[sş]ifre|tajna|wachtwoord|zaporka|лозинка|парола|пароль|패스워드|암호|סיסמה|รหัสผ่าน)$/iu;

/** Matches parts of a value that mark it as a placeholder. */
const PLACEHOLDER =
  /x{4,}|[-_]x{3}$|\*{3,}|ваш|votre|dein_|•{3,}|\.{3,}|…|your|example|placeholder|change-?_?me|change-?_?this|replace|redacted|masked|dummy|sample|insert|goes-?_?here|[-_]here$|crwdn[se]\d|base64-?_?encoded|if-?_?you-?_?see|please-?_?(?:use|set|call|enter|fill|add|put|see|update|provide)|generate-?_?(?:with|by|using|me|your)|openssl-rand|^actual[-_]|^not-a-|alpha-?numeric|0{16,}|^(?:db|my|user)_pass(?:word|wd)?$|^myvalue$|\[secret:|(?:password|secret|token)=|^(?:not|my|the|a|new|old|some|fake|mock|test)[-_ ]?(?:real|set|api|auth|access|secret|token|pass\w*|key|pw|\d*$)|secret[-_]?(?:key|token)?$/i;

/** Matches words in brackets, in any script: `[СКРЫТО]`, `「トークン」`, `[PASSWORD-1]`. */
const IN_BRACKETS = /^[[【「『〔（〈《«„“]+[\p{L}\p{M} _:.,/-]+\d{0,3}[\]】」』〕）〉》»“”]+$/u;
/**
 * Matches placeholders with words such as “your”, “new”, “here” or “insert”: `tu_contraseña_aqui`, `nuova_password`,
 * `inserisci-il-token`.
 */
const FOR_READER =
  /^(?:dein|ihr|mein|mon|ton|tu|su|mi|il[-_]tuo|tuo|sua|seu|tw[oó]j|m[oó]j|jouw|тво[йяё]|мо[йяё]|ваш[аи]?|neu(?:es?|er)?|nuov[ao]|nuev[ao]|nouveau|nouvelle|nov[ao]|nowe|yeni|новый|новая|metti|inserisci|incolla|sostituisci|pega|coloca|pon|ingresa|introduce|reemplaza|cole|insira|digite|substitua|mettre|collez|remplacez|wpisz|wstaw|vul|voer|hier|aqu[ií]|ici|qui|вставь(?:те)?|введи(?:те)?)[-_]\p{L}[\p{L}_-]*$|[-_](?:hier|aqu[ií]|ici|qui|здесь|tutaj|buraya|einf(?:ü|ue)gen|einsetzen|eintragen)$/iu;
/**
 * Matches a placeholder in capitals of any language: `NUOVO_HASH`, `ВСТАВЬТЕ_ПАРОЛЬ_1`. In a key, digits are mixed with
 * letters.
 */
const IN_CAPITALS = /^[^\p{L}\p{N}]*\p{Lu}+(?:_+(?:\p{Lu}+|\d{1,3}))+[^\p{L}\p{N}]*$/u;
const CAPITAL_WORDS = /^\p{Lu}{2,}(?:-\p{Lu}{2,})+$/u;
/** Matches the scope of a signature: `key%2F20260101%2Fus-east-1%2Fs3%2Faws4_request`. */
const SCOPE = /^(?:[\w.@-]{3,128}\/)?\d{8}\/[\w-]+\/[\w/-]+$/;

/**
 * Matches forms that a shell, a template or a program replaces by a value, such as `$NAME`, `${name}`, `%NAME%` and
 * `<name>`; also addresses, relative paths, calls, and PEM blocks other than private keys.
 */
const SUBSTITUTED =
  /^["']{0,2}\$[\w{(@!*?]|^%\w+%$|^(?:[\w.-]+=)?%[sdvqx]$|^(?:%[A-Za-z][-:.T_/]?)+Z?$|^[\w.]+<.*[<{]$|^[<{(]|^#\{|\$\{|\{\{|\benv[.[(]|environ\b|getenv|^(?:https?|urn|file|op|arn|vault|env|ref\+\w+):|^@?[a-z][a-z-]*:(?:~|\.{1,2})?\/(?!\/)|^(?:\.{1,2}|~)\/|^@Microsoft\.KeyVault|^ENC\[|^[\w.$]+\([^()]*\)$|^-{5}BEGIN (?!.{0,40}PRIVATE)/i;

/** Matches a variable of a batch file, whole or in part: `!API_KEY!`, `!API_KEY:~0,20!`. */
const BATCH_VARIABLE = /^![A-Z][A-Z\d]*(?:_[A-Z\d]+)+(?:!$|:)/;
/** Matches repeated characters in the form of an identifier: `aaaabbbb-cccc-dddd`. */
const REPEATED = /^(?:(\w)\1{2,}[-_.]?){2,}$/;
/** Matches the name of a file that contains a secret: `k8s/main.key`. */
const FILE_NAME = /^[\w-]+(?:[./][\w-]+)*\.(?:key|pem|crt|cer|p12|pfx|jks|pub|asc|txt|json|ya?ml|env|enc)$/i;

const LETTERS = /[a-z]/i;
const DIGIT = /\d/;

/**
 * Matches names, paths and dotted paths in code: `accessToken`, `config.apiKey`, `auth.password.label`,
 * `/run/secrets/db`, `app:visible-hours`.
 */
const NAME_LIKE =
  /^[/@#_]?[a-z_$][\w$]*(?:(?:[./#-]|\?\.|::|->|:(?=[a-z]+(?:-[a-z]+)+$))[a-z_$][\w$]*)*[!?]?$/i;
const SEVERAL_WORDS = /[a-z\d][A-Z]|[._/-]/;
const DOTTED = /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)+$/i;
const SEGMENT = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const OF_SECRETS =
  /^(?:passw(?:or)?d|passphrase|pass|pwd|pw|secrets?|tokens?|keys?|credentials?|auth|jwt|csrf)$/i;

/** The least mean length of camelCase segments in a name; random letters give segments of two or three letters. */
const SHORTEST_MEAN_SEGMENT = 3;

/**
 * The 220 most frequent pairs of letters in the documentation of about four hundred packages. They cover 93 % of the
 * pairs there, but only 33 % of those in random letters. So 70 % of a name's pairs must be among them; fewer than five
 * pairs are too few to judge.
 */
const COMMON_PAIR = new RegExp(
  'a[bcdgilmnprstuvy]|b[aejloru]|c[aehiklortu]|d[adeiosu]|e[abcdefglmnpqrstvwxy]|f[aefioru]|g[ehinru]|h[aeiortu]|i[abcdefglmnoprstv]|j[es]|k[aei]|l[adeilostuy]|m[abeimop]|n[acdefgiopstu]|o[bcdgklmnoprstuvw]|p[aeilmoprstu]|q[u]|r[acdegiklmnorstuy]|s[acehiopstuy]|t[acehiloprstuy]|u[begilmnprst]|v[aei]|w[aehio]|x[pt]|y[nop]',
);
const LEAST_COMMON = 0.7;
const LEAST_JUDGED = 5;
/**
 * Matches three or more words with hyphens: `owner-call-prejoin`. Random text seldom has this form, so a smaller share
 * of common pairs suffices.
 */
const KEBAB = /^[a-z]{3,12}(?:[-_:][a-z]{3,12}){2,}$/;
const LEAST_COMMON_KEBAB = 0.55;

/**
 * Matches other values that are not secrets: versions and ranges, packages with a version, times, object identifiers,
 * addresses of hosts, memory and Ethereum, colours, patterns, joined texts.
 */
const OTHER =
  /^[~^<>=v]{0,2}\d+(?:\.[\dx*]+)+(?:[-+][\w.]+)?$|^[\w.-]+:\d+(?:\.\d+)+[\w.-]*$|^[@\w./-]+@[~^v]?\d+\.\d+\.\d[\w.-]*$|^0x(?:[\da-f]{1,16}|[\da-f]{40})$|^\d{4}-\d\d-\d\dT[\d:]+|^#[\da-f]{3,8}$|^\[\^|\\[wdsb][+*]|^["']\s*\+|\+\s*["']$/i;
/** Matches durations, sizes and ratios: `15min`, `30d`, `128k`, `12/14`. */
const QUANTITY =
  /^[~<>]?\d+(?:[.,]\d+)?\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|y|years?|[kmgt]i?b?|bits?|bytes?|tokens?|chars?|%|\/\d+)$/i;
/** Matches three CJK characters in a row, as in a sentence; passwords hardly contain them. */
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3}/u;

/** Returns whether a text may be a real value: it is not a placeholder, type, variable, path, version or the like. */
export function isRealValue(value: string): boolean {
  if (STAND_IN.test(value) || WORD_FOR_IT.test(value) || PLACEHOLDER.test(value) || SUBSTITUTED.test(value))
    return false;
  if (OTHER.test(value) || QUANTITY.test(value) || IDEOGRAPHS.test(value)) return false;
  if (IN_BRACKETS.test(value) || isForTheReader(value) || isPlace(value.replace(/%2f/gi, '/'))) return false;
  // `"sbp_oauth_" + …` is the beginning of a token.
  if (/^[a-z]+(?:_[a-z]+)*_$/.test(value)) return false;
  if (REPEATED.test(value) || BATCH_VARIABLE.test(value) || FILE_NAME.test(value)) return false;
  return new Set(value).size > 2;
}

/** Returns whether a value is a placeholder in a manual, which its reader replaces by the real value. */
function isForTheReader(value: string): boolean {
  const isCapital = IN_CAPITALS.test(value) || (CAPITAL_WORDS.test(value) && isMadeOfWords(value));
  return isCapital || FOR_READER.test(value);
}

/** Returns whether a value is a signature's scope, an encoded address, or a path. */
function isPlace(value: string): boolean {
  return SCOPE.test(value) || /^https?%3a\/\//i.test(value) || isPath(value);
}

/**
 * Returns whether a value is a path of words: `/run/secrets/db`, `docs/keys.md`,
 * `projects/7/secrets/key/versions/latest`. A random value with slashes is not a path.
 */
function isPath(value: string): boolean {
  const segments = value.replace(/^\//, '').split('/');
  const words = segments.filter(isMadeOfWords).length;
  if (value.startsWith('/')) return words * 2 >= segments.length;
  if (segments.length === 2) return words > 0 && /\.[a-z]{1,4}$/i.test(value);
  return segments.length > 2 && words * 3 >= segments.length * 2;
}

/** Returns whether a value is random enough for a machine's token, with letters and digits mixed. */
export function isTokenLike(value: string): boolean {
  const isMixed = LETTERS.test(value) && DIGIT.test(value) && new Set(value).size > 4;
  return isMixed && isRealValue(value) && !isSequence(value);
}

/**
 * Returns whether a value is random enough for an issued key: no placeholder, no name made of words, no sequence of
 * ascending characters.
 */
export function isRandom(value: string): boolean {
  if (!isRealKey(value) || new Set(value).size < 5 || isSequence(value)) return false;
  // SiliconFlow's keys consist of lower-case letters only.
  if (!DIGIT.test(value) && !/[A-Z]/.test(value)) return /[a-z]{40}/.test(value) && shareOfWords(value) === 0;
  const mixed = (value.match(MIXED)?.length ?? 0) / value.length;
  if (mixed >= LEAST_MIXED) return true;
  return shareOfWords(value) < (mixed >= LEAST_MIXED / 2 ? MOST_OF_WORDS_BY_CHANCE : MOST_OF_WORDS);
}

/** Returns whether a key is real rather than a placeholder. A long key may contain `xXxX` by chance. */
function isRealKey(value: string): boolean {
  const placeholder = PLACEHOLDER.exec(value)?.[0] ?? '';
  if (placeholder.length >= MOST_BY_CHANCE * value.length) return false;
  // `sk-METTI_LA_TUA_CHIAVE`: a placeholder after a key's prefix.
  if (IN_CAPITALS.test(value.replace(/^(?:[a-z]+\d?[-_])+/, ''))) return false;
  return !STAND_IN.test(value) && !SUBSTITUTED.test(value) && !OTHER.test(value) && !QUANTITY.test(value);
}

/** The share of a key's length that may look like a placeholder by chance. */
const MOST_BY_CHANCE = 0.15;
/**
 * Matches a change between digit and letter, or before a capital letter: nearly every second position in random text,
 * every sixth in camelCase names.
 */
const MIXED = /(?<=\d)[A-Za-z]|(?<=[A-Za-z])\d|(?<=[a-z])[A-Z]/g;
const LEAST_MIXED = 0.3;
/**
 * The largest share of a key's characters within words of four letters or more. In names it is half or more, in keys
 * about a tenth.
 */
const MOST_OF_WORDS = 0.45;
/** The same for a key in which digits and letters are mixed, so that it contains words only by chance. */
const MOST_OF_WORDS_BY_CHANCE = 0.65;
/** The fewest letters of a word; random characters seldom contain a word this long. */
const SHORTEST_WORD = 4;

/**
 * The number of characters around a value that show whether it is within base64, which mixes capitals, digits and small
 * letters far more than a path.
 */
const BESIDE = 41;

/** Returns whether a value is within base64 data, such as an image, which may contain any key's form by chance. */
export function isInBase64(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - BESIDE), start);
  const after = text.slice(end, end + BESIDE);
  return (/[+/]$/.test(before) && isBase64(before)) || (/^[+/]/.test(after) && isBase64(after));
}

function isBase64(text: string): boolean {
  const mixed = text.match(MIXED)?.length ?? 0;
  return text.length === BESIDE && /^[A-Za-z\d+/]+$/.test(text) && mixed >= (LEAST_MIXED / 2) * BESIDE;
}

/**
 * Returns the share of a value's characters that belong to words; 0 if the pairs of letters look random.
 */
export function shareOfWords(value: string): number {
  const words = (value.match(SEGMENT) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
  return readsAsWords(words) ? words.join('').length / Math.max(1, value.length) : 0;
}

/**
 * The least length of a sequence of ascending characters, as people type for placeholders. Only one random value in
 * millions contains one.
 */
const SHORTEST_SEQUENCE = 6;
const LEAST_OF_SEQUENCES = 0.4;

/**
 * Returns whether at least 40 % of a value's characters are in sequences of ascending characters, as in `sk-12345678`
 * and `abcdefgh`, but not in a long key that begins with a sequence.
 */
export function isSequence(value: string): boolean {
  let run = 1;
  let inRuns = 0;
  for (let at = 1; at <= value.length; at++) {
    if (value.charCodeAt(at) === value.charCodeAt(at - 1) + 1) run++;
    else {
      if (run >= SHORTEST_SEQUENCE) inRuns += run;
      run = 1;
    }
  }
  return inRuns >= LEAST_OF_SEQUENCES * value.length;
}

/**
 * Returns whether a value is a name made of words, as in code and configuration: `accessToken`, `github-webhook`.
 */
export function isMadeOfWords(value: string): boolean {
  const segments = segmentsOf(value);
  return segments.length > 0 && readsAsWords(segments, KEBAB.test(value) ? LEAST_COMMON_KEBAB : LEAST_COMMON);
}

/** Returns the segments of a name if they are as long as words; else none. */
function segmentsOf(value: string): readonly string[] {
  if (DIGIT.test(value) && /[!?]$/.test(value)) return [];
  if (!NAME_LIKE.test(value) || (value.match(/\d+/g)?.length ?? 0) > 1) return [];
  const segments = value.match(SEGMENT) ?? [];
  const letters = segments.reduce((sum, segment) => sum + segment.length, 0);
  return letters >= SHORTEST_MEAN_SEGMENT * segments.length ? segments : [];
}

function readsAsWords(segments: readonly string[], least = LEAST_COMMON): boolean {
  const pairs = segments.flatMap((segment) =>
    Array.from({ length: segment.length - 1 }, (_, at) => segment.slice(at, at + 2).toLowerCase()),
  );
  const common = pairs.filter((pair) => COMMON_PAIR.test(pair)).length;
  return pairs.length < LEAST_JUDGED || common >= least * pairs.length;
}

/**
 * Returns whether a value is the name of a secret: `userPassword`, `auth.token.label`, `github-token-v1`. A value with
 * other digits may be a secret itself.
 */
export function isNameOfSecret(value: string): boolean {
  const name = value.replace(/[-_.]v\d{1,2}$/i, '');
  return !DIGIT.test(name) && segmentsOf(name).some((segment) => OF_SECRETS.test(segment));
}

/** Returns whether a value is written like code, e.g. a name, a dotted path or a type. */
export function isCodeLike(value: string): boolean {
  if (DOTTED.test(value) && value.split('.').some(isMadeOfWords)) return true;
  return isMadeOfWords(value) && (SEVERAL_WORDS.test(value) || /^[A-Z][a-z]+$/.test(value));
}
