import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type ParsedScript,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';
import type { ShellCommand, ShellLine, ShellWord } from '../../core/approval/shellLine.ts';

/** Nobody reads a longer line before allowing it. */
const LONGEST_LINE = 20_000;

/** All control characters but the tab and the line break. */
const CONTROL = /(?![\t\n])\p{Cc}/u;

/** What makes a word known only when the line runs. */
const OPEN: ReadonlySet<string> = new Set([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
  'Glob',
  'ExtendedGlob',
  'BraceExpansion',
]);

/** A command in these may not run, or runs in a shell of its own. */
const INNER: ReadonlySet<string> = new Set([
  ...['CommandExpansion', 'ProcessSubstitution', 'Subshell', 'If', 'For', 'ArithmeticFor', 'Select'],
  ...['While', 'Case', 'Coproc'],
]);

class Unclear extends Error {}

/**
 * Takes a line of bash (or of a shell whose simple lines bash reads the same) apart into its simple commands. What the
 * parser had to guess, and what changes the meaning of names later in the line, is unclear.
 */
export function bashLine(line: string): ShellLine {
  if (CONTROL.test(line)) return { kind: 'unclear', why: 'it holds characters that steer the terminal' };
  if (line.length > LONGEST_LINE) return { kind: 'unclear', why: 'it is too long' };
  const commands: ShellCommand[] = [];
  try {
    visit(parse(line), { source: line, writes: [], isInner: false, commands });
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return { kind: 'unclear', why: error.message };
  }
  return { kind: 'parsed', commands };
}

interface Place {
  readonly source: string;
  /** Redirections of the blocks around. */
  readonly writes: readonly ShellWord[];
  readonly isInner: boolean;
  readonly commands: ShellCommand[];
}

function visit(node: SyntaxNode, place: Place): void {
  if (node.type === 'Function') throw new Unclear('it defines a function');
  if (node.type === 'Script') refuseGuess(node);
  if (node.type === 'Command') place.commands.push(commandOf(node, place));
  const inside = placeIn(node, place);
  forEachChild(node, (child) => {
    visit(child, inside);
  });
}

function refuseGuess({ errors }: ParsedScript): void {
  const [first] = errors ?? [];
  if (first !== undefined) throw new Unclear(first.message);
}

function placeIn(node: SyntaxNode, place: Place): Place {
  if (node.type === 'Script') return { ...place, source: node.source ?? place.source };
  if (node.type === 'Redirected') return { ...place, writes: [...place.writes, ...writesOf(node.redirects)] };
  const isInner =
    INNER.has(node.type) ||
    (node.type === 'Statement' && node.background === true) ||
    (node.type === 'Pipeline' && node.operators.length > 0) ||
    (node.type === 'AndOr' && node.operators.includes('||'));
  return isInner ? { ...place, isInner } : place;
}

function commandOf({ name, prefix, args, redirects, pos, end }: Command, place: Place): ShellCommand {
  const words = [...(name === undefined ? [] : [name]), ...args];
  const assignments = prefix.filter((part): part is Assignment => part.type === 'Assignment');
  const input = inputOf(redirects);
  return {
    text: place.source.slice(pos, end),
    assignments: assignments.map(wordOf),
    words: words.map(wordOf),
    writes: [...writesOf(redirects), ...place.writes],
    reads: readsOf(redirects),
    ...(input === undefined ? {} : { input }),
    isInner: place.isInner,
  };
}

function wordOf(word: Word | Assignment): ShellWord {
  if (word.type === 'Assignment') {
    const isPlain = word.value.type === 'Word' && word.index === undefined && !isOpen(word.value);
    return isPlain ? { text: word.text, value: `${word.name}=${word.value.value}` } : { text: word.text };
  }
  return isOpen(word) ? { text: word.text } : { text: word.text, value: word.value };
}

function isOpen(node: SyntaxNode): boolean {
  if (OPEN.has(node.type)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= isOpen(child);
  });
  return found;
}

function writesOf(redirects: readonly Redirection[]): readonly ShellWord[] {
  return redirects.flatMap((redirect) => {
    if (redirect.type !== 'Redirect' || redirect.operator === '<' || redirect.operator === '<&') return [];
    if (redirect.target === undefined) throw new Unclear('a redirection names no file');
    const target = wordOf(redirect.target);
    // `2>&1` and `>&-` name a descriptor.
    const isDescriptor = redirect.operator === '>&' && /^(?:\d+|-|\d+-)$/.test(target.value ?? '');
    return isDescriptor ? [] : [target];
  });
}

function readsOf(redirects: readonly Redirection[]): readonly ShellWord[] {
  return redirects.flatMap((redirect) => {
    if (redirect.type !== 'Redirect' || (redirect.operator !== '<' && redirect.operator !== '<>')) return [];
    return redirect.target === undefined ? [] : [wordOf(redirect.target)];
  });
}

function inputOf(redirects: readonly Redirection[]): ShellWord | undefined {
  for (const redirect of redirects.toReversed()) {
    if (redirect.type === 'HereString')
      return redirect.target === undefined ? { text: '' } : wordOf(redirect.target);
    if (redirect.type === 'HereDoc') {
      const { body, delimiter } = redirect;
      const isKnown = delimiter?.quoted === true || !isOpen(body);
      return isKnown ? { text: body.text, value: body.text } : { text: body.text };
    }
  }
  return undefined;
}
