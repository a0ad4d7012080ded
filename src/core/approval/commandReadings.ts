import { gitSubcommandAt } from '../tools/gitCommand.ts';
import type { CommandPart } from './commandParts.ts';
import { NAMES_PACKAGES } from './ruleWords.ts';
import { programOf, READERS } from './touched.ts';

/**
 * The maximum number of words that are checked as the program of an inner command or as a subcommand. Real commands
 * name these earlier, as in `sudo -u me git push`.
 */
const MOST_TRIED = 20;

/** A command as lines of text, in each form in which a rule may name the command. */
export interface CommandReadings {
  /**
   * The command itself. The program's name is shortened by `programOf`, and the options before the subcommand are moved
   * to the end: `/usr/bin/git -C dir push` becomes `git push -- -C dir`. If the program's name was changed, the command
   * as it was written is added as another line.
   */
  readonly own: readonly string[];
  /**
   * The inner commands, which the command may run: `git push` for `npx git push`, `pip install x` for
   * `python -m pip install x`.
   */
  readonly inner: readonly string[];
}

/** Returns the lines by which a rule may name a command, or an inner command that it may run. */
export function commandReadings({ words }: Pick<CommandPart, 'words'>): CommandReadings {
  const [program = '', ...given] = words.map(({ value, text }) => value ?? text);
  const own = programOf(words) ?? program;
  const lines = orders(own, given).map((order) => lineOf([own, ...order]));
  const [first = ''] = lines;
  // A rule may also name the program with its path, e.g. `./scripts/deploy.sh`.
  const asWritten = own === program ? [] : [lineOf([program, ...given])];
  return {
    own: [...lines, ...asWritten],
    inner: runsNoOther(own, first) ? aliased(own, given) : innerLines(words),
  };
}

/** Joins the words to a line. Omits arguments with spaces, such as a commit message, because no rule is about these. */
function lineOf(words: readonly string[]): string {
  return words.filter((word) => !/\s/.test(word)).join(' ');
}

/**
 * Moves the options before the subcommand to the end, after `--`, and returns the arguments in this order. The position
 * of the subcommand is certain only for Git, whose options with a value are known. For other programs, returns one
 * order for each word that may be the subcommand.
 */
function orders(program: string, given: readonly string[]): readonly (readonly string[])[] {
  const starts: number[] = [];
  if (program === 'git') starts.push(gitSubcommandAt(given));
  else
    for (let at = 0; at < given.length && starts.length < MOST_TRIED; at++) {
      const isOption = given[at]?.startsWith('-') === true;
      if (!isOption) starts.push(at);
      if (!isOption && given[at - 1]?.startsWith('-') !== true) break;
    }
  const found = starts.length === 0 ? [0] : starts;
  return found.map((at) => [...given.slice(at), ...(at > 0 ? ['--'] : []), ...given.slice(0, at)]);
}

/** Returns true if all words after the program are only arguments, so that the command runs no other program. */
function runsNoOther(program: string, line: string): boolean {
  return program === 'git' || READERS.has(program) || NAMES_PACKAGES.test(line);
}

function innerLines(words: CommandPart['words']): readonly string[] {
  return words.slice(1, MOST_TRIED).flatMap((_, index) => {
    const inner = words.slice(index + 1);
    const name = programOf(inner);
    if (name === undefined || !/^\w[\w.+-]*$/.test(name)) return [];
    return [lineOf([name, ...inner.slice(1).map(({ value, text }) => value ?? text)])];
  });
}

/** Returns the command that the alias stands for in `git -c alias.x=… x`. */
function aliased(program: string, given: readonly string[]): readonly string[] {
  if (program !== 'git') return [];
  const at = gitSubcommandAt(given);
  return given.slice(0, at).flatMap((option) => {
    const [, name, meaning = ''] = /^alias\.([^=]+)=(.*)$/s.exec(option) ?? [];
    if (name === undefined || name !== given[at]) return [];
    const line = meaning.startsWith('!') ? meaning.slice(1) : `git ${meaning}`;
    return [[line.trim(), ...given.slice(at + 1)].join(' ')];
  });
}
