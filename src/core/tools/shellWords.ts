const DOUBLE_QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const WORD = new RegExp(String.raw`(?:${DOUBLE_QUOTED}|'[^']*'|\\.|[^\s"'])+`, 'gsu');
const QUOTED = new RegExp(String.raw`${DOUBLE_QUOTED}|'[^']*'`, 'gsu');
/** The pattern of a command's arguments: everything up to an operator or comment outside quotes. */
const ARGUMENTS = String.raw`((?:${DOUBLE_QUOTED}|'[^']*'|\\.|(?<!\s)#|[^|&<>()\x60#"'\\])+)`;

/** Matches a word that names a file with an extension, without shell expansions. */
export const FILE = /^[\w@./~-]*\.[\w@./~-]*\w$/u;

/** Returns a pattern for a command that begins with `start`. The last group is the command's arguments. */
export function commandWithArguments(start: string): RegExp {
  return new RegExp(`^${start}${ARGUMENTS}`, 'su');
}

/** Returns the words of a part of a command, without quotes. */
export function wordsIn(text = ''): readonly string[] {
  return (text.match(WORD) ?? []).map((word) =>
    word.replace(QUOTED, (quoted) => {
      const inner = quoted.slice(1, -1);
      return quoted.startsWith("'") ? inner : inner.replaceAll(/\\(["$\\`])/gu, '$1');
    }),
  );
}
