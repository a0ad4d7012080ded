import type { TextSpan } from '../../core/log/mask.ts';
import { bareValue, blockStart, quotedValue, type AssignedValue } from './assignedValue.ts';
import { isCodeLike, isMadeOfWords, isNameOfSecret, shareOfWords } from './madeOfWords.ts';
import { isSequence, isTokenLike } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';
import { secretNames, type SecretName } from './secretNames.ts';
import { isWorkingDirectoryIn } from './workingDirectory.ts';

/**
 * Matches the beginning of a line up to a name: nothing, a list mark, `export`, or an option that takes an assignment.
 * Examples of such lines are `- DB_PASSWORD=…`, `export DB_PASSWORD=…`, `  -e DB_PASSWORD=…`, `$env:DB_PASSWORD=…`.
 */
const LINE_HEAD =
  /(?:^|[\n\r]|\\[nr])[ \t]*(?:[-*+|>$#:]{1,3} *)?(?:(?:export|setx?|ENV|ARG|declare(?: -x)?|env|-e|--env|--build-arg|--from-literal|--set) +)?["'`$:]?(?:env:)?$/i;
/** Matches a command that takes a name and a value, separated by a space: `ENV `, `#define `, `set -gx `. */
const NAMED_BY_COMMAND =
  /(?:\bENV|#define|\bsetx|\bsetenv|\bset(?= +-[gxUL]+ )|config(?:ure)? set|secret(?:s)? set|config:set)(?: +-{1,2}\w+)* +$/;
/** Matches the end of a line after the value: nothing, or a comment such as `  # for tests`. */
const LINE_END = /^[ \t]*(?:#[^\n]*)?(?:$|[\n\r]|\\[nr])/;
/** Matches a line break and the beginning of a table row up to a name, such as `| ` before `Password |`. */
const ROW_HEAD = /(?:[\n\r]|\\[nr])[ \t]*\|[^\n\r]*$/;
/** Matches the end of a cell after its value: "` |". */
const CELL_END = /^["'`*]*[ \t]*\|/;
const LONGEST_ROW = 400;
/** Matches the text after the value of a pair such as `token=…`: a space, `&`, `;`, a quote. */
const PAIR_END = /^(?:$|[\s&;"'`]|\\["'nr])/;
/** Matches the text before the name of a pair: `?`, `&`, a space. */
const PAIR_HEAD = /(?:^|[\s&?;"'`])$/;
/** Matches `--password`, and PowerShell’s `-Password`. */
const OPTION = /^(?:--\w|-[A-Z])/;
/** Matches the text after the value of an option or a command: the end of the command, or another option. */
const WORD_END = /^[ \t]*(?:$|[\n\r\\|&;"'`]|-)/;
/**
 * Matches code on a line: a call such as `config.read(`, or the end of a call that began on an earlier line: `name)`.
 */
const CALL = /^[\w.$:]+\(|^[^([{]*[)\]}]:?$/;
/** Matches a line that continues with code or other pairs: `name,`, `x&user=ann`, `x"`. */
const GOES_ON = /[,;]$|[&;][\w .-]+=|["'`]$/;
/** Matches the beginning of a call that sets a value. The name and the value follow: `setenv("DB_PASSWORD", "…")`. */
const SETS = /(?:define|put|set|setenv|env|property|header)\w*\(\s*$/i;
/**
 * Matches the beginning of a call that reads a variable. A default may follow the name: `getenv("DB_PASSWORD", "…")`.
 */
const GETS = /(?:getenv|environ\.get|env|get)\(\s*$/i;

/** A value that may belong to a name. A value of the form `free` must look more like a secret than other values. */
interface Candidate extends AssignedValue {
  /**
   * The form in which the value is written: in quotes (`password: "…"`), as the rest of a line in a settings file
   * (`PASSWORD=…`), as a pair (`?token=…&user=ann`), after a command's option (`--password …`), or in any other text.
   */
  readonly form: 'quoted' | 'line' | 'pair' | 'option' | 'free';
}

/**
 * The maximum number of names within another name's value, as in `a=b=c`. A text with more names is not a value, and
 * searching the text for the value of each name would take too long.
 */
const MOST_NESTED = 4;

/**
 * Finds values of names that end in a word for a secret: in settings files, code, options, URLs and tables. Finds
 * `tr0ub4dor` in `DB_PASSWORD=tr0ub4dor # for tests`, and nothing in `DB_PASSWORD=$PASSWORD`.
 */
export function findAssignments(text: string): readonly TextSpan[] {
  return outerNames(text).flatMap((name) => {
    const assigned = candidatesOf(name, text).find(
      (value) => isSecret(name, value) && !isWorkingDirectoryIn({ text, name, value }),
    );
    if (assigned === undefined) return [];
    const { value, start } = assigned;
    return [{ start, end: start + value.length, kind: name.kind, rule: `assigned-${name.kind}` }];
  });
}

/** Returns the names in a text, but at most `MOST_NESTED` names within another name's value. */
function outerNames(text: string): readonly SecretName[] {
  let end = 0;
  let nested = 0;
  return [...secretNames(text)].filter((name) => {
    if (name.valueStart < end) nested++;
    else {
      end = name.valueStart + (bareValue(text, name.valueStart, 'short')?.value.length ?? 0);
      nested = 0;
    }
    return nested <= MOST_NESTED;
  });
}

/** Returns the values that may belong to a name. The most likely value is the first. */
function candidatesOf(name: SecretName, text: string): readonly Candidate[] {
  const { separator, valueStart } = name;
  const before = text.slice(Math.max(0, name.start - MOST_BEFORE), name.start);
  const isOption = OPTION.test(text.slice(name.start, name.start + 3));
  const quoted = quotedValue(text, valueStart);
  if (separator.includes(',')) return argumentAfter(name, { before, quoted, isOption });
  // A default value: `password || "…"`, `password ?? "…"`.
  if (/\|\||\?/.test(separator)) return given(quoted, 'free');
  if (separator.includes('|')) return cellAfter(name, { text, quoted });
  const isSpace = separator.trim() === '';
  if (isSpace && !isOption && !NAMED_BY_COMMAND.test(before)) return [];
  if (quoted !== undefined) return given(quoted, 'quoted');
  if (isSpace) return wordAfter(name, text);
  const below = separator.includes(':') ? blockStart(text, valueStart) : valueStart;
  if (below > valueStart) return wholeLine(text, below);
  return [...restOfLine(name, { text, before }), ...shortValue(name, { text, before, isOption })];
}

/** The number of characters before a name that are read. */
const MOST_BEFORE = 80;

function given(value: AssignedValue | undefined, form: Candidate['form']): readonly Candidate[] {
  return value === undefined ? [] : [{ ...value, form }];
}

/** The text around a name, from which the form of its value is determined. */
interface Around {
  readonly text: string;
  /** The text before the name. */
  readonly before: string;
  /** The value in quotes after the name. */
  readonly quoted: AssignedValue | undefined;
  /** Whether the name is a command's option. */
  readonly isOption: boolean;
}

/**
 * Returns the next argument of a call that sets or reads a value, or the next element after an option in a list:
 * `setenv("DB_PASSWORD", "…")`, `["--password", "…"]`.
 */
function argumentAfter(
  name: SecretName,
  { before, quoted, isOption }: Omit<Around, 'text'>,
): readonly Candidate[] {
  if (!name.isQuoted) return [];
  const call = before.slice(0, -1);
  if (isOption || SETS.test(call)) return given(quoted, 'quoted');
  return GETS.test(call) ? given(quoted, 'free') : [];
}

/**
 * Returns the next cell of a table's row: `| Password | … |`. Outside of tables, a vertical bar may be a pipe, as in
 * `echo "$PASSWORD" | base64`.
 */
function cellAfter(
  name: SecretName,
  { text, quoted }: Pick<Around, 'text' | 'quoted'>,
): readonly Candidate[] {
  const value = quoted ?? bareValue(text, name.valueStart, 'short');
  const isInRow = ROW_HEAD.test(`\n${text.slice(Math.max(0, name.start - LONGEST_ROW), name.start)}`);
  return isInRow && CELL_END.test(value?.after ?? '') ? given(value, 'free') : [];
}

/**
 * Returns the word after an option or a command: `--password …`. If the command ends after the word, or another option
 * follows, the form is `option`, else `free`.
 */
function wordAfter(name: SecretName, text: string): readonly Candidate[] {
  const word = bareValue(text, name.valueStart, 'short');
  if (word === undefined || word.value.startsWith('-')) return [];
  return given(word, WORD_END.test(word.after) ? 'option' : 'free');
}

/** Returns the value of a line that contains only a name and its value, as in an .env, YAML or properties file. */
function restOfLine(
  name: SecretName,
  { text, before }: Pick<Around, 'text' | 'before'>,
): readonly Candidate[] {
  const { separator, isUpper, valueStart } = name;
  const isSetting = /^[:：*\s]+$/.test(separator) || separator === '=' || isUpper;
  // If `before` reaches back to the beginning of the text, a line begins there, too.
  const head = before.length < MOST_BEFORE ? `\n${before}` : before;
  return isSetting && !separator.includes('\n') && LINE_HEAD.test(head) ? wholeLine(text, valueStart) : [];
}

/**
 * Returns the text from an offset to the next white space, if nothing but a comment follows on the line. Returns no
 * candidate if the text looks like code or contains other pairs.
 */
function wholeLine(text: string, at: number): readonly Candidate[] {
  const line = bareValue(text, at, 'whole');
  if (line === undefined || !LINE_END.test(line.after)) return [];
  return GOES_ON.test(line.value) || CALL.test(line.value) ? [] : given(line, 'line');
}

/** Returns the text up to a space or punctuation: `token=… or`, `?token=…&user=ann`. */
function shortValue(
  name: SecretName,
  { text, before, isOption }: Omit<Around, 'quoted'>,
): readonly Candidate[] {
  // If the next line is not indented, it is not the value. The line `Token:` may have no value.
  if (name.separator.endsWith('\n')) return [];
  const short = bareValue(text, name.valueStart, 'short');
  if (short === undefined || /^[(){}[\]]/.test(short.after)) return [];
  const isPair = name.separator === '=' && PAIR_END.test(short.after) && PAIR_HEAD.test(before);
  return given(short, isOption ? 'option' : isPair ? 'pair' : 'free');
}

/** Shorter values are more often flags or numbers than secrets. */
const SHORTEST_PASSWORD = 4;
const SHORTEST_TOKEN = 6;
const SHORTEST_FREE_PASSWORD = 6;
const SHORTEST_FREE_TOKEN = 12;
const SHORTEST_VAGUE = 16;
/** A value with a larger share of words counts as text or as a test's placeholder. */
const MOST_OF_WORDS = 0.6;
/**
 * The minimum number of words of a pass phrase without digits. Pass phrases from a published word list (Diceware) have
 * at least this number.
 */
const LEAST_PLAIN_WORDS = 4;
/** The maximum number of words of a pass phrase. The longest seed phrase has this number. */
const MOST_WORDS = 24;

/** Returns whether a value that may belong to a name is a secret, and not a placeholder, name, label, flag or type. */
function isSecret(name: SecretName, { value, isQuoted, form }: Candidate): boolean {
  const { isPassword, isUpper } = name;
  if (!isRealValue(value) || value.split(/\s/).some(isNameOfSecret)) return false;
  // The word “pass” may also mean a pass over data: “in this pass: `readAll`”.
  if (name.name === 'pass' && isCodeLike(value)) return false;
  if (isNameAgain(name, value) || (name.isQuoted && isLabel(name, value))) return false;
  if (/\s/.test(value)) return isQuoted && (isUpper || name.isPhrase || (isPassword && isPassPhrase(value)));
  if (value.includes('.') && isMadeOfWords(value)) return false;
  if (!isPassword && isOtherThanToken(name, value)) return false;
  if (form === 'free') {
    const shortest = isPassword ? SHORTEST_FREE_PASSWORD : SHORTEST_FREE_TOKEN;
    // A value with a hyphen is not code, since unquoted names in code contain no hyphens.
    const isCode = isCodeLike(value) && !value.includes('-');
    return value.length >= shortest && isTokenLike(value) && !isCode;
  }
  if (value.length < (isPassword ? SHORTEST_PASSWORD : SHORTEST_TOKEN)) return false;
  // On a line with a colon, the value may be the name of a type: `password: SecretText`.
  const mayBeType = form === 'line' && name.separator.includes(':') && !isUpper;
  return isPassword ? !(mayBeType && isCodeLike(value)) : isUpper || !isMadeOfWords(value);
}

/** Matches names of labels in a user interface, as in translation files: `LABEL_PASSWORD`, `ERR_TOKEN`. */
const OF_VIEWS =
  /^(?:LABEL|TITLE|MANDATORY|INVALID|PLEASE|FORGOT|ERR(?:OR)?|MSG|MESSAGE|HINT|TEXT|PLACEHOLDER|BUTTON|BTN|TOOLTIP|HELP|DESC\w*)_/;

/**
 * Returns whether a value is a label in a user interface rather than a secret. In a translation file, the values of
 * `"LABEL_PASSWORD": "Neues Passwort"` and `"password": "Enter it here."` are labels, but the value of
 * `"password": "Sommer7abend"` is not.
 */
function isLabel({ name, isPhrase }: SecretName, value: string): boolean {
  // A value with a digit or sign within a word is not a label: `Sommer7abend`, `a#b`.
  if (isPhrase || /\S[\d!@#$%^&*=+~]\S|\p{L}\d|\d\p{L}/u.test(value)) return false;
  // A word in a script other than Latin counts as a label.
  if (OF_VIEWS.test(name) || !/[a-z]/i.test(value.replace(/\p{M}/gu, ''))) return true;
  // Names with dots are paths in a translation file: `"login.sharedSecret": "Geheimnis"`.
  if (name.includes('.') && /^\p{Lu}[\p{Ll}-]+$/u.test(value)) return true;
  if (!/\s/.test(value) || /\d/.test(value)) return false;
  // A label begins with a capital letter and also has a lower-case word (`Enter it`), or ends like a sentence (`hi.`).
  return /^\p{Lu}.*\s\p{Ll}/su.test(value) || /[.!?:…।。]$/u.test(value);
}

/** Returns whether the value repeats the name in another spelling: `"update-password": "updatePassword"`. */
function isNameAgain({ name }: SecretName, value: string): boolean {
  const plain = (text: string): string => text.replace(/[^a-z\d]/gi, '').toLowerCase();
  return /[a-z][A-Z]/.test(value) && plain(value) === plain(name);
}

/**
 * Returns whether the value of a name such as `token`, `key` or `secret` is not a secret. For a vague name, this is
 * true if the value is short or does not look random. For another name, it is true if the value is numbers joined by
 * punctuation, another name with its value, at most four different characters, or a sequence. It may also be true if
 * the value is made of words; for a name in upper case, this is checked only if the name ends with `KEY`.
 */
function isOtherThanToken(name: SecretName, value: string): boolean {
  if (name.isVague) return value.length < SHORTEST_VAGUE || !isTokenLike(value) || isMadeOfWords(value);
  // A number with a counter: `1764148831123-0`.
  if (/^\d+(?:[-_.:/]\d+)+$/.test(value)) return true;
  // `user=ann` is another name with its value. `aGk=` and `aA==` are not, since they end in the padding of base64.
  if (/^[\w.-]{1,60}=(?!=*$)/.test(value)) return true;
  if (new Set(value).size <= 4 || isSequence(value)) return true;
  if (name.isUpper) return name.isKey && isMadeOfWords(value);
  return /[^A-Za-z0-9]/.test(value) && shareOfWords(value) > MOST_OF_WORDS;
}

/**
 * Matches words of sentences about a password, as in user interfaces, and characters of commands: `enter the`, `.` at
 * the end, `&&`, ` --user`. Pass phrases contain none of them.
 */
const OF_SENTENCES =
  /\b(?:the|an?|of|in|at|for|to|your?|must|should|can(?:not)?|do(?:es)?|not|no|please|enter|type|choose|least|required|valid|invalid|incorrect|wrong|match(?:es)?|characters?|confirm|forgot(?:ten)?|show|hide|new|current|old|repeat|reset|change)\b|[.?!…:]$|&&|\|\||\s-{1,2}\w/i;

/**
 * Returns whether several words are a pass phrase: not a sentence, and with a digit or at least four words. Returns
 * true for `blue lamp 7` and `lamp river stone cloud`, and false for `blue lamp` and `Enter your password`.
 */
function isPassPhrase(value: string): boolean {
  if (OF_SENTENCES.test(value)) return false;
  const words = value.trim().split(/\s+/);
  return words.length <= MOST_WORDS && (/\d/.test(value) || words.length >= LEAST_PLAIN_WORDS);
}
