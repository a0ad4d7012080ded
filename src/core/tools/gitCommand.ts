/** Options of `git` itself, before the subcommand, that have the next word as their value. */
const VALUED: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source'.split(' '),
);

/** Returns the index of the subcommand among the arguments of `git`: the first argument after the options of `git`. */
export function gitSubcommandAt(given: readonly string[]): number {
  let at = 0;
  while (/^-./u.test(given[at] ?? '')) at += VALUED.has(given[at] ?? '') ? 2 : 1;
  return at;
}

/**
 * The pattern of arguments of Git that restore files only in the index. With `--worktree`, or an abbreviation of it,
 * Git also restores the work tree.
 */
export const INDEX_RESTORE = String.raw`restore\b(?=.* (?:--staged|-[pqS]*S[pq]*)(?= |$))(?!.* (?:--w|-[a-zA-Z]*W))`;
export const RESTORES_INDEX = new RegExp(`^${INDEX_RESTORE}`, 'su');

/** Matches a word of a command line; a substitution such as `$(git rev-parse HEAD)` belongs to its word. */
const WORDS = /(?:"[^"]*"|'[^']*'|\\.|\$\([^()]*\)|[^\s"'\\])+/gu;
const VARIABLE = /^\w+=/u;

/**
 * Returns whether a command runs `git commit`. Variables may stand before `git`, and options of Git after it. The
 * commit may also be part of a pipeline or follow a command in the background.
 */
export function isGitCommit(command: string): boolean {
  const words = command.match(WORDS) ?? [];
  return words.some((_, at) => (at === 0 || /^[&|]$/u.test(words[at - 1] ?? '')) && commits(words.slice(at)));
}

function commits(words: readonly string[]): boolean {
  const [program, ...given] = words.slice(words.findIndex((word) => !VARIABLE.test(word)));
  return program === 'git' && given[gitSubcommandAt(given)] === 'commit';
}
