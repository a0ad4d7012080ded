import { isMadeOfWords } from './madeOfWords.ts';

/** A pattern for values that are not secrets, with examples. */
type Form = readonly [pattern: RegExp, ...examples: readonly string[]];

/**
 * Words that are written instead of a value. They may be alone, between punctuation marks, or before empty brackets or
 * a length: `<string>`, `None`, `varchar(255)`, `bytes[]`.
 */
const WORDS = [
  // Names of a secret.
  'pass(?:word|phrase|code|wd)?|pwd|token|secret|key|hash|credentials?|bearer|x-oauth-basic|x-access-token',
  '비밀번호|密码|密碼|パスワード|пароль|contraseña|mot de passe|passwort|kennwort|senha|wachtwoord',
  // Literals, and words for the result of a check.
  'none|null|nil|undefined|void|never|true|false|yes|no|fail(?:ed)?|passed|success',
  // Types.
  'string|str|text|number|int(?:eger)?|float|double|boolean|bool|bytes?|buffer|uuid|date|any|unknown|object|array|list',
  'map|dict|json|varchar|char|secretstr|securestring',
  // Notes about a value.
  'hashed|encrypted|required|optional|nullable|invalid|valid|missing|hidden|visible|default|unset|empty',
  'todo|tbd|tba|n\\/a|скрыт[оаы]?|oculto|oculta(?:do|da)?|verborgen|versteckt|geschwärzt|masqué|nascosto|ukryte?|gizli',
  // Parts of programs and forms.
  'values?|name|options?|flags?|arguments?|parameters?|fields?|headers?|variables?|prompt',
  // Common names in examples.
  'foo|bar|baz|foobar|admin|root|guest|user|username|email|postgres|mysql',
];
const PUNCTUATION = /[^\p{L}\p{N}]*/u.source;

/** Forms that are neither passwords nor keys: texts that a program replaces by a value, and data of other kinds. */
const NOT_VALUES: readonly Form[] = [
  [
    new RegExp(`^${PUNCTUATION}(?:${WORDS.join('|')})(?:\\(\\d*\\))?(?:\\[\\])?${PUNCTUATION}$`, 'iu'),
    '<string>',
    'None',
    'varchar(255)',
  ],
  // Variables, templates and formats.
  [/^["']{0,2}\$[\w{(@!*?]/, '$NAME', '"${name}', '$(cat key)'],
  [/^%\w+%$/, '%NAME%'],
  [/^(?:[\w.-]+=)?%[sdvqx]$/i, '%s', 'token=%s'],
  [/^(?:%[A-Za-z][-:.T_/]?)+Z?$/i, '%Y-%m-%d'],
  [/^[<{(]/, '<name>', '{name}'],
  [/^#\{|\$\{|\{\{/, '#{name}', 'my-${name}', 'my-{{ name }}'],
  [/\benv[.[(]|environ\b|getenv/i, 'process.env.NAME', "os.environ['NAME']"],
  [/^@Microsoft\.KeyVault|^ENC\[/i, '@Microsoft.KeyVault(name)', 'ENC[AES256,data]'],
  // Addresses, relative paths, and paths after a scheme.
  [/^(?:https?|urn|file|op|arn|vault|env|ref\+\w+):/i, 'https://a.test', 'op://team/db', 'ref+vault://db'],
  [/^@?[a-z][a-z-]*:(?:~|\.{1,2})?\/(?!\/)/i, 'store:/db', '@path:./db'],
  [/^(?:\.{1,2}|~)\//, './db', '~/db'],
  // Code: an incomplete type, a function call, a string that is joined to another string.
  [/^[\w.]+<.*[<{]$/, 'Map<String,List<'],
  [/^[\w.$]+\([^()]*\)$/, 'readKey()', 'config.get(1)'],
  [/^["']\s*\+|\+\s*["']$/, '" + name', 'name + "'],
  // Regular expressions.
  [/^\[\^|\\[wdsb][+*]/i, '[^/]+', String.raw`\w+@a`],
  // PEM blocks other than private keys.
  [/^-{5}BEGIN (?!.{0,40}PRIVATE)/i, '-----BEGIN CERTIFICATE-----'],
  // Versions and version ranges, also after the name of a package or image.
  [/^[~^<>=v]{0,2}\d+(?:\.[\dx*]+)+(?:[-+][\w.]+)?$/i, '1.2.3', '>=1.x', 'v1.2.3-beta.1'],
  [/^[\w.-]+:\d+(?:\.\d+)+[\w.-]*$/, 'redis:7.2-slim'],
  [/^[@\w./-]+@[~^v]?\d+\.\d+\.\d[\w.-]*$/i, 'lamp@^1.2.3', '@home/lamp@1.2.3-rc'],
  // Memory addresses, Ethereum addresses, times, colours.
  [/^0x(?:[\da-f]{1,16}|[\da-f]{40})$/i, '0x7ffc'],
  [/^\d{4}-\d\d-\d\dT[\d:]+/i, '2026-01-02T03:04:05Z'],
  [/^#[\da-f]{3,8}$/i, '#a1b2c3'],
  // Durations, sizes and ratios.
  [
    /^[~<>]?\d+(?:[.,]\d+)?\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|y|years?|[kmgt]i?b?|bits?|bytes?|tokens?|chars?|%|\/\d+)$/i,
    '15min',
    '128k',
    '12/14',
  ],
];

/** Matches words in capital letters that are joined by underscores. */
const IN_CAPITALS = /^[^\p{L}\p{N}]*\p{Lu}+(?:_+(?:\p{Lu}+|\d{1,3}))+[^\p{L}\p{N}]*$/u;

/**
 * Forms that are not passwords. A random key may have such a form by chance, so `isRealKey` tests only one of these
 * forms: `IN_CAPITALS`.
 */
const NOT_PASSWORDS: readonly Form[] = [
  // The word for a password in other languages, as in translation files.
  [
    /^(?:adgangskode[rn]?|contrasinal|contrasenya|fjal[eë]kalimi?|geslo|has[lł]o|heslo|jelsz[oó]|kata sandi|kodeord|l[oö]senord|lozinka|m[aậ]t kh[aẩ]u|parol[aeăo]?|parool|pasahitza|pasfhocal|passord|palavra-passe|salasana|sandi|senha|slaptažodis|[sş]ifre|tajna|wachtwoord|zaporka|лозинка|парола|пароль|패스워드|암호|סיסמה|รหัสผ่าน)$/iu,
    'salasana',
    'Lozinka',
  ],
  // Three CJK characters in a row, as in a sentence. Passwords hardly ever contain three CJK characters in a row.
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3}/u, '請輸入密碼'],
  // Words in brackets, in any script.
  [
    /^[[【「『〔（〈《«„“]+[\p{L}\p{M} _:.,/-]+\d{0,3}[\]】」』〕）〉》»“”]+$/u,
    '[СКРЫТО]',
    '「トークン」',
    '[PASSWORD-1]',
  ],
  // Placeholders in capital letters, in any language. A key would have digits between the letters.
  [IN_CAPITALS, 'NUOVO_HASH', 'ВСТАВЬТЕ_ПАРОЛЬ_1'],
  // Placeholders in languages other than English. They begin with a word such as “your”, “new” or “insert”, or end with
  // a word such as “here”.
  [
    /^(?:dein|ihr|mein|mon|ton|tu|su|mi|il[-_]tuo|tuo|sua|seu|tw[oó]j|m[oó]j|jouw|тво[йяё]|мо[йяё]|ваш[аи]?|neu(?:es?|er)?|nuov[ao]|nuev[ao]|nouveau|nouvelle|nov[ao]|nowe|yeni|новый|новая|metti|inserisci|incolla|sostituisci|pega|coloca|pon|ingresa|introduce|reemplaza|cole|insira|digite|substitua|mettre|collez|remplacez|wpisz|wstaw|vul|voer|hier|aqu[ií]|ici|qui|вставь(?:те)?|введи(?:те)?)[-_]\p{L}[\p{L}_-]*$/iu,
    'nuova_password',
    'inserisci-il-token',
  ],
  [
    /[-_](?:hier|aqu[ií]|ici|qui|здесь|tutaj|buraya|einf(?:ü|ue)gen|einsetzen|eintragen)$/iu,
    'tu_contraseña_aqui',
    'schluessel-hier',
  ],
  // The beginning of a token, to which code adds the rest: `"lamp_oauth_" + …`.
  [/^[a-z]+(?:_[a-z]+)*_$/, 'lamp_oauth_'],
  // Repeated characters in the form of an identifier.
  [/^(?:(\w)\1{2,}[-_.]?){2,}$/, 'aaaabbbb-cccc-dddd'],
  // A variable of a batch file, or a part of such a variable.
  [/^![A-Z][A-Z\d]*(?:_[A-Z\d]+)+(?:!$|:)/, '!API_KEY!', '!API_KEY:~0,20!'],
  // The name of a file that contains a secret.
  [
    /^[\w-]+(?:[./][\w-]+)*\.(?:key|pem|crt|cer|p12|pfx|jks|pub|asc|txt|json|ya?ml|env|enc)$/i,
    'k8s/main.key',
  ],
];

/** Parts of a value that show that the value is a placeholder. */
const PLACEHOLDERS: readonly Form[] = [
  [/x{4,}|[-_]x{3}$|\*{3,}/, 'sk-xxxxxxxx', 'sk_live_xxx', 'ab***yz'],
  [/ваш|votre|dein_/, 'ваш_токен', 'votre-cle', 'dein_token'],
  [/•{3,}|\.{3,}|…/, '••••', 'sk-ab...', 'sk-ab…'],
  [/your|example|placeholder|change-?_?me|change-?_?this/, 'yourkey', 'change_me', 'changethis'],
  [/replace|redacted|masked|dummy|sample|insert/, 'replace-it', 'dummy1'],
  [/goes-?_?here|[-_]here$/, 'key-goes-here', 'key_here'],
  // Crowdin's texts that are not translated yet.
  [/crwdn[se]\d/, 'crwdns12:0'],
  [/base64-?_?encoded|if-?_?you-?_?see/, 'base64-encoded-key', 'if-you-see-this'],
  [/please-?_?(?:use|set|call|enter|fill|add|put|see|update|provide)/, 'please-set-a-key'],
  [/generate-?_?(?:with|by|using|me|your)|openssl-rand/, 'generate-with-uuid', 'openssl-rand-32'],
  [
    /^actual[-_]|^not-a-|alpha-?numeric|0{16,}/,
    'actual-key',
    'not-a-key',
    'alphanumeric',
    '0000000000000000',
  ],
  [/^(?:db|my|user)_pass(?:word|wd)?$|^myvalue$/, 'db_password', 'myvalue'],
  // Longthread's mark in place of a secret, or an assignment: a name, an equals sign and a value.
  [/\[secret:|(?:password|secret|token)=/, '[secret: password #2]', 'token=abc'],
  [
    /^(?:not|my|the|a|new|old|some|fake|mock|test)[-_ ]?(?:real|set|api|auth|access|secret|token|pass\w*|key|pw|\d*$)/,
    'not-set',
    'my-key',
    'test-12',
  ],
  [/secret[-_]?(?:key|token)?$/, 'top-secret', 'lamp_secret_key'],
];
const PLACEHOLDER = new RegExp(PLACEHOLDERS.map(([{ source }]) => source).join('|'), 'i');

/** All forms. No example of a form is a real value. */
export const forms: readonly Form[] = [...NOT_VALUES, ...NOT_PASSWORDS, ...PLACEHOLDERS];

/** Matches words in capital letters: `NUEVA-CLAVE`. They are a placeholder unless the letters look random. */
const CAPITAL_WORDS = /^\p{Lu}{2,}(?:-\p{Lu}{2,})+$/u;

/**
 * Returns whether a value may be a real secret. Returns true for `tr0ub4dor` and `Sommerabend`, and false for
 * `<password>`, `$PASSWORD`, `changeme`, `./key.pem` and `1.2.3`.
 */
export function isRealValue(value: string): boolean {
  if (hasForm(value, NOT_VALUES) || hasForm(value, NOT_PASSWORDS) || PLACEHOLDER.test(value)) return false;
  if (CAPITAL_WORDS.test(value) && isMadeOfWords(value)) return false;
  return !isScopeOrPath(value.replace(/%2f/gi, '/')) && new Set(value).size > 2;
}

function hasForm(value: string, all: readonly Form[]): boolean {
  return all.some(([pattern]) => pattern.test(value));
}

/**
 * The minimum length of a placeholder in a key, as a share of the key's length. Shorter matches may occur by chance.
 */
const MOST_BY_CHANCE = 0.15;

/**
 * Returns whether a key is real and not a placeholder. Returns false for `sk-yourkey` and `sk-METTI_LA_TUA_CHIAVE`. A
 * long key may contain a short placeholder such as `xXxX` by chance.
 */
export function isRealKey(value: string): boolean {
  const placeholder = PLACEHOLDER.exec(value)?.[0] ?? '';
  if (placeholder.length >= MOST_BY_CHANCE * value.length) return false;
  const withoutPrefix = value.replace(/^(?:[a-z]+\d?[-_])+/, '');
  return !IN_CAPITALS.test(withoutPrefix) && !hasForm(value, NOT_VALUES);
}

/** Matches the credential scope of a signed request: `lampkey/20260101/us-east-1/s3/aws4_request`. */
const SCOPE = /^(?:[\w.@-]{3,128}\/)?\d{8}\/[\w-]+\/[\w/-]+$/;

/** Returns whether a value is a credential scope, an encoded URL (`https%3A//a.test`), or a path. */
function isScopeOrPath(value: string): boolean {
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
