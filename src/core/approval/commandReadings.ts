import { gitSubcommandAt } from '../tools/gitCommand.ts';
import type { CommandPart } from './commandParts.ts';
import { NAMES_PACKAGES } from './ruleWords.ts';
import { programOf, READERS } from './touched.ts';

/** The most words that are tried as the program of another command. Real wrappers have fewer words before it. */
const MOST_TRIED = 20;

/** A command as lines, in each form that a rule may name. */
export interface CommandReadings {
  /**
   * The command itself. Its program's name is without folder and extension, and the options before its subcommand are
   * at the end: `/usr/bin/git -C dir push` reads `git push -- -C dir`. If that changes the name, the command as written
   * is another line.
   */
  readonly own: readonly string[];
  /** The commands that it may run: `git push` in `npx git push`, `pip install x` in `python -m pip install x`. */
  readonly inner: readonly string[];
}

/** Returns the lines by which a rule may name a command, or a command that it runs. */
export function commandReadings({ words }: Pick<CommandPart, 'words'>): CommandReadings {
  const [program = '', ...given] = words.map(({ value, text }) => value ?? text);
  const own = programOf(words) ?? program;
  const lines = orders(own, given).map((order) => lineOf([own, ...order]));
  const [first = ''] = lines;
  // A rule may name the program as it is written: `./scripts/deploy.sh`.
  const asWritten = own === program ? [] : [lineOf([program, ...given])];
  return {
    own: [...lines, ...asWritten],
    inner: runsNoOther(own, first) ? aliased(own, given) : innerLines(words),
  };
}

/** Joins the words. Omits arguments that contain spaces, such as a commit message, as no rule is about these. */
function lineOf(words: readonly string[]): string {
  return words.filter((word) => !/\s/.test(word)).join(' ');
}

/**
 * Returns the arguments with the options before the subcommand at the end, after `--`. Only for Git is it known which
 * options take the next word; for other programs, both orders are returned.
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

/** Returns whether no word of the command names another program that it runs. */
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

/** Returns the commands that `git -c alias.x=…` stands for. */
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
