import { clipAtWord, withSpacesFolded } from '../text/lines.ts';
import { effectiveCommands, withoutOutputFilters, type ShellScript } from '../tools/shellScript.ts';

/** The maximum number of characters to show. Longer scripts and multi-line scripts are shown as their main commands. */
const LONGEST_COMMAND = 160;
const FIRST_CD = /^\s*(cd +(?:"\/[^"\n]*"|'\/[^'\n]*'|\/[^\s"';&|]+)) *(?:&&|;|\n)\s*(?=\S)/u;
const ELLIPSIS = ' … ';
const QUOTED = /"[^"]*"|'[^']*'/gu;
const CD = /^cd\s+/u;
/** The maximum number of characters of the `cd …` before a command. */
const LONGEST_FOLDERS = 200;

/** A shell command as the notes show it. */
export interface CommandText {
  /** The command on one line, without output filters at its end, so that repeated runs compare equal. */
  readonly normalized: string;
  /**
   * The text to show. Usually, this is the normalized command. For a script that is long or has several lines, these
   * are its main commands, joined by ellipses. A main command that does not occur in the normalized command is cut at
   * its first pipe. If the part before the pipe does not occur either, the normalized command is shown. A long text is
   * cut.
   */
  readonly shown: string;
  /**
   * The single commands. Each begins with the `cd …` that applies to it, unless this is the usual folder. Empty if
   * there is no script, or if the script has heredocs.
   */
  readonly commands: readonly string[];
}

/** Returns the folder where the work is done: the absolute path of the `cd` at the start of most commands. */
export function usualFolder(commands: readonly string[]): string | undefined {
  const times = new Map<string, number>();
  for (const command of commands) {
    const folder = firstFolderOf(command);
    if (folder !== undefined) times.set(folder, (times.get(folder) ?? 0) + 1);
  }
  return [...times].find(([, each]) => each * 2 > commands.length)?.[0];
}

function firstFolderOf(command: string): string | undefined {
  const [, cd] = FIRST_CD.exec(command) ?? [];
  return cd === undefined ? undefined : folderOf(cd);
}

function folderOf(cd: string): string {
  return cd
    .replace(CD, '')
    .trim()
    .replace(/^(["'])(.*)\1$/u, '$2')
    .replace(/(?<=.)\/$/u, '');
}

/**
 * Returns a command's text, without a `cd` to the usual folder at its beginning. `command` may also be another tool's
 * search text or path. Then `script` is undefined, no output filters are removed, and there are no main commands.
 */
export function commandText(
  command: string,
  script: ShellScript | undefined,
  usual: string | undefined,
): CommandText {
  const startsThere = usual !== undefined && firstFolderOf(command) === usual;
  const own = startsThere ? command.replace(FIRST_CD, '') : command;
  const line = withSpacesFolded(own);
  const normalized = script === undefined ? line : withoutOutputFilters(line);
  return {
    normalized,
    shown: shownText(normalized, script, normalized.length > LONGEST_COMMAND || own.includes('\n')),
    commands: commandsWithFolders(script, usual),
  };
}

function shownText(whole: string, script: ShellScript | undefined, isLong: boolean): string {
  const commands = isLong && script !== undefined ? mainCommands(script) : [];
  const main = commands.map((command) => (whole.includes(command) ? command : withoutFilters(command)));
  const isQuoted = main.length > 0 && main.every((command) => whole.includes(command));
  const text = isQuoted ? main.join(ELLIPSIS) : whole;
  return clipAtWord(text, LONGEST_COMMAND) || text.slice(0, LONGEST_COMMAND);
}

/** Returns a command up to its first pipe outside quotes. */
function withoutFilters(command: string): string {
  const [first = '', ...others] = command.split(' | ');
  let head = first;
  for (const other of others) {
    if (!/["']/u.test(head.replace(QUOTED, ''))) return head;
    head += ` | ${other}`;
  }
  return head;
}

/**
 * Returns the main commands of a script. Omits commands with heredocs, which mostly write files, unless the script has
 * no other commands.
 */
function mainCommands(script: ShellScript): readonly string[] {
  const writing = new Set(script.heredocs.map(({ command }) => command));
  const commands = effectiveCommands(script);
  const others = commands.filter((command) => !writing.has(command));
  return (others.length > 0 ? others : commands).map(withSpacesFolded);
}

function commandsWithFolders(script: ShellScript | undefined, usual: string | undefined): readonly string[] {
  if (script === undefined || script.heredocs.length > 0) return [];
  let folders = '';
  return script.commands.flatMap((command) => {
    if (!CD.test(command)) return [`${folders}${withSpacesFolded(command)}`];
    const folder = folderOf(command);
    const isAbsolute = folder.startsWith('/');
    folders = folder === usual ? '' : `${isAbsolute ? '' : folders}cd ${folder} `.slice(-LONGEST_FOLDERS);
    return [];
  });
}
