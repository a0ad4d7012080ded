import type { TextSpan } from '../../core/log/mask.ts';
import { withLineBreaks } from './escapedBreaks.ts';
import { isMadeOfWords } from './madeOfWords.ts';
import { isTokenLike } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';

/**
 * Matches the word `value`, which is between a header's name and the header's value in HAR files and in collections of
 * requests: `{"name": "Cookie", "value": "sid=…"}`.
 */
export const VALUE_KEY = String.raw`(?:(?:\s|\\n){0,40}\\?["']?value\\?["']?\s{0,3}:)?`;
/** Matches headers and code that contain cookies. */
const COOKIES = new RegExp(
  String.raw`\bcookies?\\?["']?\s{0,3}[:=,]${VALUE_KEY}\s{0,3}\\?["'\`]?(?<pairs>[^\n"'\`\\]{3,8000})`,
  'gi',
);
/** Matches a curl command. A backslash, caret or backtick before a line break continues the command. */
const CURL = /\bcurl\b(?:[^\n]|(?<=[\\^`]\r?)\n){0,8000}/g;
/** Matches curl's option for cookies. A caret, dollar sign or backslash may be before the quote. */
const OPTION = /\s(?:-b|--cookie)[\s=]\s{0,3}[$^]?\\?["']?(?<pairs>[^\n"'`\\]{3,8000})/g;
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

/** Matches a list of cookies up to its closing bracket. It begins with e.g. `"cookies": [` or `addCookies([`. */
const LIST = /cookies?\\?["']?\s{0,4}[:=(]\s{0,4}\[(?<list>[^\]]{3,60000})/gi;
/** Matches an object whose fields are cookies, up to its end: `cookies={"sid": "…"`. */
const MAP = /\bcookies\\?["']?\s{0,4}[:=]\s{0,4}\{(?<map>[^{}]{3,20000})/gi;
/**
 * Matches a field of such an object. In this pattern and the next ones, an escape such as `\/` or `\u003d` may follow
 * the value, but not an escaped letter such as `\u00fc`, since it belongs to a word.
 */
const FIELD =
  /["'](?<name>[\w.!%*+-]{1,100})\\?["']\s{0,4}:\s{0,4}\\?["'](?<value>[^"'\\\s;]{4,4000})(?=["';]|\\(?!\\{0,3}u(?!00[0-7]))|$)/g;
/** Matches code that sets a cookie: `cookie("sid", "…"`, `cookies.set("sid", "…"`, `cookies["sid"] = "…"`. */
const SETS =
  /cookies?(?:\.set|\.add)?[([]\s{0,4}["'`](?<name>[\w.-]{1,100})["'`](?:,|\]\s{0,3}=)\s{0,4}["'`](?<value>[^"'`\\\s;]{4,4000})(?=["'`;]|\\(?!\\{0,3}u(?!00[0-7]))|$)/gi;
/** Matches an object without objects in it. Its closing bracket may be missing. */
const OBJECT = /\{[^{}]{10,8000}/g;
/** Matches fields that only cookies have. */
const OF_COOKIES = /\b(?:httpOnly|sameSite|hostOnly)\b/i;
/** Matches the name and the value of a cookie that is an object. */
const FIELDS =
  /\bname\\?["']?\s{0,4}:\s{0,4}\\?["'](?<name>[^"'\\\s]{1,200})\\?["'][^{}]{0,300}?\bvalue\\?["']?\s{0,4}:\s{0,4}\\?["'](?<value>[^"'\\\s;]{4,4000})(?=["';]|\\(?!\\{0,3}u(?!00[0-7]))|$)/i;

/** Returns the values of session cookies, recognised by the cookie's name or the value's form. */
export function findCookies(text: string): readonly TextSpan[] {
  const lists = [...text.matchAll(LIST)].flatMap((list) => cookieObjects(groupOf(list, 'list')));
  const others = cookieObjects({ text, at: 0 }).filter(({ text: object }) => OF_COOKIES.test(object));
  const commands = [...withLineBreaks(text).matchAll(CURL)].flatMap(({ 0: command, index }) =>
    [...command.matchAll(OPTION)].map((match) => groupOf(match, 'pairs', index)),
  );
  const headers = [...text.matchAll(COOKIES)].map((match) => groupOf(match, 'pairs'));
  return [
    ...[...headers, ...commands].flatMap((part) =>
      [...part.text.matchAll(PAIR)].flatMap((pair) => cookieOf(pair, part.at)),
    ),
    ...[...lists, ...others].flatMap(({ text: object, at }) => {
      const fields = FIELDS.exec(object);
      return fields === null ? [] : cookieOf(fields, at);
    }),
    ...[...text.matchAll(MAP)]
      .map((map) => groupOf(map, 'map'))
      .flatMap((map) => [...map.text.matchAll(FIELD)].flatMap((field) => cookieOf(field, map.at))),
    ...[...text.matchAll(SETS), ...text.matchAll(COOKIE_FILE)].flatMap((match) => cookieOf(match, 0)),
  ];
}

/** A part of a text, with its offset. */
interface TextPart {
  readonly text: string;
  readonly at: number;
}

/** Returns the group at the end of a match. */
function groupOf({ 0: whole, index, groups }: RegExpExecArray, name: string, at = 0): TextPart {
  const text = groups?.[name] ?? '';
  return { text, at: at + index + whole.length - text.length };
}

function cookieObjects({ text, at }: TextPart): readonly TextPart[] {
  return [...text.matchAll(OBJECT)].map(({ 0: object, index }) => ({ text: object, at: at + index }));
}

function cookieOf(match: RegExpExecArray, offset: number): readonly TextSpan[] {
  const { name = '', value = '' } = match.groups ?? {};
  const isSession =
    OF_SESSIONS.test(name) && value.length >= SHORTEST && isRealValue(value) && !isMadeOfWords(value);
  if (!isSession && !(value.length >= LONG && isTokenLike(value))) return [];
  const end = offset + match.index + match[0].length;
  return [{ start: end - value.length, end, kind: 'cookie', rule: 'cookie' }];
}
