import type { TextSpan } from '../../core/log/mask.ts';
import { bareValue, blockStart, quotedValue, type AssignedValue } from './assignedValue.ts';
import {
  isCodeLike,
  isRealValue,
  isMadeOfWords,
  isNameOfSecret,
  isSequence,
  isTokenLike,
  shareOfWords,
} from './plausibleSecret.ts';
import { secretNames, type SecretName } from './secretNames.ts';

/**
 * Matches the text before a name that begins its line: a list mark, `export`, or an option that takes an assignment.
 */
const LINE_HEAD =
  /(?:^|[\n\r]|\\[nr])[ \t]*(?:[-*+|>$#:]{1,3} *)?(?:(?:export|setx?|ENV|ARG|declare(?: -x)?|env|-e|--env|--build-arg|--from-literal|--set) +)?["'`$:]?(?:env:)?$/i;
/** Matches a command that takes a name and its value, separated by a space. */
const NAMED_BY_COMMAND =
  /(?:\bENV|\bsetx|\bsetenv|\bset(?= +-[gxUL]+ )|config(?:ure)? set|secret(?:s)? set|config:set)(?: +-{1,2}\w+)* +$/;
/** Matches the end of a line after the value: nothing, or a comment. */
const LINE_END = /^[ \t]*(?:#[^\n]*)?(?:$|[\n\r]|\\[nr])/;
/** Matches the beginning of a table's row: a line that begins with a vertical bar. */
const ROW_HEAD = /(?:[\n\r]|\\[nr])[ \t]*\|[^\n\r]*$/;
const CELL_END = /^["'`*]*[ \t]*\|/;
const LONGEST_ROW = 400;
const PAIR_END = /^(?:$|[\s&;"'`]|\\["'nr])/;
/** Matches `--password`, and PowerShell’s `-Password`. */
const OPTION = /^(?:--\w|-[A-Z])/;
/** Matches a call, or the end of one that began on an earlier line. */
const CALL = /^[\w.$:]+\(|^[^([{]*[)\]}]:?$/;
/** Matches the beginning of a call that sets a value; the name and the value follow: `setenv("DB_PASSWORD", "…")`. */
const SETS = /(?:define|put|set|setenv|env|property|header)\w*\(\s*$/i;
/**
 * Matches the beginning of a call that reads a variable; a default may follow the name: `getenv("DB_PASSWORD", "…")`.
 */
const GETS = /(?:getenv|environ\.get|env|get)\(\s*$/i;

/**
 * The form in which a value is given: in quotes, as the rest of a line in a settings file, as a pair `name=value`,
 * after a command's option, or in any other text (`free`). The less certain it is in a form that a value follows the
 * name, the more the value must look like a secret.
 */
type Form = 'quoted' | 'line' | 'pair' | 'option' | 'free';

/**
 * The most names within another name's value, as in `a=b=c`. A text with more names is not a value, and searching such
 * a text for each name would take too long.
 */
const MOST_NESTED = 4;

/** Finds values of names that end in a word for a secret: in settings files, code, options, addresses and forms. */
export function findAssignments(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const name of outerNames(text)) {
    const assigned = assignedTo(name, text);
    if (assigned === undefined) continue;
    const { value, start } = assigned;
    spans.push({ start, end: start + value.length, kind: name.kind, rule: `assigned-${name.kind}` });
  }
  return spans;
}

/** Yields the names in a text, except names nested deeper than `MOST_NESTED` in another name's value. */
function* outerNames(text: string): Generator<SecretName> {
  let end = 0;
  let nested = 0;
  for (const name of secretNames(text)) {
    if (name.valueStart < end) nested++;
    else {
      end = name.valueStart + (bareValue(text, name.valueStart, 'short')?.value.length ?? 0);
      nested = 0;
    }
    if (nested <= MOST_NESTED) yield name;
  }
}

/** Returns the value that is given to a name, if it is a secret. */
function assignedTo(name: SecretName, text: string): AssignedValue | undefined {
  const before = text.slice(Math.max(0, name.start - 80), name.start);
  const isSpaceBetween = name.separator.trim() === '';
  const quoted = quotedValue(text, name.valueStart);
  const isOption = OPTION.test(text.slice(name.start, name.start + 3));
  if (name.separator.includes(',')) {
    const isGet = name.isQuoted && GETS.test(before.slice(0, -1));
    const isSet = name.isQuoted && (isOption || SETS.test(before.slice(0, -1)));
    if (quoted === undefined || !(isGet || isSet)) return undefined;
    return isSecret(name, quoted, isSet ? 'quoted' : 'free') ? quoted : undefined;
  }
  if (/[|?]/.test(name.separator)) {
    const beside = /\|\||\?/.test(name.separator) ? quoted : cellValue(name, { text, quoted });
    return beside !== undefined && isSecret(name, beside, 'free') ? beside : undefined;
  }
  if (isSpaceBetween && !isOption && !NAMED_BY_COMMAND.test(before)) return undefined;
  if (quoted !== undefined) return isSecret(name, quoted, 'quoted') ? quoted : undefined;
  if (isSpaceBetween) return optionValue(name, text);
  const below = name.separator.includes(':') ? blockStart(text, name.valueStart) : name.valueStart;
  if (below > name.valueStart) return wholeLine(name, text, below);
  return lineValue(name, { text, before }) ?? shortValue(name, { text, isOption, before });
}

/**
 * Returns the next cell of a table's row; undefined outside of tables, where a vertical bar may be a pipe, as in
 * `echo "$PASSWORD" | base64`.
 */
function cellValue(
  name: SecretName,
  { text, quoted }: { readonly text: string; readonly quoted: AssignedValue | undefined },
): AssignedValue | undefined {
  const value = quoted ?? bareValue(text, name.valueStart, 'short');
  const isInRow = ROW_HEAD.test(`\n${text.slice(Math.max(0, name.start - LONGEST_ROW), name.start)}`);
  return isInRow && value !== undefined && CELL_END.test(value.after) ? value : undefined;
}

/**
 * Returns the word after an option. If neither the end of the command nor another option follows, the word must look
 * like a secret.
 */
function optionValue(name: SecretName, text: string): AssignedValue | undefined {
  const assigned = bareValue(text, name.valueStart, 'short');
  if (assigned === undefined || assigned.value.startsWith('-')) return undefined;
  const isLast = /^[ \t]*(?:$|[\n\r\\|&;"'`]|-)/.test(assigned.after);
  return isSecret(name, assigned, isLast ? 'option' : 'free') ? assigned : undefined;
}

interface TextBefore {
  readonly text: string;
  /** The text before the name. */
  readonly before: string;
}

/** Returns the value of a line in an .env, YAML or properties file that contains only a name and its value. */
function lineValue(name: SecretName, { text, before }: TextBefore): AssignedValue | undefined {
  const { separator } = name;
  const isSetting = /^[:：*\s]+$/.test(separator) || separator === '=' || name.isUpper;
  if (!isSetting || separator.includes('\n') || !LINE_HEAD.test(headOf(before))) return undefined;
  return wholeLine(name, text, name.valueStart);
}

function wholeLine(name: SecretName, text: string, at: number): AssignedValue | undefined {
  const assigned = bareValue(text, at, 'whole');
  if (assigned === undefined || !LINE_END.test(assigned.after)) return undefined;
  if (
    /[,;]$|[&;][\w .-]+=/.test(assigned.value) ||
    CALL.test(assigned.value) ||
    /["'`]$/.test(assigned.value)
  )
    return undefined;
  return isSecret(name, assigned, 'line') ? assigned : undefined;
}

/** Returns the text before the name, with a line break added where the text begins. */
function headOf(before: string): string {
  return before.length < 80 ? `\n${before}` : before;
}

function shortValue(
  name: SecretName,
  { text, before, isOption }: TextBefore & { readonly isOption: boolean },
): AssignedValue | undefined {
  // The next line is not a value if it has no indentation: `Token:` may have none.
  if (name.separator.endsWith('\n')) return undefined;
  const assigned = bareValue(text, name.valueStart, 'short');
  if (assigned === undefined || /^[(){}[\]]/.test(assigned.after)) return undefined;
  const isPair = name.separator === '=' && PAIR_END.test(assigned.after) && /(?:^|[\s&?;"'`])$/.test(before);
  return isSecret(name, assigned, isOption ? 'option' : isPair ? 'pair' : 'free') ? assigned : undefined;
}

/** Shorter values are more often flags or numbers than secrets. */
const SHORTEST_PASSWORD = 4;
const SHORTEST_TOKEN = 6;
const SHORTEST_FREE_PASSWORD = 6;
const SHORTEST_FREE_TOKEN = 12;
const SHORTEST_VAGUE = 16;
/** A value with a larger share of words counts as text or as a test's placeholder. */
const MOST_OF_WORDS = 0.6;
/** The fewest words of a pass phrase by published word lists (Diceware), and the most, which seed phrases have. */
const LEAST_PLAIN_WORDS = 4;
const MOST_WORDS = 24;

function isSecret(name: SecretName, { value, isQuoted }: AssignedValue, form: Form): boolean {
  const { isPassword, isUpper } = name;
  if (!isRealValue(value) || value.split(/\s/).some(isNameOfSecret)) return false;
  // A pass over something is not a password: “in this pass: `readAll`”.
  if (name.name === 'pass' && isCodeLike(value)) return false;
  if (isNameAgain(name, value) || (name.isQuoted && isLabel(name, value))) return false;
  if (/\s/.test(value)) return isQuoted && (isUpper || name.isPhrase || (isPassword && isPassPhrase(value)));
  if (value.includes('.') && isMadeOfWords(value)) return false;
  if (!isPassword && isOtherThanToken(name, value)) return false;
  if (form === 'free') {
    const shortest = isPassword ? SHORTEST_FREE_PASSWORD : SHORTEST_FREE_TOKEN;
    // Unquoted names in code contain no hyphens.
    const isCode = isCodeLike(value) && !value.includes('-');
    return value.length >= shortest && isTokenLike(value) && !isCode;
  }
  if (value.length < (isPassword ? SHORTEST_PASSWORD : SHORTEST_TOKEN)) return false;
  if (form === 'quoted' || form === 'option') return isPassword || isUpper || !isMadeOfWords(value);
  const mayBeType = name.separator.includes(':') && !isUpper;
  if (mayBeType) return isPassword ? !isCodeLike(value) : !isMadeOfWords(value);
  return isPassword || isUpper || !isMadeOfWords(value);
}

/** Matches names of labels in a user interface, as in translation files. */
const OF_VIEWS =
  /^(?:LABEL|TITLE|MANDATORY|INVALID|PLEASE|FORGOT|ERR(?:OR)?|MSG|MESSAGE|HINT|TEXT|PLACEHOLDER|BUTTON|BTN|TOOLTIP|HELP|DESC\w*)_/;

/**
 * Returns whether a value is a label, i.e. several words of a sentence without digits and signs: `"LABEL_PASSWORD":
 * "Neues Passwort"`.
 */
function isLabel({ name, isPhrase }: SecretName, value: string): boolean {
  if (isPhrase || /\S[\d!@#$%^&*=+~]\S|\p{L}\d|\d\p{L}/u.test(value)) return false;
  if (OF_VIEWS.test(name) || !/[a-z]/i.test(value.replace(/\p{M}/gu, ''))) return true;
  // `"login.sharedSecret": "Geheimnis"`: names with dots are paths in a translation file.
  if (name.includes('.') && /^\p{Lu}[\p{Ll}-]+$/u.test(value)) return true;
  if (!/\s/.test(value) || /\d/.test(value)) return false;
  return /^\p{Lu}.*\s\p{Ll}/su.test(value) || /[.!?:…।。]$/u.test(value);
}

/** Returns whether the value repeats the name in another spelling: `"update-password": "updatePassword"`. */
function isNameAgain({ name }: SecretName, value: string): boolean {
  const plain = (text: string): string => text.replace(/[^a-z\d]/gi, '').toLowerCase();
  return /[a-z][A-Z]/.test(value) && plain(value) === plain(name);
}

/**
 * Returns whether the value of a token's, key's or secret's name is not a secret: the name is vague and the value is
 * not random, or the value consists of words, digits or a sequence, or is another name with its value.
 */
function isOtherThanToken(name: SecretName, value: string): boolean {
  if (name.isVague) return value.length < SHORTEST_VAGUE || !isTokenLike(value) || isMadeOfWords(value);
  // A number with a counter: `1764148831123-0`.
  if (/^\d+(?:[-_.:/]\d+)+$/.test(value)) return true;
  if (new Set(value).size <= 4 || isSequence(value) || /^[\w.-]{1,60}=(?!=*$)/.test(value)) return true;
  if (name.isUpper) return name.isKey && isMadeOfWords(value);
  return /[^A-Za-z0-9]/.test(value) && shareOfWords(value) > MOST_OF_WORDS;
}

/**
 * Matches words of sentences about a password, as in user interfaces, and characters of commands: pass phrases contain
 * none of them.
 */
const OF_SENTENCES =
  /\b(?:the|an?|of|in|at|for|to|your?|must|should|can(?:not)?|do(?:es)?|not|no|please|enter|type|choose|least|required|valid|invalid|incorrect|wrong|match(?:es)?|characters?|confirm|forgot(?:ten)?|show|hide|new|current|old|repeat|reset|change)\b|[.?!…:]$|&&|\|\||\s-{1,2}\w/i;

/**
 * Returns whether several words are a pass phrase: with digits among them, or at least four ordinary words, but not a
 * sentence.
 */
function isPassPhrase(value: string): boolean {
  if (OF_SENTENCES.test(value)) return false;
  const words = value.trim().split(/\s+/);
  return words.length <= MOST_WORDS && (/\d/.test(value) || words.length >= LEAST_PLAIN_WORDS);
}
