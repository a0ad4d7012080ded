/** The parts of a shell script that matter for reading a session; this is not a full shell grammar. */
export interface ShellScript {
  /** The commands in order, without heredocs and output filters. */
  readonly commands: readonly string[];
  readonly heredocs: readonly Heredoc[];
}

/** A heredoc in the script, with the command that reads it. */
export interface Heredoc {
  readonly command: string;
  readonly text: string;
}

const LONGEST_SCRIPT = 200_000;
/** The maximum number of characters that are parsed of a script without its heredocs. */
const LONGEST_COMMANDS = 4_000;
/** Matches the start of a heredoc; a here-string (`<<<`) does not match. */
const HEREDOC = /(?<!<)<<(?!<)-?\s*(['"]?)([A-Za-z_]\w*)\1/;
/** Matches an arithmetic expression, in which `<<` shifts bits. */
const ARITHMETIC = /\(\([^()]*\)\)/g;
/** Matches redirections to `/dev/null` or another stream, and `head` and `tail`. They only limit the output. */
const OUTPUT_FILTERS =
  /\s*(?:\d|&)?>\s*(?:&\d|\/dev\/null)(?=\s*(?:$|[|&]|\d>&))|\s*\|\s*(?:head|tail)(?:\s+-[^\s|]+)*(?:\s+\d+)?(?=\s*(?:$|[|&]))/g;
/** Matches at most eight filters. Otherwise, a script that consists only of filters would take quadratic time. */
const LAST_OUTPUT_FILTERS = new RegExp(`(?:${OUTPUT_FILTERS.source}){1,8}$`);
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/gs;
const CONTINUED = /\\\n\s*/g;
const KEYWORD = /^(?:do|then|else|time)\s+/;
/** Matches commands that only change the folder, print, wait or end a block. */
const NO_EFFECT = /^(?:cd|echo|printf|set|sleep|true|pwd|clear|done|fi|esac|[#:}])(?![\w-])/;

/** Parses a script. Takes linear time. */
export function shellScript(script: string): ShellScript {
  const { shell, heredocs } = withoutHeredocs(script.slice(0, LONGEST_SCRIPT));
  const commandText = shell.slice(0, LONGEST_COMMANDS).replace(CONTINUED, ' ');
  return { commands: commandsOf(commandText), heredocs };
}

/** Returns a command line without filters at its end, so that two runs are equal if only their filters differ. */
export function withoutOutputFilters(line: string): string {
  return line.replace(LAST_OUTPUT_FILTERS, '');
}

/** Matches the operators after which the exit code of what comes before is lost. `&&` keeps it. */
const LOSES_EXIT_CODE = /[|;\n]/;
/** Matches programs that print or search what already exists. The errors in their output are not their own. */
const PRINTS_OTHERS =
  /^(?:cat|bat|head|tail|nl|less|more|sed|awk|[ef]?grep|rg|ag|ack|find|fd|ls|tree|jq|Get-Content|gc|Select-String|git\s+(?:-\S+\s+)*(?:diff|show|log|grep|blame))(?![\w-])/i;

/**
 * Returns whether a script may have failed although its exit code is 0, as in `npm test | tail`. False if the script
 * only prints or searches texts.
 */
export function mayHideFailure(script: ShellScript, command: string): boolean {
  const { shell } = withoutHeredocs(command.slice(0, LONGEST_SCRIPT));
  const bare = shell.slice(0, LONGEST_COMMANDS).replace(CONTINUED, ' ').trim().replace(QUOTED, '');
  return LOSES_EXIT_CODE.test(bare) && effectiveCommands(script).some((each) => !PRINTS_OTHERS.test(each));
}

/** Returns the commands that have an effect, or all commands if none has an effect. */
export function effectiveCommands({ commands }: ShellScript): readonly string[] {
  const effective = commands.filter((command) => !NO_EFFECT.test(command) || command.includes('>'));
  return effective.length > 0 ? effective : commands;
}

/** Returns a script without the texts of its heredocs, and the heredocs. Takes linear time. */
export function withoutHeredocs(script: string): { shell: string; heredocs: readonly Heredoc[] } {
  if (!script.includes('<<')) return { shell: script, heredocs: [] };
  const shell: string[] = [];
  const heredocs: Heredoc[] = [];
  let open: { command: string; end: string; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined) heredocs.push({ command: open.command, text: open.lines.join('\n') });
    open = undefined;
  };
  for (const line of script.split(/\r?\n/u)) {
    if (open !== undefined) {
      if (line.trim() === open.end) close();
      else open.lines.push(line);
      continue;
    }
    const mark = HEREDOC.exec(line.replace(ARITHMETIC, (expression) => ' '.repeat(expression.length)));
    const command =
      mark === null ? line : `${line.slice(0, mark.index)}${line.slice(mark.index + mark[0].length)}`.trim();
    shell.push(command);
    if (mark !== null) open = { command: commandsOf(command).at(-1) ?? '', end: mark[2] ?? '', lines: [] };
  }
  close();
  return { shell: shell.join('\n'), heredocs };
}

function commandsOf(shell: string): readonly string[] {
  return piecesOf(shell)
    .map((piece) => piece.trim().replace(KEYWORD, '').replace(OUTPUT_FILTERS, '').trim())
    .filter((piece) => piece !== '');
}

/** Splits at line breaks, `;`, `&&` and `||` outside quotes. */
function piecesOf(shell: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let quote = '';
  for (let at = 0; at < shell.length; at++) {
    const char = shell.charAt(at);
    if (char === '\\') at++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (
      char === '\n' ||
      char === ';' ||
      ((char === '&' || char === '|') && shell.charAt(at + 1) === char)
    ) {
      pieces.push(shell.slice(start, at));
      if (char === '&' || char === '|') at++;
      start = at + 1;
    }
  }
  return [...pieces, shell.slice(start)];
}
