import { clipAtWord, withSpacesFolded } from '../text/lines.ts';
import { tellingCommands, withoutPlumbing, type ShellScript } from '../tools/shellScript.ts';

/** Longer scripts, and scripts of several lines, are summarized by their commands. */
const LONGEST_COMMAND = 160;
const BEGINNING = /^\s*(cd +(?:"\/[^"\n]*"|'\/[^'\n]*'|\/[^\s"';&|]+)) *(?:&&|;|\n)\s*(?=\S)/u;
const BETWEEN = ' … ';
const QUOTED = /"[^"]*"|'[^']*'/gu;
const GOING = /^cd\s+/u;
/** The most characters for the folders that a script changed to. */
const LONGEST_PLACE = 200;

/** A shell command as the notes show it. */
export interface CommandText {
  /** The command on one line without output redirection and filters; equal runs are recognised by it. */
  readonly asked: string;
  /** The command as shown; for a long script only its main commands, with an ellipsis between them. */
  readonly told: string;
  /**
   * Its commands, each with the folder that the script changed to. Empty for a script with heredocs, whose commands say
   * little.
   */
  readonly steps: readonly string[];
}

/** Returns the absolute path of the folder that most commands begin by changing to, since the work is done there. */
export function usualFolder(commands: readonly string[]): string | undefined {
  const times = new Map<string, number>();
  for (const command of commands) {
    const folder = firstFolderOf(command);
    if (folder !== undefined) times.set(folder, (times.get(folder) ?? 0) + 1);
  }
  return [...times].find(([, each]) => each * 2 > commands.length)?.[0];
}

function firstFolderOf(command: string): string | undefined {
  const [, going] = BEGINNING.exec(command) ?? [];
  return going === undefined ? undefined : folderOf(going);
}

function folderOf(going: string): string {
  return going
    .replace(GOING, '')
    .trim()
    .replace(/^(["'])(.*)\1$/u, '$2')
    .replace(/(?<=.)\/$/u, '');
}

/** Returns a command's text for a session in a folder. Returns a search or a path, which are not scripts, unchanged. */
export function commandText(
  command: string,
  script: ShellScript | undefined,
  usual: string | undefined,
): CommandText {
  const isThere = usual !== undefined && firstFolderOf(command) === usual;
  const own = isThere ? command.replace(BEGINNING, '') : command;
  const line = withSpacesFolded(own);
  const asked = script === undefined ? line : withoutPlumbing(line);
  return {
    asked,
    told: toldOf(asked, script, asked.length > LONGEST_COMMAND || own.includes('\n')),
    steps: stepsOf(script, usual),
  };
}

function toldOf(asked: string, script: ShellScript | undefined, isLong: boolean): string {
  const commands = isLong && script !== undefined ? whatItDoes(script) : [];
  const told = commands.map((command) => (asked.includes(command) ? command : beforePipe(command)));
  const isAsAsked = told.length > 0 && told.every((command) => asked.includes(command));
  const text = isAsAsked ? told.join(BETWEEN) : asked;
  return clipAtWord(text, LONGEST_COMMAND) || text.slice(0, LONGEST_COMMAND);
}

/** Returns a command without the filters in its middle. */
function beforePipe(command: string): string {
  const [first = '', ...others] = command.split(' | ');
  let head = first;
  for (const other of others) {
    if (!/["']/u.test(head.replace(QUOTED, ''))) return head;
    head += ` | ${other}`;
  }
  return head;
}

/** Returns the commands of a script, without those that write files, as these are noted elsewhere. */
function whatItDoes(script: ShellScript): readonly string[] {
  const writing = new Set(script.documents.map(({ command }) => command));
  const commands = tellingCommands(script);
  const others = commands.filter((command) => !writing.has(command));
  return (others.length > 0 ? others : commands).map(withSpacesFolded);
}

function stepsOf(script: ShellScript | undefined, usual: string | undefined): readonly string[] {
  if (script === undefined || script.documents.length > 0) return [];
  let place = '';
  return script.commands.flatMap((command) => {
    if (!GOING.test(command)) return [`${place}${withSpacesFolded(command)}`];
    const folder = folderOf(command);
    const isWhole = folder.startsWith('/');
    place = folder === usual ? '' : `${isWhole ? '' : place}cd ${folder} `.slice(-LONGEST_PLACE);
    return [];
  });
}
