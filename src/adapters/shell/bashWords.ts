import { forEachChild, type Assignment, type SyntaxNode, type Word } from 'unbash';
import type { ShellWord } from '../../core/approval/shellLine.ts';

/** Parts of a word whose value is known only when the line runs. */
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

/** A word as the shell gives it to a command, where that can be told without running it. */
export function wordOf(word: Word | Assignment): ShellWord {
  if (word.type === 'Assignment') {
    const isPlain = word.value.type === 'Word' && word.index === undefined && !isOpen(word.value);
    return isPlain ? { text: word.text, value: `${word.name}=${word.value.value}` } : { text: word.text };
  }
  return isOpen(word) ? { text: word.text } : { text: word.text, value: word.value };
}

export function isOpen(node: SyntaxNode): boolean {
  if (OPEN.has(node.type)) return true;
  // Shells differ in what they make of these.
  if (node.type === 'AnsiCQuoted' && /\\(?:c|\n)/.test(node.text)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= isOpen(child);
  });
  return found;
}
