/** A name that marks its value as a secret, such as `DB_PASSWORD`. */
export interface SecretName {
  readonly name: string;
  /** The offset of the name, without quotes and brackets. */
  readonly start: number;
  /** The offset of the value. */
  readonly valueStart: number;
  /** The characters between name and value: `=`, `: `, `=>`, a space. */
  readonly separator: string;
  readonly kind: 'password' | 'token';
  /** Whether a person may have chosen the value. In this case, ordinary words may be the secret. */
  readonly isPassword: boolean;
  /** Whether the name alone is not a sufficient hint. In this case, the value must look random. */
  readonly isVague: boolean;
  /** Whether the name ends with “key”. A key never consists of words. */
  readonly isKey: boolean;
  /** Whether the value may consist of several words, as pass phrases and seed phrases do. */
  readonly isPhrase: boolean;
  /** Whether the name is in upper case, as in environment variables. */
  readonly isUpper: boolean;
  readonly isQuoted: boolean;
}

/**
 * Matches the word at the end of a secret's name, a suffix such as `_dev`, and the separator before the value. Also
 * matches typical misspellings of “password”. Every quantifier is bounded and the match begins at a literal, so the
 * time is linear in the length of the text.
 */
const NAME =
  /(?<word>p[as]{2,4}[wor]{1,4}[dt]|passphrase|passcode|kennwort|contraseña|senha|has[łl]o|wachtwoord|lösenord|şifre|parola|пароль|密码|密碼|パスワード|비밀번호|pass|pwd|pw|psk|pat|secret[_-]?key[_-]?base|secret|token|credentials?|bearer|basic[_-]?auth|mnemonic|seed[_-]?phrase|client-key-data|(?:api|access|secret|private|account|encryption|signing|auth|license|subscription|master|app|service|session|shared|preshared|storage|client|hmac|jwt|webhook|deploy|server|logged_in|nonce)[_-]?(?:key|salt)|key)(?<suffix>\d|[_-](?:\d|prod(?:uction)?|staging|stage|dev|test|local|live))?(?<close>\\{0,3}["'`])?\]?(?:\s{0,4}:\s{0,4}(?:string|str|String))?(?<sep>\*{0,2}\s{0,4}(?::=|=>|={1,3}|[:：]\*{0,2}|\?\?=?|\|\|=?|\|(?!\|)|%3D)\s{0,4}|\s{1,4}|\s{0,2},\s{0,4})/giu;

/**
 * Matches the text before “token” in names whose value is not secret: special tokens of language models (`eos_token`),
 * positions in lists of results (`next_page_token`), tokens of parsers (`unexpected_token`), ids of documents
 * (`doc_token`), numbers of tokens (`max_token`), cancellation tokens, and the `PublicKeyToken` of .NET assemblies.
 */
const OTHER_TOKEN =
  /(?:^|[^A-Za-z])(?:page|next|cursor|eos|bos|pad|unk|sep|cls|mask|stop|special|image|audio|video|max|min|num|prev(?:ious)?|continuation|since|delta|skip|scroll|resume|sync|first|last|start|end|begin|eot|punctuator|operator|cancell?ation|cancel|public[_-]?key|expected|unexpected|kb|docx?|wiki|obj|folder|file|sheet|spreadsheet|bitable|mindnote)[_-]?$/i;
const CAMEL_CASE_OTHER_TOKEN =
  /(?:^|[a-z_])(?:[pP]age|[nN]ext|[cC]ursor|[eE]os|[bB]os|[pP]ad|[uU]nk|[sS]ep|[cC]ls|[mM]ask|[sS]top|[sS]pecial|[mM]ax|[mM]in|[pP]rev(?:ious)?|[cC]ontinuation|[sS]ince|[dD]elta|[sS]kip|[sS]croll|[rR]esume|[sS]ync|[cC]ancell?(?:ation)?|[pP]ublicKey|[dD]ocx?|[wW]iki|[oO]bj|[fF]older|[fF]ile|[sS]preadsheet)$/;
const PASSWORD =
  /^(?:p[as]{2,4}|pwd?$|psk|kenn|contra|senha|has[łl]o|wacht|lösen|şifre|parola|парол|密|パス|비밀|mnemonic|seed)/iu;
/**
 * Matches short words that mean a secret only at the beginning of a name or camelCase segment, or after a separator.
 * The name `dbPass` means a secret, but the name `compass` does not.
 */
const SHORT_WORD = /^(?:pass|pwd?|psk|pat)$/i;
/** Matches words of names whose value is a secret only if it looks random: `GITHUB_PAT`, `STRIPE_KEY`. */
const VAGUE_WORD = /^(?:pat|key|bearer)$/i;
/** Matches the part before `KEY` in names of keys that grant no access, but are used to search, sort or identify. */
const OTHER_KEY =
  /(?:PUBLIC|PUBLISHABLE|SITE|CACHE|SORT|PRIMARY|PARTITION|INDEX|LOOKUP|OBJECT|HASH|IDEMPOTENCY|ROW|FOREIGN|UNIQUE|ANON)_?$/;
const LONGEST_NAME = 64;

/** Yields the names of secrets in a text in order of position, with the positions of their values. */
export function* secretNames(text: string): Generator<SecretName> {
  for (const match of text.matchAll(NAME)) {
    const { word = '', suffix = '', close, sep = '' } = match.groups ?? {};
    const start = nameStart(text, match.index);
    const before = text.slice(start, match.index);
    const name = before + word;
    const isUpper = name === name.toUpperCase() && /[A-Z]/.test(name);
    if (isOtherName({ word, before, isUpper, sep })) continue;
    if (/^pw$/i.test(word) && suffix.startsWith('-')) continue;
    if (name === 'pw' && sep === ':' && isPlaywrightLog(text, match.index + match[0].length)) continue;
    // In `arn:aws:secretsmanager:…:secret:name`, the word “secret” is part of a path.
    if (close === undefined && before === '' && text.charAt(start - 1) === ':' && sep.startsWith(':'))
      continue;
    yield {
      name,
      start,
      valueStart: match.index + match[0].length,
      separator: sep,
      kind: PASSWORD.test(word) ? 'password' : 'token',
      // People often choose the value of `jwtSecret`, while the value of a plain `secret` is often a secret's name.
      isPassword: PASSWORD.test(word) || (/^secret$/i.test(word) && /[a-z]/i.test(before)),
      isVague: VAGUE_WORD.test(word),
      isKey: /key$/i.test(word),
      isPhrase: /phrase|mnemonic/i.test(word),
      isUpper,
      isQuoted: close !== undefined,
    };
  }
}

interface Named {
  readonly word: string;
  readonly before: string;
  readonly isUpper: boolean;
  readonly sep: string;
}

/**
 * Returns whether the word only looks like the name of a secret: `compass`, `nextToken`, `CACHE_KEY`, `PASS:` in test
 * output.
 */
function isOtherName({ word, before, isUpper, sep }: Named): boolean {
  if (SHORT_WORD.test(word) && !beginsWord(before, word)) return true;
  if (/token$/i.test(word) && isOtherToken(before, word)) return true;
  if (/^pat$/i.test(word)) return before === '';
  // The parameter `X-Amz-Credential` or `X-Goog-Credential` of a signed URL names a key and is not secret. Only the
  // signature is secret.
  if (/^credentials?$/i.test(word) && /x-(?:amz|goog)-$/i.test(before)) return true;
  if (/^key$/i.test(word)) return !isUpper || !before.endsWith('_') || OTHER_KEY.test(before);
  return word === 'PASS' && before === '' && sep.includes(':');
}

/** Returns whether `pw:` begins a log line of Playwright. In such a line, a step or a channel follows: `pw:api@97`. */
function isPlaywrightLog(text: string, at: number): boolean {
  return /^(?:api|browser|channel|error|expect|fixture|hook|install|protocol|proxy|server|test|webserver)(?!\w)/.test(
    text.slice(at, at + 20),
  );
}

function isOtherToken(before: string, word: string): boolean {
  return OTHER_TOKEN.test(before) || (word.startsWith('T') && CAMEL_CASE_OTHER_TOKEN.test(before));
}

function beginsWord(before: string, word: string): boolean {
  return !/[a-z]$/i.test(before) || (/[a-z]$/.test(before) && /^[A-Z]/.test(word));
}

function nameStart(text: string, wordStart: number): number {
  let start = wordStart;
  while (start > 0 && wordStart - start < LONGEST_NAME && /[\w.$-]/.test(text.charAt(start - 1))) start--;
  // In a JSON string, the newline before a name is escaped as `\n`.
  const isEscape = text.charAt(start - 1) === '\\' && start < wordStart && /[nrt]/.test(text.charAt(start));
  return isEscape ? start + 1 : start;
}
