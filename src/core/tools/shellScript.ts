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

/** Matches redirections between streams, which have an `&` that is no operator. */
const STREAMS = /\d?>&\d|&>>?|(?<=\|)&/g;
const CHANGES_OF_FOLDER = /^(?:cd\b[^|;&\n]*&&\s*)+/;
/** Matches words before a program that change how it runs, but not what it prints. */
const BEFORE_PROGRAM =
  /^(?:(?:[A-Za-z_]\w*=\S*|time|timeout\s+\S+|npx|bunx|pnpm\s+exec|yarn\s+exec|uv\s+run|poetry\s+run)\s+)+/;
/**
 * Matches programs that compile, check, build or test, which print errors of their own run. Other programs may print
 * logs, texts of others, or errors that they handled.
 */
const CHECKS =
  /^(?:\S*\/)?(?:(?:vue-)?tsc|tsgo|eslint|oxlint|biome|stylelint|vitest|jest|mocha|webpack|rollup|esbuild|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|rustc|javac|kotlinc|scalac|swiftc|xcodebuild|msbuild|mvnw?|gradlew?|ctest|ninja|pytest|tox|mypy|pyright|ruff|flake8|pylint|(?:cargo|go|dotnet|swift|zig|bun)\s+(?:build|check|clippy|test|vet)|cmake\s+--build|python[\d.]*\s+-m\s+(?:pytest|unittest|mypy|ruff|pylint)|g?make(?!.*\b(?:run|logs?|show|tail|dev|start|serve|help)\b)|(?:p?npm|yarn|bun)\s+(?:run\s+|-\S+\s+)*(?:build|test|check|lint|type|tsc|compile)[\w:-]*|npm\s+t)(?=\s|$)/;
/** Matches programs that print a part of the lines that they read. */
const FILTER = /^(?:head|tail|[ef]?grep|rg|sed|awk|cut|sort|uniq|tr|tee|cat|nl)(?=\s|$)/;

/**
 * Returns whether a command may have failed although its exit code is 0: it is one pipeline from a program that
 * compiles, checks, builds or tests to filters, as in `npm test | tail`. A `cd` may precede the pipeline.
 */
export function mayHideFailure(command: string): boolean {
  const pipeline = withoutTexts(command).replace(STREAMS, '').replace(CHANGES_OF_FOLDER, '');
  if (/[;&\n]/.test(pipeline)) return false;
  const [first = '', ...others] = pipeline.split('|').map((each) => each.trim());
  return (
    others.length > 0 &&
    CHECKS.test(first.replace(BEFORE_PROGRAM, '')) &&
    others.every((each) => FILTER.test(each))
  );
}

/** Returns whether the exit code of an earlier command of a script is lost, since another command follows. */
export function losesExitCode(command: string): boolean {
  return /[|;\n]/.test(withoutTexts(command));
}

/** Returns a script without heredocs and quoted texts, whose characters are no operators. */
function withoutTexts(command: string): string {
  const { shell } = withoutHeredocs(command.slice(0, LONGEST_SCRIPT));
  return shell.slice(0, LONGEST_COMMANDS).replace(CONTINUED, ' ').replace(QUOTED, '').trim();
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
