/** Matches a name that is not an option, a variable or a parent folder. */
const NAME = /^(?=.*[\p{L}\d])[^-$<>(){}|&;`"'\s][^$<>(){}|&;`"'\s]*$/u;
const FILE = /^[\w@./~-]*\.\w+$/u;
const REDIRECTED = /(?<![-=<>&\d])>{1,2}\s*([^\s<>&|;()]+)(?=\s|$|[;|&)])/gu;
const QUOTED = /"[^"]*"|'[^']*'/gu;

/** Returns the files that a command deletes, moves or restores. */
export function goneByCommand(command: string): readonly string[] {
  const [program = '', ...rest] = wordsOf(command);
  const [verb = '', ...others] = program === 'git' ? rest : [program, ...rest];
  const isRestored =
    program === 'git' &&
    ((verb === 'checkout' && others.includes('--')) || (verb === 'restore' && !others.includes('--staged')));
  if (isRestored) return others.slice(others.indexOf('--') + 1).filter(isName);
  const named = others.filter((word) => isName(word) && word !== '--');
  if (verb === 'mv') return named.slice(0, -1);
  return verb === 'rm' && !others.includes('--cached') ? named : [];
}

/** Returns the files that a command writes: its redirections, and the arguments of `tee` and `sed -i`. */
export function writtenByCommand(command: string): readonly string[] {
  const bare = command.replace(QUOTED, (text) => text.slice(1, -1).replace(/\W/gu, '_'));
  const redirected = [...bare.matchAll(REDIRECTED)].flatMap(([, file = '']) => file);
  const given = bare.split(/\s*\|\s*/u).flatMap((each) => {
    const [program = '', ...others] = wordsOf(each);
    const isWriting = program === 'tee' || (program === 'sed' && others.some((word) => /^-\w*i/u.test(word)));
    return isWriting ? others : [];
  });
  return [...redirected, ...given].filter((file) => FILE.test(file) && isName(file));
}

function isName(word: string): boolean {
  return NAME.test(word);
}

/** Returns a command's words without quotes. A word with spaces is split, so that it is not a name. */
function wordsOf(command: string): readonly string[] {
  return command
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/^(["'])(.*)\1$/u, '$2'));
}
