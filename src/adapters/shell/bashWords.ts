import {
  forEachChild,
  type Assignment,
  type For,
  type ParameterExpansionPart,
  type Select,
  type SyntaxNode,
  type Word,
  type HereDoc,
  type Redirect,
  type Redirection,
} from 'unbash';
import type { ShellWord, Redirected } from '../../core/approval/shellLine.ts';

/** Parts of a word whose value is known only when the line runs. */
const DYNAMIC: ReadonlySet<string> = new Set([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
  'Glob',
  'ExtendedGlob',
  'BraceExpansion',
]);

/** Returns a word, with the value that the shell passes to a command. Omits a value known only when the line runs. */
export function wordOf(word: Word | Assignment): ShellWord {
  if (word.type === 'Assignment') {
    const isPlain = word.value.type === 'Word' && word.index === undefined && !isDynamic(word.value);
    return isPlain ? { text: word.text, value: `${word.name}=${word.value.value}` } : { text: word.text };
  }
  return isDynamic(word) ? { text: word.text } : { text: word.text, value: word.value };
}

/**
 * Returns an assignment for a loop's variable: `for PATH in ./x` sets PATH. The value is JSON, so that the words `a b`
 * and the single word `'a b'` have different values.
 */
export function loopOf({ name, wordlist }: For | Select): ShellWord {
  const words = (wordlist ?? []).map(wordOf);
  const text = `${name.text}=${words.map((word) => word.text).join(' ')}`;
  const isKnown = wordlist !== undefined && words.every(({ value }) => value !== undefined);
  return isKnown
    ? {
        text,
        value: JSON.stringify([name.text, ...words.map(({ value }) => value)]),
      }
    : { text };
}

export function isDynamic(node: SyntaxNode): boolean {
  if (DYNAMIC.has(node.type)) return true;
  // Shells differ in how they read the escape `\c` and a backslash at the end of a line.
  if (node.type === 'AnsiCQuoted' && /\\(?:c|\n)/.test(node.text)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= isDynamic(child);
  });
  return found;
}

/** Matches the beginning of a substitution, i.e. of a command that a shell runs for its output. */
const SUBSTITUTION = /`|\$\(/;
const UNQUOTED_SUBSTITUTION = /`|[$<>]\(/;

/** Where a node is, for `hidesCode`. */
interface Surroundings {
  readonly hasChildren: boolean;
  /** Whether the node is in double quotes or in a heredoc, where single quotes may have no meaning. */
  readonly isQuoted: boolean;
  /** Whether the shell expands the node a second time, without its quotes: see `isExpandedAgain`. */
  readonly isExpandedAgain: boolean;
}

/** Returns whether a shell may run a command in a node that the parser takes for something else. */
export function hidesCode(node: SyntaxNode, surroundings: Surroundings): boolean {
  const { hasChildren, isQuoted } = surroundings;
  if (surroundings.isExpandedAgain && hidesDollar(node, hasChildren)) return true;
  switch (node.type) {
    // An expansion that only zsh knows, such as `${$(ls)}`.
    case 'Unknown':
      return true;
    // `$((ls) )` is not arithmetic: it runs `(ls)`.
    case 'ArithmeticExpansion':
      return node.text.startsWith('$((') && !node.text.endsWith('))');
    case 'SingleQuoted':
      return isQuoted && SUBSTITUTION.test(node.text);
    // In double quotes, bash joins `"$"` and `(ls)` in an operand, as in `"${x:-"$"(ls)}"`, and then expands the
    // result.
    case 'DoubleQuoted':
    case 'LocaleString':
      return isQuoted && /^\$|\$"$/.test(node.text);
    // In double quotes, bash replaces the escapes of `$'\x24(ls)'` and then expands the result.
    case 'AnsiCQuoted':
      return isQuoted && /[$`]/.test(node.text.slice(1) + node.value);
    // The parser overlooks the commands in `3>(ls)` and `a=($(ls))b`.
    case 'Word':
    case 'Literal':
    case 'ParameterExpansion': {
      const pattern = isQuoted ? SUBSTITUTION : UNQUOTED_SUBSTITUTION;
      return !hasChildren && pattern.test(node.text.replace(/\\./gs, ''));
    }
    default:
      return false;
  }
}

/**
 * Returns whether bash expands a child of the node, removes its quotes, and expands the result again. So quotes in such
 * a child do not protect a `$(…)`. This holds for arithmetic, an array index, and the target of `>&`.
 */
export function isExpandedAgain(node: SyntaxNode, child: SyntaxNode): boolean {
  if (child.type === 'ArithmeticWord') return true;
  switch (node.type) {
    case 'Slice':
      return true;
    case 'ParameterExpansion':
    case 'Assignment':
      return child === node.index;
    // `a=([0]=x)`
    case 'ArrayValue':
      return child.type === 'Word' && child.text.startsWith('[');
    case 'Redirect':
      return node.operator === '>&' && child === node.target;
    default:
      return false;
  }
}

/** Returns whether quotes or a backslash may hide a `$` or a backtick. Text of plain words in quotes hides neither. */
function hidesDollar(node: SyntaxNode, hasChildren: boolean): boolean {
  const hides = /\\\S|\$$/;
  switch (node.type) {
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return !/^\$?'[\w .,:;/@%+=-]*'$/.test(node.text);
    case 'Word':
    case 'Literal':
      return !hasChildren && hides.test(node.text);
    case 'ArithmeticWord':
      return !hasChildren && hides.test(node.value);
    default:
      return false;
  }
}

/**
 * Returns whether an expansion evaluates the value of a variable: as arithmetic, as a name, or as a prompt. This runs a
 * `$(…)` in the value. For example, `$((x))` runs `ls` if the value of `x` is `a[$(ls)]`.
 */
export function evaluatesValue(node: SyntaxNode): boolean {
  if (node.type === 'ArithmeticExpansion') return hasVariable(node.text.replace(/^\$[([]|\]$/g, ''));
  return node.type === 'ParameterExpansion' && evaluatesParameter(node);
}

function evaluatesParameter({ prefix, index, operation }: ParameterExpansionPart): boolean {
  // `${!a*}` and `${!a[@]}` only list names and indexes.
  const isList = operation?.type === 'Names' || (operation === undefined && /^[@*]$/.test(index?.text ?? ''));
  if (prefix === '!' && !isList) return true;
  if (operation?.type === 'Transform' && operation.operand.text.includes('P')) return true;
  const slice = operation?.type === 'Slice' ? [operation.offset, operation.length] : [];
  return [...(index?.text === '@' ? [] : [index]), ...slice].some((word) => hasVariable(word?.text ?? ''));
}

/** Returns whether arithmetic contains anything but numbers and operators. `$#` and `${#x}` are numbers, too. */
function hasVariable(arithmetic: string): boolean {
  const numbers = /\$\{#\w+\}|\$[#?$!]|\b\d\w*/g;
  return /[^\d\s+\-*/%<>=!&|^~?:,()]/.test(arithmetic.replaceAll(numbers, '0'));
}

/** Thrown for an unclear line; its message says why. */
export class Unclear extends Error {}

/** Returns the files that a command writes by redirection. */
export function writesOf(redirects: readonly Redirection[]): readonly Redirected[] {
  return redirects.flatMap((redirect) => {
    if (redirect.type !== 'Redirect' || redirect.operator === '<' || redirect.operator === '<&') return [];
    const file = fileOf(redirect);
    // `2>&1` and `>&-` name a file descriptor, not a file.
    const isDescriptor = redirect.operator === '>&' && /^(?:\d+|-|\d+-)$/.test(file.value ?? '');
    return isDescriptor ? [] : [file];
  });
}

/** Returns the files that a command reads by redirection. */
export function readsOf(redirects: readonly Redirection[]): readonly Redirected[] {
  return redirects.flatMap((redirect) => {
    const isRead = redirect.type === 'Redirect' && /^<[>&]?$/.test(redirect.operator);
    return isRead ? [fileOf(redirect)] : [];
  });
}

function fileOf({ target, descriptor, operator }: Redirect): Redirected {
  if (target === undefined) throw new Unclear('a redirection names no file');
  // A shell reads `>&-a` as `>&-` and the word `a`.
  if (operator.endsWith('&') && /^-./s.test(target.text))
    throw new Unclear('a word follows a redirection without a space');
  return {
    ...wordOf(target),
    operator: `${descriptor?.type === 'FileDescriptor' ? descriptor.value : ''}${operator}`,
  };
}

/**
 * Returns the text that a heredoc or here-string passes to a command. If there are several, returns the last text
 * without a value, because the shell also expands the others.
 */
export function inputOf(redirects: readonly Redirection[]): ShellWord | undefined {
  if (redirects.some(({ descriptor }) => descriptor?.type === 'FileDescriptorVariable'))
    throw new Unclear('a redirection sets a variable');
  const inputs = redirects.flatMap((redirect) => {
    if (redirect.type === 'HereString')
      return [redirect.target === undefined ? { text: '' } : wordOf(redirect.target)];
    return redirect.type === 'HereDoc' ? [documentOf(redirect)] : [];
  });
  const last = inputs.at(-1);
  return last !== undefined && inputs.length > 1 ? { text: last.text } : last;
}

/**
 * Returns a heredoc's text, and its value if known. The value is unknown if the shell changes the text: the shell
 * removes backslashes if the delimiter is unquoted, and removes tabs after `<<-`.
 */
function documentOf({ body, delimiter, operator }: HereDoc): ShellWord {
  const isQuoted = delimiter?.quoted === true;
  const isKnown =
    (isQuoted || (!isDynamic(body) && !body.text.includes('\\'))) &&
    !(operator === '<<-' && body.text.includes('\t'));
  return isKnown ? { text: body.text, value: body.text } : { text: body.text };
}
