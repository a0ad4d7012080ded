import {
  forEachChild,
  type Assignment,
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

/**
 * Returns whether a shell may run a command in a node that the parser takes for something else. `isQuoted` says whether
 * the node is in double quotes or in a heredoc, where single quotes may have no meaning.
 */
export function hidesCode(
  node: SyntaxNode,
  { hasChildren, isQuoted }: { readonly hasChildren: boolean; readonly isQuoted: boolean },
): boolean {
  switch (node.type) {
    // An expansion that only zsh knows, such as `${$(ls)}`.
    case 'Unknown':
      return true;
    // `$((ls) )` is not arithmetic: it runs `(ls)`.
    case 'ArithmeticExpansion':
      return node.text.startsWith('$((') && !node.text.endsWith('))');
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return isQuoted && SUBSTITUTION.test(node.text);
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

/** Returns the text that a heredoc or here-string passes to a command. If there are several, returns the last text. */
export function inputOf(redirects: readonly Redirection[]): ShellWord | undefined {
  if (redirects.some(({ descriptor }) => descriptor?.type === 'FileDescriptorVariable'))
    throw new Unclear('a redirection sets a variable');
  for (const redirect of redirects.toReversed()) {
    if (redirect.type === 'HereString')
      return redirect.target === undefined ? { text: '' } : wordOf(redirect.target);
    if (redirect.type === 'HereDoc') return documentOf(redirect);
  }
  return undefined;
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
