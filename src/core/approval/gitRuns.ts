import type { ShellWord } from './shellLine.ts';
import { gitCommandOf } from './touched.ts';
import { attachedTo } from './wrappers.ts';

/** A command that Git runs because its arguments contain the command. */
interface GitRun {
  /** The words of the command, or of the script. */
  readonly words: readonly ShellWord[];
  readonly isScript: boolean;
  /** Whether the command may run in another folder than the current one, e.g. in a submodule or after `git -C`. */
  readonly hasUnknownFolder: boolean;
}

/**
 * For each subcommand: the options with a script that Git runs. `next` matches an option whose script is the next word,
 * `attached` captures a script in the same word. Git also accepts the beginning of a long option.
 */
const SCRIPT_OPTIONS: ReadonlyMap<string, { readonly next: RegExp; readonly attached?: RegExp }> = new Map([
  ['rebase', { next: /^(?:-[a-zA-Z]*x|--ex(?:ec?)?)$/, attached: /^(?:-[a-zA-Z]*?x|--ex(?:ec?)?=)(.+)$/s }],
  [
    'difftool',
    { next: /^(?:-[a-zA-Z]*x|--ext(?:c|cm|cmd)?)$/, attached: /^(?:-[a-zA-Z]*?x|--ext(?:c|cm|cmd)?=)(.+)$/s },
  ],
  ['filter-branch', { next: /^--(?:setup|(?:env|tree|index|parent|msg|commit|tag-name)-filter)$/ }],
]);

/** Returns the commands that Git runs, as in `git bisect run npm test` and `git rebase --exec 'npm test' main`. */
export function runByGit(words: readonly ShellWord[]): readonly GitRun[] {
  const { options, rest } = gitCommandOf(words.slice(1));
  const [verb, ...given] = rest.map(({ text, value = text }) => value);
  const isElsewhere = options.some(({ value = '' }) => /^(?:-C|--git-dir|--work-tree)/.test(value));
  if (verb === 'bisect' && given[0] === 'run') return runOf(rest.slice(2), isElsewhere);
  if (verb === 'submodule') return runOf(rest.slice(1 + commandOfForeachAt(given)), true);
  const scripts = SCRIPT_OPTIONS.get(verb ?? '');
  if (scripts === undefined) return [];
  return rest.flatMap((word, at) => {
    const { next, attached } = scripts;
    const script = next.test(word.value ?? '') ? rest[at + 1] : attached && attachedTo(word, attached);
    const hasUnknownFolder = isElsewhere || verb === 'filter-branch';
    return script === undefined ? [] : [{ words: [script], isScript: true, hasUnknownFolder }];
  });
}

/** Returns the index of the command of `git submodule foreach`; the number of arguments if there is none. */
function commandOfForeachAt(given: readonly string[]): number {
  const isOperand = (word: string): boolean => !word.startsWith('-');
  const verb = given.findIndex(isOperand);
  const command = given.findIndex((word, at) => at > verb && isOperand(word));
  return given[verb] === 'foreach' && command >= 0 ? command : given.length;
}

/** Returns a command that a shell runs: a script such as `'npm ci && npm test'`, or the words of one command. */
function runOf(words: readonly ShellWord[], hasUnknownFolder: boolean): readonly GitRun[] {
  const isScript = !/^[\w./+-]+$/.test(words[0]?.value ?? '');
  return words.length === 0 ? [] : [{ words, isScript, hasUnknownFolder }];
}

/** Returns whether Git's own options define an alias, which may run any program: `git -c alias.x='!…' x`. */
export function givesAlias(words: readonly ShellWord[]): boolean {
  return gitCommandOf(words.slice(1)).options.some(({ value = '' }) =>
    /^(?:--config-env=)?alias\./i.test(value),
  );
}
