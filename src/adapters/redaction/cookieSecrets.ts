import type { TextSpan } from '../../core/log/mask.ts';
import { isMadeOfWords } from './madeOfWords.ts';
import { isTokenLike } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';

/** Matches headers, command options and code that contain cookies. */
const COOKIES =
  /(?:\bcookies?\\?["']?\s{0,3}[:=,]\s{0,3}\\?["'`]?|(?<option>\s(?:-b|--cookie)[\s=]\s{0,3}["']?))(?<pairs>[^\n"'`\\]{3,8000})/gi;
/** The maximum number of characters between `curl` and its cookie option. */
const LONGEST_COMMAND = 400;
const PAIR = /(?<name>[\w.!%*+-]{1,100})=(?<value>[^;,\s]{4,4000})/g;
/** Matches a line of the cookie files that curl and other tools write. */
const COOKIE_FILE =
  /^(?:#HttpOnly_)?\S{1,200}\t(?:TRUE|FALSE)\t\S{1,200}\t(?:TRUE|FALSE)\t\d{1,15}\t(?<name>\S{1,200})\t(?<value>\S{4,4000})$/gm;
/** Matches the names of cookies that identify a session. */
const OF_SESSIONS = /sess|sid\b|sid$|auth|token|jwt|login|remember|csrf|xsrf/i;
/** The minimum length of a value that is recognised only by its form. */
const LONG = 16;
/** The minimum length of a value that is recognised by its cookie's name. */
const SHORTEST = 8;

/** Returns the values of session cookies, recognised by the cookie's name or the value's form. */
export function findCookies(text: string): readonly TextSpan[] {
  const found = [...text.matchAll(COOKIES)].flatMap((match) => {
    const { pairs = '', option } = match.groups ?? {};
    if (option !== undefined && !isOfCurl(text, match.index)) return [];
    const offset = match.index + match[0].length - pairs.length;
    return [...pairs.matchAll(PAIR)].flatMap((pair) => cookieOf(pair, offset));
  });
  return [...found, ...[...text.matchAll(COOKIE_FILE)].flatMap((row) => cookieOf(row, 0))];
}

function isOfCurl(text: string, at: number): boolean {
  return /\bcurl\b[^\n]*$/.test(text.slice(Math.max(0, at - LONGEST_COMMAND), at));
}

function cookieOf(match: RegExpExecArray, offset: number): readonly TextSpan[] {
  const { name = '', value = '' } = match.groups ?? {};
  const isSession =
    OF_SESSIONS.test(name) && value.length >= SHORTEST && isRealValue(value) && !isMadeOfWords(value);
  if (!isSession && !(value.length >= LONG && isTokenLike(value))) return [];
  const end = offset + match.index + match[0].length;
  return [{ start: end - value.length, end, kind: 'cookie', rule: 'cookie' }];
}
