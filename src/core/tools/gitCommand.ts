/** Git's own options that take the next word. */
const VALUED: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source'.split(' '),
);

/** Returns the index of the subcommand among the arguments of Git: the first that is not one of Git's own options. */
export function gitSubcommandAt(given: readonly string[]): number {
  let at = 0;
  while (/^-./u.test(given[at] ?? '')) at += VALUED.has(given[at] ?? '') ? 2 : 1;
  return at;
}

const WORDS = /(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/gu;
const VARIABLE = /^\w+=/u;

/** Returns whether a command is `git commit`, also after variables and with Git's own options. */
export function isGitCommit(command: string): boolean {
  const words = command.match(WORDS) ?? [];
  const [program, ...given] = words.slice(words.findIndex((word) => !VARIABLE.test(word)));
  return program === 'git' && given[gitSubcommandAt(given)] === 'commit';
}
