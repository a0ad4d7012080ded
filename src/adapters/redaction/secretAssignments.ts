import type { TextSpan } from '../../core/session/mask.ts';
import { isCodeLike, isGiven, isTokenLike } from './plausibleSecret.ts';

/**
 * `DB_PASSWORD=…`, `"api_key": "…"`, `client_secret: '…'`, `--token …`: a name that ends in a word for a secret, then a value.
 * Every quantifier is bounded and the match begins at a literal, so the time is linear in the text.
 */
const ASSIGNMENT =
  /(?<!(?:page|next|cursor|eos|bos|pad|unk|sep|cls|mask|stop|special|image|max|min)[_-]?)(?<word>password|passwd|passphrase|passwort|[_-]pass|[_-]pwd|secret|token|(?:api|access|secret|private|account|encryption|signing|auth|license)[_-]?key)(?:\\?["'`])?\]?(?:\s{0,4}:\s{0,4}(?:string|str|String))?(?<sep>\s{0,4}(?::=|=>|=|:)\s{0,4}|\s)(?:\\?(?<quote>["'`])(?<quoted>[^"'`\\\s]{4,400})|(?<bare>[^\s"'`,;<>(){}[\]|&\\]{4,400})(?<after>[(){}[\]]?))/gi;

interface Assignment {
  readonly isPassword: boolean;
  /** An upper-case name right before `=`, as in a shell or an .env file. */
  readonly isEnvironment: boolean;
  readonly isQuoted: boolean;
  readonly isCall: boolean;
  /** Nothing but a space between name and value, as after an option of a command. */
  readonly isLoose: boolean;
  readonly value: string;
}

export function findAssignments(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(ASSIGNMENT)) {
    const assignment = read(match, text);
    if (!isSecret(assignment)) continue;
    const { value, isPassword } = assignment;
    const start = match.index + match[0].lastIndexOf(value);
    spans.push({ start, end: start + value.length, kind: isPassword ? 'password' : 'token' });
  }
  return spans;
}

function read(match: RegExpExecArray, text: string): Assignment {
  const { word = '', sep = '', quoted, bare = '', after = '' } = match.groups ?? {};
  const isOption = /--[\w-]{0,30}$/.test(text.slice(Math.max(0, match.index - 32), match.index));
  return {
    isPassword: /pass|pwd/i.test(word),
    isEnvironment: sep === '=' && word === word.toUpperCase(),
    isQuoted: quoted !== undefined,
    isCall: after !== '',
    isLoose: sep.trim() === '' && !isOption,
    value: quoted ?? bare,
  };
}

function isSecret(assignment: Assignment): boolean {
  const { value, isPassword, isEnvironment, isQuoted, isCall, isLoose } = assignment;
  if (isCall || isLoose || !isGiven(value)) return false;
  if (isPassword && (isEnvironment || isQuoted)) return value.length >= 5 && !isCodeLike(value);
  if (isPassword) return value.length >= 6 && isTokenLike(value) && !isCodeLike(value);
  const shortest = isEnvironment || isQuoted ? 8 : 12;
  return value.length >= shortest && isTokenLike(value) && !isCodeLike(value);
}
