/** How a name says that what it names is a secret. */
export interface SecretName {
  /** From where to where the name stands, quotes and brackets aside. */
  readonly start: number;
  /** Where its value begins. */
  readonly valueStart: number;
  /** What stands between the two: `=`, `: `, `=>`, a space. */
  readonly separator: string;
  readonly kind: 'password' | 'token';
  /** A person may have chosen the value, so that words are one, too. */
  readonly isPassword: boolean;
  /** Several words are a value: pass phrases, seed phrases. */
  readonly isPhrase: boolean;
  /** An upper-case name, as the environment has them. */
  readonly isUpper: boolean;
  readonly isQuoted: boolean;
}

/**
 * Words that a secret's name ends in. Every quantifier is bounded and the match begins at a literal, so the time is
 * linear in the text.
 */
const NAME =
  /(?<word>password|passwd|passphrase|passcode|passwort|kennwort|contraseña|senha|пароль|密码|パスワード|pass|pwd|psk|secret|token|credentials?|mnemonic|seed[_-]?phrase|client-key-data|(?:api|access|secret|private|account|encryption|signing|auth|license|subscription|master|app|service|session|shared|preshared|storage|client|hmac|jwt|webhook|deploy|server|logged_in|nonce)[_-]?(?:key|salt))(?<suffix>\d|[_-](?:\d|prod(?:uction)?|staging|stage|dev|test|local|live))?(?<close>\\{0,3}["'`])?\]?(?:\s{0,4}:\s{0,4}(?:string|str|String))?(?<sep>\*{0,2}\s{0,4}(?::=|=>|={1,3}|[:：]\*{0,2})\s{0,4}|\s{1,4}|\s{0,2},\s{0,4})/giu;

/** Names of single signs and marks: a model's tokens, a page's token, the bounds of something else. */
const OTHER_TOKEN =
  /(?:^|[^A-Za-z])(?:page|next|cursor|eos|bos|pad|unk|sep|cls|mask|stop|special|image|audio|video|max|min|num|prev(?:ious)?|continuation|sync|first|last|start|end|begin|eot|punctuator|operator|cancell?ation|cancel)[_-]?$/i;
const HUMPED_OTHER_TOKEN =
  /(?:^|[a-z_])(?:[pP]age|[nN]ext|[cC]ursor|[eE]os|[bB]os|[pP]ad|[uU]nk|[sS]ep|[cC]ls|[mM]ask|[sS]top|[sS]pecial|[mM]ax|[mM]in|[pP]rev(?:ious)?|[cC]ontinuation|[sS]ync|[cC]ancell?(?:ation)?)$/;
const PASSWORD = /^(?:pass|pwd|psk|kenn|contra|senha|парол|密码|パス|mnemonic|seed)/i;
/** Short words stand for a password at a name's beginning or after a hump or a sign only: `dbPass`, not `compass`. */
const SHORT_WORD = /^(?:pass|pwd|psk)$/i;
const LONGEST_NAME = 64;

/** The names of secrets in a text with what stands behind them, in order. */
export function* secretNames(text: string): Generator<SecretName> {
  for (const match of text.matchAll(NAME)) {
    const { word = '', close, sep = '' } = match.groups ?? {};
    const start = nameStart(text, match.index);
    const before = text.slice(start, match.index);
    if (SHORT_WORD.test(word) && !isWordsBeginning(before, word)) continue;
    if (/token$/i.test(word) && isOtherToken(before, word)) continue;
    const name = before + word;
    yield {
      start,
      valueStart: match.index + match[0].length,
      separator: sep,
      kind: PASSWORD.test(word) ? 'password' : 'token',
      // `jwtSecret` is chosen by a person as often as not; a `secret` alone is often the name of one.
      isPassword: PASSWORD.test(word) || (/^secret$/i.test(word) && /[a-z]/i.test(before)),
      isPhrase: /phrase|mnemonic/i.test(word),
      isUpper: name === name.toUpperCase() && /[A-Z]/.test(name),
      isQuoted: close !== undefined,
    };
  }
}

function isOtherToken(before: string, word: string): boolean {
  return OTHER_TOKEN.test(before) || (word.startsWith('T') && HUMPED_OTHER_TOKEN.test(before));
}

function isWordsBeginning(before: string, word: string): boolean {
  return !/[a-z]$/i.test(before) || (/[a-z]$/.test(before) && /^[A-Z]/.test(word));
}

function nameStart(text: string, wordStart: number): number {
  let start = wordStart;
  while (start > 0 && wordStart - start < LONGEST_NAME && /[\w.$-]/.test(text.charAt(start - 1))) start--;
  // In a JSON string the newline before a name is written `\n`.
  const isEscape = text.charAt(start - 1) === '\\' && start < wordStart && /[nrt]/.test(text.charAt(start));
  return isEscape ? start + 1 : start;
}
