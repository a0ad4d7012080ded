/** A shell script taken apart as far as reading a session needs it; no shell's grammar. */
export interface ShellScript {
  /** The commands in order, without here-documents and output plumbing. */
  readonly commands: readonly string[];
  readonly documents: readonly ShellDocument[];
}

/** A document that stands in the script, with the command that is given it. */
export interface ShellDocument {
  readonly command: string;
  readonly text: string;
}

const LONGEST_SCRIPT = 200_000;
/** Characters of commands that are looked at. */
const LONGEST_COMMANDS = 4_000;
/** A here-string, `<<<`, is none. */
const DOCUMENT = /(?<!<)<<(?!<)-?\s*(['"]?)([A-Za-z_]\w*)\1/;
/** The same command does the same without them. */
const PLUMBING =
  /\s*(?:\d|&)?>\s*(?:&\d|\/dev\/null)(?=\s*(?:$|[|&]|\d>&))|\s*\|\s*(?:head|tail)(?:\s+-[^\s|]+)*(?:\s+\d+)?(?=\s*(?:$|[|&]))/g;
/** Bounded: a script may be nothing else. */
const LAST_PLUMBING = new RegExp(`(?:${PLUMBING.source}){1,8}$`);
const CONTINUED = /\\\n\s*/g;
const KEYWORD = /^(?:do|then|else|time)\s+/;
/** Matches commands that move about, print or end a block, and do nothing worth telling. */
const ASIDE = /^(?:cd|echo|printf|set|sleep|true|pwd|clear|done|fi|esac|[#:}])(?![\w-])/;

/** Linear in the script's length. */
export function shellScript(script: string): ShellScript {
  const { shell, documents } = withoutDocuments(script.slice(0, LONGEST_SCRIPT));
  const looked = shell.slice(0, LONGEST_COMMANDS).replace(CONTINUED, ' ');
  return { commands: commandsOf(looked), documents };
}

/**
 * Returns a script on one line with single spaces and without the plumbing at its end, so that runs compare equal
 * however much output was shown.
 */
export function withoutPlumbing(line: string): string {
  return line.replace(LAST_PLUMBING, '');
}

/** Returns the commands that do something; all where none does. */
export function tellingCommands({ commands }: ShellScript): readonly string[] {
  const telling = commands.filter((command) => !ASIDE.test(command) || command.includes('>'));
  return telling.length > 0 ? telling : commands;
}

function withoutDocuments(script: string): { shell: string; documents: readonly ShellDocument[] } {
  if (!script.includes('<<')) return { shell: script, documents: [] };
  const shell: string[] = [];
  const documents: ShellDocument[] = [];
  let open: { command: string; end: string; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined) documents.push({ command: open.command, text: open.lines.join('\n') });
    open = undefined;
  };
  for (const line of script.split(/\r?\n/u)) {
    if (open !== undefined) {
      if (line.trim() === open.end) close();
      else open.lines.push(line);
      continue;
    }
    const mark = DOCUMENT.exec(line);
    const command = mark === null ? line : line.replace(mark[0], '').trim();
    shell.push(command);
    if (mark !== null) open = { command: commandsOf(command).at(-1) ?? '', end: mark[2] ?? '', lines: [] };
  }
  close();
  return { shell: shell.join('\n'), documents };
}

function commandsOf(shell: string): readonly string[] {
  return piecesOf(shell)
    .map((piece) => piece.trim().replace(KEYWORD, '').replace(PLUMBING, '').trim())
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
