import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type ParsedScript,
  type Redirection,
  type SyntaxNode,
} from 'unbash';
import type { Block, Redirected, ShellCommand, ShellLine, ShellWord } from '../../core/approval/shellLine.ts';
import { INVISIBLE } from '../../core/text/invisible.ts';
import {
  evaluatesValue,
  hidesCode,
  inputOf,
  isDynamic,
  isExpandedAgain,
  loopOf,
  readsOf,
  Unclear,
  wordOf,
  writesOf,
} from './bashWords.ts';

/** The maximum length of a line. A longer line is unclear, because nobody reads such a line before allowing it. */
const LONGEST_LINE = 20_000;

/** Matches control characters other than tab and line break. */
const CONTROL = /(?![\t\n])\p{Cc}/u;

/** Matches a line continuation within a word: bash reads `$\⏎(…)` as the command substitution `$(…)`. */
const JOINED = /[^\s\\]\\\n/;

const LOOPS: ReadonlySet<string> = new Set(['For', 'ArithmeticFor', 'Select', 'While']);
/** Nodes whose commands may be skipped. */
const SKIPPED: ReadonlySet<string> = new Set([...LOOPS, 'If', 'Case']);
/** Nodes whose commands run in a subshell. */
const SUBSHELLS: ReadonlySet<string> = new Set([
  'Subshell',
  ...['CommandExpansion', 'ProcessSubstitution', 'ArithmeticCommandExpansion'],
]);
/** Nodes in whose text a shell expands variables and commands, but takes most single quotes as written. */
const QUOTING: ReadonlySet<string> = new Set(['DoubleQuoted', 'LocaleString', 'HereDocBody']);

/**
 * Parses a line of bash into its simple commands. Also parses a line of a shell that has the same syntax for simple
 * lines. A line is unclear in these cases: it is too long, it contains invisible or control characters, one of its
 * words continues on the next line, the parser reports an error or may overlook a command in a word, the line defines a
 * function or names a coprocess, or a redirection sets a variable or is attached to the next word.
 */
export function bashLine(line: string): ShellLine {
  if (CONTROL.test(line)) return { kind: 'unclear', why: 'it contains characters that control the terminal' };
  if (INVISIBLE.test(line))
    return {
      kind: 'unclear',
      why: 'it contains characters that can’t be seen or that change the order of what is shown',
    };
  if (JOINED.test(line)) return { kind: 'unclear', why: 'one of its words continues on the next line' };
  if (line.length > LONGEST_LINE) return { kind: 'unclear', why: 'it is too long' };
  const commands: ShellCommand[] = [];
  try {
    visit(parse(line), {
      source: line,
      writes: [],
      reads: [],
      isQuoted: false,
      isExpandedAgain: false,
      isInCommand: false,
      isInner: false,
      blocks: [{ kind: 'shell' }],
      commands,
    });
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return { kind: 'unclear', why: error.message };
  }
  return { kind: 'parsed', commands };
}

/** Describes the blocks that enclose a node. */
interface Place {
  readonly source: string;
  /** Redirections of the enclosing blocks. */
  readonly writes: readonly Redirected[];
  readonly reads: readonly Redirected[];
  /** The text of the commands whose output is piped into the enclosing blocks. */
  readonly fed?: string;
  /** The heredoc or here-string that is redirected into the enclosing blocks. */
  readonly input?: ShellWord;
  /** Whether the node is in double quotes or in a heredoc. */
  readonly isQuoted: boolean;
  /** Whether bash expands the node a second time, without its quotes. */
  readonly isExpandedAgain: boolean;
  /** Whether the node is part of a simple command. */
  readonly isInCommand: boolean;
  readonly isInner: boolean;
  readonly blocks: readonly Block[];
  readonly commands: ShellCommand[];
}

function visit(node: SyntaxNode, place: Place): void {
  if (node.type === 'Function') throw new Unclear('it defines a function');
  if (node.type === 'Coproc' && node.name !== undefined) throw new Unclear('it names a background process');
  if (node.type === 'Script') refuseErrors(node);
  const children = childrenOf(node);
  if (hidesCode(node, { ...place, hasChildren: children.length > 0 }))
    throw new Unclear('one of its words may hide a command');
  const command = ownCommandOf(node, place);
  // A shell expands the words of a command first, so a command inside the words comes before the command itself.
  if (command !== undefined && node.type !== 'Command') place.commands.push(command);
  const inside = placeIn(node, place);
  for (const child of children)
    visit(child, {
      ...fedIn(node, child, inside),
      isExpandedAgain: inside.isExpandedAgain || isExpandedAgain(node, child),
    });
  if (command !== undefined && node.type === 'Command') place.commands.push(command);
}

/** Returns a node's children in the order in which a shell runs their commands. */
function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'Redirected') return [...node.redirects, node.command];
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

function refuseErrors({ errors }: ParsedScript): void {
  const [first] = errors ?? [];
  if (first !== undefined) throw new Unclear(first.message);
}

function placeIn(node: SyntaxNode, place: Place): Place {
  if (node.type === 'Script') {
    const source = node.source ?? place.source;
    return { ...place, isQuoted: false, isExpandedAgain: false, isInCommand: false, source };
  }
  if (node.type === 'Command') return { ...place, isInCommand: true };
  if (QUOTING.has(node.type)) return { ...place, isQuoted: true };
  if (node.type === 'Redirected') return { ...place, ...redirected(node.redirects, place) };
  if (isSubshell(node)) return { ...place, isInner: false, blocks: [...place.blocks, { kind: 'shell' }] };
  const isInner = place.isInner || mayNotMove(node);
  if (LOOPS.has(node.type)) return { ...place, isInner, blocks: [...place.blocks, { kind: 'loop' }] };
  if (node.type === 'Statement') return { ...place, isInner, blocks: [...place.blocks, { kind: 'list' }] };
  return { ...place, isInner };
}

function isSubshell(node: SyntaxNode): boolean {
  // A `CommandExpansion` that is written as `${ …; }` runs in the shell itself, not in a subshell.
  return SUBSHELLS.has(node.type) && !(node.type === 'CommandExpansion' && node.text.startsWith('${'));
}

/**
 * Returns whether a `cd` among the node's commands may have no effect. The shell may skip the `cd`, or run it in a
 * subshell. After `!`, a `cd` that fails does not end the list. In a background list such as `a && b &`, the effect of
 * a `cd` depends on the shell: zsh runs only `b` in the background, and fish runs a `cd` in the foreground.
 */
function mayNotMove(node: SyntaxNode): boolean {
  if (node.type === 'Statement') return node.background === true;
  if (node.type === 'AndOr') return node.operators.includes('||');
  if (node.type === 'Pipeline')
    return node.operators.length > 0 || node.prefixes.some(({ type }) => type === 'Negation');
  return SKIPPED.has(node.type) || node.type === 'Coproc' || node.type === 'CommandExpansion';
}

/**
 * Returns `place` for a child of the node. In a pipeline, `fed` becomes the text of the commands before the child.
 */
function fedIn(node: SyntaxNode, child: SyntaxNode, place: Place): Place {
  if (node.type !== 'Pipeline') return place;
  const [first] = node.commands;
  const before = node.commands[node.commands.findIndex((each) => each === child) - 1];
  if (first === undefined || before === undefined) return place;
  return { ...place, fed: place.source.slice(first.pos, before.end) };
}

function redirected(
  redirects: readonly Redirection[],
  { writes, reads, input }: Pick<Place, 'writes' | 'reads' | 'input'>,
): Pick<Place, 'writes' | 'reads' | 'input'> {
  const own = inputOf(redirects) ?? input;
  return {
    writes: [...writesOf(redirects), ...writes],
    reads: [...readsOf(redirects), ...reads],
    ...(own === undefined ? {} : { input: own }),
  };
}

/**
 * Returns the node's own command, not the commands inside the node. Some nodes other than simple commands also count as
 * commands, because they set a variable, may run code, or are redirected.
 */
function ownCommandOf(node: SyntaxNode, place: Place): ShellCommand | undefined {
  switch (node.type) {
    case 'Command':
      return commandOf(node, place);
    case 'For':
    case 'Select':
      return isHarmlessName(node.name.text) ? undefined : withoutWords(loopOf(node), place);
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      return withoutWords(rawOf(node, place), place);
    case 'TestCommand':
      return isPlainTest(node, place) && !isRedirected(place)
        ? undefined
        : withoutWords(rawOf(node, place), place);
    // An expansion in a simple command needs no command of its own, since the word with the expansion has an unknown
    // value anyway.
    case 'ArithmeticExpansion':
    case 'ParameterExpansion':
      return !place.isInCommand && evaluatesValue(node)
        ? withoutWords({ text: node.text }, place)
        : undefined;
    case 'Case':
      return isRedirected(place) ? withoutWords({ text: 'case', value: 'case' }, place) : undefined;
    default:
      return undefined;
  }
}

/** Returns whether there are redirections. A redirection matters even without a command: `> a` empties a file. */
function isRedirected({ writes, reads }: Place): boolean {
  return writes.length + reads.length > 0;
}

/**
 * Returns whether a loop's variable affects only the commands that use the variable: true for short lower-case names,
 * except the names that zsh itself uses.
 */
function isHarmlessName(name: string): boolean {
  const usedByZsh =
    /^(?:path|cdpath|fpath|mailpath|manpath|fignore|prompt|psvar|argv|status|watch|histchars)$/;
  return /^[a-z][a-z0-9]{0,15}$/.test(name) && !usedByZsh.test(name);
}

function rawOf(node: SyntaxNode, { source }: Place): ShellWord {
  const end = node.type === 'ArithmeticFor' ? node.body.pos : node.end;
  const text = source.slice(node.pos, end).replace(/[;\s]*(?:\bdo\s*)?$/, '');
  return isDynamic(node) ? { text } : { text, value: text };
}

/**
 * Returns whether a test runs no command. A shell evaluates the operands of `-eq` and `-v` as arithmetic. This runs a
 * `$(…)` in an array index, even if the `$(…)` is quoted. In zsh, a glob qualifier such as `(#qe:…:)` may run code.
 */
function isPlainTest(node: SyntaxNode, { source }: Place): boolean {
  const operators = testOperators(node);
  const isPlain = operators.every((operator) =>
    /^(?:-[abcdefghknprsuwxzGLNOS]|-[no]t|-ef|==?|!=|=~|[<>])$/.test(operator),
  );
  return isPlain && !source.slice(node.pos, node.end).includes('(#');
}

function testOperators(node: SyntaxNode): readonly string[] {
  const found: string[] = [];
  if (node.type === 'TestUnary' || node.type === 'TestBinary') found.push(node.operator);
  forEachChild(node, (child) => {
    found.push(...testOperators(child));
  });
  return found;
}

function withoutWords(assignment: ShellWord, place: Place): ShellCommand {
  const { writes, reads, isInner, blocks } = place;
  return {
    text: assignment.text,
    assignments: [assignment],
    words: [],
    writes,
    reads,
    isInner,
    blocks,
  };
}

function commandOf({ name, prefix, args, redirects, pos, end }: Command, place: Place): ShellCommand {
  const words = [...(name === undefined ? [] : [name]), ...args];
  const assignments = prefix.filter((part): part is Assignment => part.type === 'Assignment');
  return {
    text: place.source.slice(pos, end),
    assignments: assignments.map(wordOf),
    words: words.map(wordOf),
    ...redirected(redirects, place),
    ...(place.fed === undefined ? {} : { fed: place.fed }),
    isInner: place.isInner,
    blocks: place.blocks,
  };
}
