import type { TextSpan } from '../../core/log/mask.ts';
import { isCodeLike, isGiven, isSecretsName } from './plausibleSecret.ts';

/** A sentence that says a secret: "my password is …", "das Passwort lautet …", "пароль: …". */
const SAID =
  /(?<![\p{L}_-])(?:pass(?:word|phrase|code)|passwort|kennwort|pin(?:\s?code)?|token|api[ -]?key|secret(?:\s?key)?|contraseña|clave|mot de passe|senha|sandi|пароль|密码|密碼|口令|パスワード)(?:\s[^\n.?!:="'`(){}]{0,40}?)??(?:\s{1,2}(?:is|was|ist|war|lautet|es|era|est|é|adalah|это)(?:\s?:)?\s{1,2}|\s?[:：→—–]\s{1,2}|[是为は：]\s{0,2}|\sto\s)\*{0,2}(?:(?<quote>["'“«„`])(?<quoted>[^"'“”«»„`\n]{3,100})|(?<bare>(?!\*)[^\s"'“«„`<>(){}[\]]{4,100}))/giu;
const OWN = /(?:^|\s)(?:my|our|mein|unser|mi|mon|minha|мой)\s(?:[\p{L}-]{1,20}\s){0,2}$/iu;
const TRAILING = /[.,;:?)*]+$/;
/** What no word of a sentence has: a letter beside a digit, a sign within. */
const SIGNFUL = /[\p{L}\d][!#$%&*@^~+=]|[!#$%&*@^~+=][\p{L}\d]|\p{L}\d|\d\p{L}|\p{L}-\p{L}+-\p{L}/u;
const PLACE = /[/\\]|\p{L}\.[\p{L}#]|^v\d/u;
/** Encodings and ciphers: what a secret is like, not what it is. */
const ENCODING = /^(?:base|sha|md|utf|rot|aes|rsa|ed|hs|rs|es|argon|oauth|ascii|latin|x)-?\d+\w*$/i;

/** What a sentence says of a password and not what it is: "is wrong", "is stored", "is being checked". */
const TOLD =
  /^(?:not|never|now|only|also|still|always|too|already|no|the|an?|in|on|at|for|to|from|with|what|wrong|incorrect|correct|right|bad|good|weak|strong|secure|safe|lost|gone|here|there|this|that|same|different|empty|longer|shorter|ok|okay|fine|sent|kept|set|reset|known|unknown|falsch|richtig|leer|nicht|incorrecta?|vacía|faux|incorrecte)$|(?:ed|ing|able|ible|ly|ful|less|ent|ant|ous|ive)$/i;

/** Secrets that a sentence tells. */
export function findSaidSecrets(text: string): readonly TextSpan[] {
  return [...text.matchAll(SAID)].flatMap((match) => {
    const { quote, quoted, bare = '' } = match.groups ?? {};
    const isOwn = OWN.test(text.slice(Math.max(0, match.index - 50), match.index));
    const value = quoted ?? bare.replace(TRAILING, '');
    const end = match.index + match[0].length - bare.length + value.length;
    const isLast = /^[.!]?\s*(?:$|\n)/.test(text.slice(end, end + 40));
    const isPlain = isOwn && isLast && /^\p{L}{6,}$/u.test(value) && !TOLD.test(value);
    const isInQuotes =
      quoted !== undefined &&
      /^(?:pass|kenn|contra|clave|mot|senha|парол|密码|パス)/iu.test(match[0]) &&
      quote !== '`' &&
      !/\s/.test(value) &&
      !TOLD.test(value);
    if (value.length < 4 || !isGiven(value) || isSecretsName(value)) return [];
    if (!isPlain && !isInQuotes && !isSignful(value)) return [];
    const start = match.index + match[0].lastIndexOf(value);
    return [{ start, end: start + value.length, kind: 'password' }];
  });
}

function isSignful(value: string): boolean {
  return SIGNFUL.test(value) && !PLACE.test(value) && !ENCODING.test(value) && !isCodeLike(value);
}
