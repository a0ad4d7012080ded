import { clipAtWord, withSpacesFolded } from '../text/lines.ts';
import { tellingCommands, withoutPlumbing, type ShellScript } from '../tools/shellScript.ts';

/** Longer scripts, and those of several lines, are told by what they do. */
const LONGEST_COMMAND = 160;
const BEGINNING = /^\s*cd +(["']?)(\/[^\s"';&|]+?)\/?\1 *(?:&&|;|\n)\s*(?=\S)/u;
const LEFT_OUT = ' … ';
const GOING = /^cd\s/u;

/** A shell command as the notes tell it. */
export interface CommandText {
  /** On one line, without what is done with its output: by it one run is another's like. */
  readonly asked: string;
  /** The same, of a long script what it does, with an ellipsis where something is left out. */
  readonly told: string;
  /** The commands in it, each with the folder that the script went to before; none of a script with documents, whose commands tell little of it. */
  readonly steps: readonly string[];
}

/** The folder that most of the commands begin by going to that name one whole: all the work is done there. */
export function usualFolder(commands: readonly string[]): string | undefined {
  const times = new Map<string, number>();
  for (const command of commands) {
    const folder = BEGINNING.exec(command)?.[2];
    if (folder !== undefined) times.set(folder, (times.get(folder) ?? 0) + 1);
  }
  const most = Math.max(...times.values());
  return [...times].find(([, each]) => each === most)?.[0];
}

/** How a command is told in a session whose work is done in a folder. */
export function commandText(
  command: string,
  script: ShellScript | undefined,
  usual: string | undefined,
): CommandText {
  const begun = BEGINNING.exec(command);
  const own = begun?.[2] !== undefined && begun[2] === usual ? command.slice(begun[0].length) : command;
  const asked = withoutPlumbing(withSpacesFolded(own));
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
  return clipAtWord(isAsAsked ? told.join(LEFT_OUT) : asked, LONGEST_COMMAND);
}

/** In the middle of a command its plumbing is gone, too. */
function beforePipe(command: string): string {
  return command.split(' | ', 1)[0] ?? command;
}

/** What it writes is told with the files. */
function whatItDoes(script: ShellScript): readonly string[] {
  const writing = new Set(script.documents.map(({ command }) => command));
  const commands = tellingCommands(script);
  const others = commands.filter((command) => !writing.has(command));
  return (others.length > 0 ? others : commands).map(withSpacesFolded);
}

function stepsOf(script: ShellScript | undefined, usual: string | undefined): readonly string[] {
  if (script === undefined || script.documents.length > 0) return [];
  let folder = '';
  return script.commands.flatMap((command) => {
    if (!GOING.test(command)) return [`${folder}${withSpacesFolded(command)}`];
    folder = command.replace(GOING, '').trim() === usual ? '' : `${folder}${command} `;
    return [];
  });
}
