import type { TextSpan } from '../../core/log/mask.ts';
import { VALUE_KEY } from './cookieSecrets.ts';
import { isCodeLike, isMadeOfWords, isNameOfSecret } from './madeOfWords.ts';
import { isRandom, isTokenLike } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';
import { isWorkingDirectory } from './workingDirectory.ts';

/** A place in a well-known format that contains a secret. `secretRules.ts` has an example for each rule. */
interface SecretPlace {
  readonly rule: string;
  readonly kind: string;
  /** The group `secret` captures the secret, and the flag `d` gives its position. All quantifiers are bounded. */
  readonly pattern: RegExp;
  /** Returns whether the captured value is a secret. `place` is the whole match. */
  readonly isPlausible: (value: string, place: string) => boolean;
}

const isRealNotName = (value: string): boolean => isRealValue(value) && !isNameOfSecret(value);
const isLong = (value: string): boolean => value.length >= 16 && isTokenLike(value);
/** Matches the end of a secret's name: `password`, `api_key` in `LAMP_API_KEY`. */
const SECRET_NAME =
  '(?:password|passwd|passphrase|pass|pwd|secret|token|(?:api|access|secret|private|auth)[._-]?key)';
/** Matches code that passes a quoted name and an unquoted value: `write(key: 'auth_token', value: token)`. */
const CODE_PAIR = /["'],(?:\s|\\n)*\\?["']?value\\?["']?:\s{0,4}[^\s"'\\\d]/i;
/** Matches the same code with the value before the name: `write(value: token, key: 'auth_token')`. */
const CODE_PAIR_FROM_VALUE = /^value:\s{0,4}[^\s"'\\\d][^\s"']*,\s*\w+:\s{0,4}["']/i;

/** Matches the names of Oracle's command-line programs, and the options between the name and the login. */
const ORACLE = 'sqlplus|sqlcl|rman';
const ORACLE_OPTIONS = String.raw`(?:\s{1,3}(?:-\w{1,20}|target|auxiliary|catalog)){0,6}\s{1,3}`;
/** Matches a parameter of Oracle's programs before the login. In the query of a URL, `userid=` has another meaning. */
const ORACLE_USER_ID = String.raw`(?<![?&\w])userid=(?=\\?["']?[a-z])`;
/** Matches the name of a repository or package with a version or branch: `github/copilot2@main`, `apps/web@1.2.3`. */
const VERSIONED = String.raw`(?!sys(?:tem)?/)[\w.-]{1,60}/[\w.-]{1,60}@(?:main|master|trunk|latest|next|beta|canary|v?\d+(?:\.\d+){0,2}(?:-[\w.]+)?)(?!\s{1,3}as\s{1,3}sys)(?:["'\s\\]|$)`;
/** Matches Oracle's command for a login. Without `SQL>` before it, “connect” may be a word before a repository. */
const ORACLE_CONNECT = String.raw`(?:conn|(?<=SQL>[ \t]{0,8})connect|connect(?![ \t]{1,3}(?:target[ \t]{1,3})?${VERSIONED}))[ \t]{1,3}(?:target[ \t]{1,3})?`;
/** Matches a user name, a slash and a password. */
const ORACLE_LOGIN = String.raw`\\?["']?[\w$#.]{1,60}\/\\{0,3}"?(?<secret>[^\s"'\\@/&|;<>()]{3,60})`;

/** Matches a string of SQL. In a JSON string, its quotes are escaped. */
const SQL_STRING = String.raw`\\{0,3}(?<quote>["'])(?<secret>[^"'\n]{2,199}[^"'\n\\])\\{0,3}\k<quote>`;

/** Matches the name of a user or role, and the keyword `IDENTIFIED` after it. */
const SQL_USER = String.raw`\S{1,60}(?:\s|\\n){1,3}IDENTIFIED`;
/** Matches words that are before IDENTIFIED only in a statement. */
const SQL_STATEMENT = String.raw`\b(?:(?:CREATE|ALTER)\s{1,3}(?:USER|ROLE)\s{1,3}(?:IF\s{1,3}(?:NOT\s{1,3})?EXISTS\s{1,3})?|LINK\s{1,3}\S{1,60}(?:\s|\\n){1,3}CONNECT\sTO\s{1,3})${SQL_USER}`;
/** Matches words that may be before IDENTIFIED in a statement or in a sentence: “grant access to users identified”. */
const SQL_OR_SENTENCE = String.raw`\b(?:GRANT\s[^;]{1,200}|CONNECT)\sTO\s{1,3}\S{1,60}[ \t]{1,3}IDENTIFIED`;
/** Looks ahead to a password with a digit or a symbol, which words of a sentence hardly ever have. */
const SQL_ODD = String.raw`(?=\s{1,3}BY\s{1,3}[a-z_-]{0,60}(?:[\d!]|[@#$%^*+=~?]\S))`;

/**
 * The comment of each entry shows examples, in which `S` is the secret. The patterns also match texts in JSON strings
 * and logs, where quotes and line breaks are escaped: `\"`, `\n`.
 */
const places: readonly SecretPlace[] = [
  {
    // `Bearer S`
    rule: 'bearer',
    kind: 'bearer token',
    pattern: /\bbearer\s{1,3}(?<secret>[\w.~+/-]{10,4000}={0,2})/dgi,
    isPlausible: isTokenLike,
  },
  {
    // `Authorization: Basic S`, `"authorization": "S"`, `{"name": "Authorization", "value": "S"}`,
    // `Authorization: AWS4-HMAC-SHA256 Credential=…, Signature=S`
    rule: 'authorization',
    kind: 'bearer token',
    pattern: new RegExp(
      String.raw`\bauthorization\\?["']?\s{0,3}[:=,]${VALUE_KEY}[ \t]{0,3}\\?["'\`]?(?:(?:[a-z][\w-]{1,20}[ \t]{1,3})(?:[^\n"']{1,400}?signature=)?)?(?<secret>[\w.~+/=:-]{10,4000})`,
      'dgi',
    ),
    isPlausible: isTokenLike,
  },
  {
    // `redis://ann:S@cache.test`
    rule: 'url-password',
    kind: 'password',
    pattern: /:\/\/[^\s:@/"'`<>]{0,100}:(?<secret>[^\s@/"'`<>]{3,200})@(?=[\w[.-])/dg,
    isPlausible: isRealValue,
  },
  {
    // `sqlplus ann/S@db`, `conn ann/S as sysdba`, `userid=ann/S@db`, `jdbc:oracle:thin:ann/S@db`
    rule: 'command-password',
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?:\b(?:${ORACLE}|exp|imp|sqlldr|expdp|impdp)${ORACLE_OPTIONS}|${ORACLE_USER_ID}|(?:^|[\n>"'\`]|\\n)[ \t]{0,8}${ORACLE_CONNECT}|\bjdbc:oracle:\w{1,5}:)${ORACLE_LOGIN}(?=\\{0,3}["']?(?:@|\s{1,3}as\s{1,3}sys))`,
      'dgi',
    ),
    isPlausible: isRealValue,
  },
  {
    // `sqlplus ann/S`, `SQL> conn ann/S`, `sqlldr userid=ann/S`
    rule: 'command-password',
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?:\b(?:${ORACLE})${ORACLE_OPTIONS}|${ORACLE_USER_ID}|SQL>\s{0,4}conn(?:ect)?\s{1,3})${ORACLE_LOGIN}(?=\\?["'\s]|$)`,
      'dgi',
    ),
    // A text such as “sqlplus client/server” or `sqlplus db/schema.sql` contains no login.
    isPlausible: (value) =>
      isRealValue(value) && !/^[a-z]+$|\.(?:sql|sh|pl[bs]|pk[bs]|ctl|par|log|dmp)$/i.test(value),
  },
  {
    // `https://S@git.test`, `https://S:x-oauth-basic@git.test`
    rule: 'url-token',
    kind: 'token',
    pattern: /:\/\/(?<secret>[\w-]{20,200})(?::x-oauth-basic)?@(?=[\w[])/dg,
    isPlausible: isLong,
  },
  {
    // `?sig=S`, `&X-Amz-Signature=S`
    rule: 'url-signature',
    kind: 'signature',
    pattern:
      /[?&;](?:sig|signature|x-(?:amz|goog)-(?:signature|security-token)|key|auth|code)=(?<secret>[\w%+/=.~-]{16,2000})/dgi,
    isPlausible: isTokenLike,
  },
  {
    // `discord.com/api/webhooks/1122/S`
    rule: 'webhook',
    kind: 'webhook',
    pattern:
      /(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com\/webhookb2|hooks\.zapier\.com\/hooks\/catch|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook|oapi\.dingtalk\.com\/robot\/send\?access_token=|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=)\/?(?<secret>[\w/@-]{12,300})/dgi,
    // The secret part of Lark's address is a UUID. The secret part of Zapier's address is a number, a slash, and
    // letters and digits: `1122/a1b2c3`.
    isPlausible: (value) =>
      isTokenLike(value) || /^(?=.*\d)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^\d+\/\w*\d\w*$/i.test(value),
  },
  {
    // `<db.password>S</db.password>`, `<password><![CDATA[S]]></password>`
    rule: 'xml-element',
    kind: 'password',
    pattern: new RegExp(
      String.raw`<(?<tag>(?:[\w.-]{1,40}:)?[\w.-]{0,40}?${SECRET_NAME})(?:\s[^<>]{0,200})?>\s{0,20}(?:<!\[CDATA\[)?(?<secret>[^<>\s]{3,400}?)(?:\]\]>)?\s{0,20}</\k<tag>>`,
      'dgi',
    ),
    // A text such as `<secret> and </secret>` only mentions the element.
    isPlausible: (value) => isRealNotName(value) && !/^[a-z]{3}$/.test(value),
  },
  {
    // `<add key="LampSecret" value="S" />`
    rule: 'xml-attribute',
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?:key|name|id|type)=(["'])[\w.:-]{0,60}${SECRET_NAME}\1[^<>\n]{0,80}?\bvalue=(["'])(?<secret>[^"'<>\s]{3,400})\2`,
      'dgi',
    ),
    isPlausible: isRealNotName,
  },
  {
    // `- name: DB_PASSWORD` and `value: S` on the next line, `{"key": "db_password", "value": "S"}`, and the same with
    // the type of an AWS parameter between the name and the value.
    rule: 'named-value',
    kind: 'password',
    pattern: new RegExp(
      String.raw`\b(?:name|key)\\?["']?:\s{0,4}\\?["']?[\w./-]{0,60}${SECRET_NAME}\\?["']?\s{0,2},?(?:\s|\\n){0,20}(?:"Type": ?"\w{1,20}",\s{0,20})?\\?["']?value\\?["']?:\s{0,4}\\?["']?(?<secret>[^\s"',}\\]{3,400})`,
      'dgi',
    ),
    isPlausible: (value, place) =>
      isRealNotName(value) && !CODE_PAIR.test(place) && !isWorkingDirectory(place, value),
  },
  {
    // `- value: S` and `name: DB_PASSWORD` on the next line, `{"value": "S", "name": "db_password"}`
    rule: 'named-value',
    kind: 'password',
    pattern: new RegExp(
      String.raw`\bvalue\\?["']?:\s{0,4}\\?["']?(?<secret>[^\s"',}\\]{3,400})\\?["']?(?:,|\s|\\n)(?:\s|\\n){0,20}\\?["']?(?:name|key)\\?["']?:\s{0,4}\\?["']?[\w./-]{0,60}${SECRET_NAME}(?=\\?["'\s]|$)`,
      'dgi',
    ),
    isPlausible: (value, place) =>
      isRealNotName(value) && !CODE_PAIR_FROM_VALUE.test(place) && !isWorkingDirectory(place, value),
  },
  {
    // Terraform's `variable "db_password" { default = "S" }`
    rule: 'named-value',
    kind: 'password',
    pattern: new RegExp(
      String.raw`\bvariable\s{1,3}"[\w-]{0,60}${SECRET_NAME}"\s{0,3}\{[^{}]{0,300}?\bdefault\s{0,10}=\s{0,3}"(?<secret>[^\s"\\]{3,400})"`,
      'dgi',
    ),
    isPlausible: isRealNotName,
  },
  {
    // An output in Terraform's state: `"db_password": { "value": "S" }`
    rule: 'named-value',
    kind: 'password',
    pattern: new RegExp(
      String.raw`${SECRET_NAME}\\?"\s{0,4}:\s{0,4}\{[^{}]{0,200}?\\?"value\\?"\s{0,4}:\s{0,4}\\?"(?<secret>[^\s"\\]{3,400})`,
      'dgi',
    ),
    isPlausible: isRealNotName,
  },
  {
    // `machine a.test login ann password S`, on one or several lines
    rule: 'netrc',
    kind: 'password',
    pattern:
      /\b(?:machine\s{1,4}\S{1,200}|default)(?:\s|\\n){1,20}(?:login|user)\s{1,4}\S{1,200}(?:\s|\\n){1,20}password\s{1,4}(?<secret>[^\s"'\\]{3,200})/dgi,
    isPlausible: isRealNotName,
  },
  {
    // `"auth": "S"`
    rule: 'registry-auth',
    kind: 'registry credentials',
    pattern:
      /\\?["'](?:auth|identitytoken|registrytoken)\\?["']\s{0,4}:\s{0,4}\\?["'](?<secret>[\w+/=.-]{8,4000})\\?["']/dgi,
    isPlausible: (value) => isRealValue(value) && !isMadeOfWords(value),
  },
  {
    // `//a.test/:_authToken=S`
    rule: 'npmrc',
    kind: 'registry credentials',
    pattern:
      /(?:^|[\s:"'])_(?:auth|password|authtoken)\s{0,3}[=\s]\s{0,3}["']?(?<secret>[\w+/=.-]{6,2000})(?![\w+/=.(<[;])/dgi,
    // `_auth = FirebaseAuth.instance;` is a class member.
    isPlausible: (value) => isRealValue(value) && !isCodeLike(value) && !isMadeOfWords(value),
  },
  {
    // `$2b$10$…`, `{SSHA}…`, `pbkdf2_sha256$…`. The whole hash is the secret.
    rule: 'password-hash',
    kind: 'password hash',
    pattern:
      /(?<secret>\$(?:apr1|1|2[abxy]|5|6|7|y|gy|argon2(?:id|i|d)|scrypt|pbkdf2-sha\d{1,3})\$[\w./$=,+-]{20,300}|\{S?SHA(?:256|512)?\}[\w+/]{20,120}={0,2}|(?:pbkdf2|scrypt|argon2)(?:_sha\d{1,3})?[:$][\w.:$+/=,-]{30,300})/dg,
    isPlausible: (value) => isRandom(value.split(/[$:}]/).at(-1) ?? ''),
  },
  {
    // `IDENTIFIED BY 'S'`, `IDENTIFIED WITH a AS 'S'`
    rule: 'sql-password',
    kind: 'password',
    pattern: new RegExp(
      String.raw`\bIDENTIFIED\s{1,3}(?:(?:WITH\s{1,3}\S{1,40}\s{1,3})?BY|WITH\s{1,3}\S{1,40}\s{1,3}AS)\s{1,3}${SQL_STRING}`,
      'dgi',
    ),
    isPlausible: isRealValue,
  },
  {
    // `CREATE USER ann IDENTIFIED BY S`, `GRANT CONNECT TO ann IDENTIFIED BY S`, but not `IDENTIFIED BY :variable`
    rule: 'sql-password',
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?:\b|(?<=\\n))IDENTIFIED(?:(?<=${SQL_STATEMENT})|(?<=${SQL_OR_SENTENCE})${SQL_ODD})\s{1,3}BY\s{1,3}(?!RANDOM\s{1,3}PASSWORD\b|VALUES\b|[:&?@%])(?<secret>[^\s"'\\;,()]{3,60})`,
      'dgi',
    ),
    isPlausible: isRealValue,
  },
  {
    // `SET PASSWORD FOR ann = 'S'`, `SET PASSWORD = PASSWORD('S')`
    rule: 'sql-password',
    kind: 'password',
    pattern: new RegExp(
      String.raw`\bSET\s{1,3}PASSWORD(?:\s{1,3}FOR\s{1,3}[^\s=]{1,100})?\s{0,3}=\s{0,3}(?:PASSWORD\(\s{0,3})?${SQL_STRING}`,
      'dgi',
    ),
    isPlausible: isRealValue,
  },
  {
    // `CREATE ROLE ann PASSWORD 'S'`, `ALTER USER ann WITH ENCRYPTED PASSWORD 'S'`
    rule: 'sql-password',
    kind: 'password',
    pattern: new RegExp(
      String.raw`\bPASSWORD(?<=\b(?:ROLE|USER|LOGIN|WITH|ENCRYPTED|BY)\s(?:[^;\n]{0,80}\s)?PASSWORD)\s{1,3}${SQL_STRING}`,
      'dgi',
    ),
    isPlausible: isRealValue,
  },
  {
    // `requirepass S`
    rule: 'directive',
    kind: 'password',
    pattern:
      /(?:^|\n|\\n)[ \t]{0,8}(?:requirepass|masterauth|userPassword::?)\s{1,3}"?(?<secret>[^\s"\\]{3,200})/dgi,
    isPlausible: isRealNotName,
  },
  {
    // `db.test:5432:app:ann:S`
    rule: 'pgpass',
    kind: 'password',
    pattern:
      /^(?:[\w.-]{0,200}[a-z][\w.-]{0,200}|\*|\d{1,3}(?:\.\d{1,3}){3}):(?:[1-9]\d{3,4}|\*):(?:\w{0,60}[a-z_][\w-]{0,60}|\*):[\w.@-]{1,100}:(?<secret>[^\s:]{4,200})$/dgim,
    isPlausible: isRealNotName,
  },
];

/**
 * Finds secrets by their place in well-known formats. Finds `tr0ub4dor` in `redis://ann:tr0ub4dor@cache.test`, and
 * nothing in `redis://ann:$PASSWORD@cache.test`.
 */
export function findPlaces(text: string): readonly TextSpan[] {
  return places.flatMap(({ rule, kind, pattern, isPlausible }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match.groups?.['secret'] ?? '';
      if (!isPlausible(value, match[0])) return [];
      const [start, end] = match.indices?.groups?.['secret'] ?? [0, 0];
      return [{ start, end, kind, rule }];
    }),
  );
}
