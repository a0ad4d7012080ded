import type { TextSpan } from '../../core/log/mask.ts';
import { goesOnInCode } from './assignedValue.ts';
import { isCodeLike, isMadeOfWords, isNameOfSecret } from './madeOfWords.ts';
import { isTokenLike } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';

/** Words for a password, including misspellings, in languages with spaces between words. */
const PASSWORDS =
  'p[as]{2,4}[wor]{1,4}[dt](?:et)?|passphrase|pass(?:code|wort)|kennwort|contraseña|clave|mot de passe|senha|sandi|has[łl]o|wachtwoord|lösenord(?:et)?|adgangskoden?|heslo|jelszó|salasana|şifre(?:m|si|niz)?|parola(?:m|sı|nız)?|mật khẩu|пароль|κωδικός';
/** Words for a password in Chinese, Japanese, Korean and Thai, which may follow another word without a space. */
const PASSWORDS_UNSPACED = '密码|密碼|口令|パスワード|비밀번호|รหัสผ่าน';
const TOKENS = 'tok[en]{2}|api[ -]?key|sec[er]{2}t(?:\\s?key)?';
const PINS = 'pin(?:[ -]?code)?';

/** Matches words between the noun and the verb: “for the box”. */
const BETWEEN = '(?:\\s[^\\n.?!:="\'`(){}]{0,40}?)??';
/** Matches the verb, or a sign that replaces the verb: “is”, “är”, “是”, “:”. */
const IS =
  '(?:\\s{1,2}(?:is|was|ist|war|lautet|es|era|est|é|è|ed?st|jest|to jest|är|er|on|je|este|là|adalah|это|είναι)(?:\\s?:)?\\s{1,2}|[ \\t]?[:：→—–][ \\t]{0,2}|\\s?(?:[是为為は：]|는|은)\\s{0,2})';
/** Matches one character of an unquoted value. Does not match brackets. */
const SIGN =
  '[^\\s"\'“”«»„`<>(){}[\\]，。、；！？\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}]';
/**
 * Matches a value in quotes, or an unquoted value up to the next space, quote, CJK character or bracket. A bracket that
 * is opened within the value belongs to the value.
 */
const VALUE = `\\*{0,2}(?:(?<quote>["'“«„\`])(?<quoted>[^"'“”«»„\`\\n]{3,100})|(?<bare>(?!\\*)(?=${SIGN}{4}|${SIGN}{1,3}[([{])${SIGN}(?:${SIGN}|[([{](?:${SIGN}{0,30}[)\\]}])?){0,99}))`;

/** Matches sentences that state a secret: "my password is …", "das Passwort lautet …", "пароль: …". */
const SAID: readonly RegExp[] = [
  `(?:(?<![\\p{L}_.-])(?<noun>${PASSWORDS}|${TOKENS}|${PINS})|(?<unspaced>${PASSWORDS_UNSPACED}))${BETWEEN}${IS}${VALUE}`,
  // The Polish word “to” means “is”. After an English noun, “to” is a preposition.
  `(?<![\\p{L}_-])(?<noun>has[łl]o)${BETWEEN}\\sto\\s${VALUE}`,
  `(?<![\\p{L}_-])(?:set|chang\\w{0,3}|reset\\w{0,4}|updat\\w{0,2}|rotat\\w{0,2})\\s[^\\n.]{0,40}?(?<noun>p[as]{2,4}[wor]{1,4}[dt]|passphrase)(?:\\s[^\\n.]{0,30}?)?\\sto\\s${VALUE}`,
  // In Turkish, the verb follows the value.
  `(?<![\\p{L}_-])(?<noun>şifre|parola)(?:m|si|sı|niz|nız)?\\s${VALUE}(?=\\s+olarak)`,
  `(?:(?<![\\p{L}_-])(?:use|with|enter|try|and|is)\\s|(?<=^|[\\n.!?]\\s?)(?=["'“„«\`]))${VALUE}["'”»\`]?\\s(?:is|as)\\s(?:the|my|our|a)\\s(?:\\w{1,20}\\s){0,2}(?<noun>p[as]{2,4}[wor]{1,4}[dt])(?![\\p{L}_-])`,
  // Matches a pair of login and password: `admin@corp.test / …`.
  `(?<![\\w.+-])[\\w.+-]{1,64}@[\\w.-]{1,80}[*"'\`]{0,3} / ${VALUE}`,
].map((source) => new RegExp(source, 'dgiu'));

/** Matches “my” or “our”, followed by at most two more words, at the end of the text before the noun. */
const OWN = /(?:^|\s)(?:my|our|mein|unser|mi|mon|minha|moje|mijn|mitt|мой)\s(?:[\p{L}-]{1,20}\s){0,2}$/iu;
const TRAILING = /[.,;:?*([{…]+$/;
const BRACKETS = /[()[\]{}]/g;
/** Matches a name before a bracket, as in the function call `sha256(text)` or the element `list[0]`. */
const CALL = /^[\w.$]+[([](?!.*[)\]]\w)/;
/** Matches a placeholder in a format, `%(name)s`, or the description of a value, `p{6,32}` or `8-32{chars}`. */
const FORMAT = /[%@$][([{]|\{(?:\d+(?:,\d*)?|[a-z]+)\}$/i;
/** Matches nouns for a token or key. */
const OF_TOKEN = /^(?:tok|api|sec)/i;
/**
 * Matches a letter next to a digit (`a1`), a special character next to a letter or digit (`a#`), or a word with two
 * hyphens (`a-b-c`). Ordinary words seldom match.
 */
const MIXED_CHARACTERS =
  /[\p{L}\d][!#$%&*@^~+=]|[!#$%&*@^~+=][\p{L}\d]|\p{L}\d|\d\p{L}|\p{L}-\p{L}+-[\p{L}\d]/u;
/** Matches paths, dotted names, versions, names that end with `=`, and addresses with a port. */
const PLACE = /[/\\]|\p{L}\.[\p{L}#]|^v\d+(?:\.|$)|^[\w.-]+=$|:\w/u;
/** Matches names of encodings, hashes and ciphers, which describe a secret but are not secret. */
const ENCODING = /^(?:base|pkcs|sha|md|utf|rot|aes|rsa|ed|hs|rs|es|argon|oauth|ascii|latin|x)-?\d+\w*$/i;
const LEAST_TOKEN_LENGTH = 12;
/** Matches letters followed by two digits or by a year. Names in code seldom end in this way. */
const YEARS = /\p{L}{3}(?:\d\d|(?:19|20)\d\d)$/u;
/** Matches a PIN of a card, a phone or a door. */
const PIN = /^\d{4,8}$/;

/** Matches the end of a value that is part of a search pattern: `0x1F|Token` in `Token: 0x1F|Token: 0x2F`. */
const ALTERNATIVE = new RegExp(`\\|(?:${PASSWORDS}|${TOKENS}|pwd?)$`, 'iu');
/** Matches an unquoted name in code, such as `hash2` in `{ password: hash2 });`. */
const NAME_IN_CODE = /^[a-z_$][\w$]*$/i;
const CODE_AFTER = /^\s?\}|^\)+[;,{]/;

/** Matches words after “the password is” that do not reveal the password: “wrong”, “stored”, “being”. */
const REVEALS_NOTHING =
  /^(?:not|never|now|only|also|still|always|too|already|no|the|an?|in|on|at|for|to|from|with|what|wrong|incorrect|correct|right|bad|good|weak|strong|secure|safe|lost|gone|here|there|this|that|same|different|empty|longer|shorter|ok|okay|fine|sent|kept|set|reset|known|unknown|falsch|richtig|leer|nicht|incorrecta?|vacía|faux|incorrecte)$|(?:ed|ing|able|ible|ly|ful|less|ent|ant|ous|ive)$/i;

/** Finds secrets that a sentence states. */
export function findSaidSecrets(text: string): readonly TextSpan[] {
  return SAID.flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => secretIn(text, match)));
}

function secretIn(text: string, match: RegExpExecArray): readonly TextSpan[] {
  const { quoted, bare = '', noun = '' } = match.groups ?? {};
  const places = match.indices?.groups ?? {};
  const [start] = places['quoted'] ?? places['bare'] ?? [0];
  // A log may show only the beginning of a token, which does not reveal the token.
  if (/\.{3}$|…$/.test(bare) && OF_TOKEN.test(noun)) return [];
  // The text "Token data client_id: …" states an id, and not a token.
  if (/[_ ]id\s?[:：]?\s*$/i.test(text.slice(match.index, start))) return [];
  // A quote before a space or before code does not open the value, but closes an earlier string.
  if (quoted !== undefined && (/^\s/.test(quoted) || goesOnInCode(quoted))) return [];
  const value = quoted ?? bare.replace(TRAILING, '');
  if (!readingsOf(value, quoted !== undefined).some((reading) => isSecret(reading, { text, match, start })))
    return [];
  return [{ start, end: start + value.length, kind: 'password', rule: 'said-password' }];
}

/**
 * Returns the texts that may be the secret. A quoted value is returned whole. For an unquoted value, returns the text
 * up to its first bracket, and the whole value unless it is a function call or a format.
 */
function readingsOf(value: string, isQuoted: boolean): readonly string[] {
  const [head = ''] = value.split(BRACKETS, 1);
  if (isQuoted || head === value) return [value];
  return [head.replace(TRAILING, ''), ...(CALL.test(value) || FORMAT.test(value) ? [] : [value])];
}

function isSecret(
  value: string,
  { text, match, start }: { text: string; match: RegExpExecArray; start: number },
): boolean {
  const { quoted, noun = 'password' } = match.groups ?? {};
  if (value.length < 4 || !isRealValue(value) || isNameOfSecret(value) || ALTERNATIVE.test(value))
    return false;
  const end = start + value.length;
  if (quoted === undefined && NAME_IN_CODE.test(value) && CODE_AFTER.test(text.slice(end, end + 8)))
    return false;
  // A bracket may separate a letter from a digit: `ab{12}cd`.
  if (looksSecret(quoted ?? value.replace(BRACKETS, ''), noun, match)) return true;
  return OWN.test(text.slice(Math.max(0, match.index - 50), match.index)) && isPlain(value, text, end);
}

/** Returns whether a value looks like a secret of the kind that the noun names. */
function looksSecret(value: string, noun: string, { groups = {} }: RegExpExecArray): boolean {
  if (/^pin/i.test(noun)) return PIN.test(value);
  if (OF_TOKEN.test(noun))
    return (
      value.length >= LEAST_TOKEN_LENGTH &&
      !/\s/.test(value) &&
      isTokenLike(value) &&
      hasMixedCharacters(value) &&
      !isMadeOfWords(value)
    );
  const { quote, quoted } = groups;
  const isInQuotes =
    quoted !== undefined && quote !== '`' && !/\s/.test(value) && !REVEALS_NOTHING.test(value);
  return isInQuotes || (!/\s/.test(value) && hasMixedCharacters(value));
}

/** Returns whether a value is an ordinary word at the end of a sentence, as in “my password is Kaleidos.” */
function isPlain(value: string, text: string, end: number): boolean {
  const isLast = /^[.!]?\s*(?:$|\n)/.test(text.slice(end, end + 40));
  return isLast && /^\p{L}{6,}$/u.test(value) && !REVEALS_NOTHING.test(value);
}

function hasMixedCharacters(value: string): boolean {
  // “Security is fundamental!” is an exclamation, not a password.
  if (/^\p{Ll}+!+$/u.test(value)) return false;
  if (!MIXED_CHARACTERS.test(value) || PLACE.test(value) || ENCODING.test(value)) return false;
  return !isCodeLike(value) || YEARS.test(value);
}
