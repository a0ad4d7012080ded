const ALWAYS = ['**/.git', '**/node_modules'] as const;
const MOST_IGNORE_LINES = 200;

/** What the editor's settings give for files and folders: a glob, and whether it is on. */
export type ExcludeSetting = Readonly<Record<string, unknown>>;

/**
 * Globs for what listings and searches leave out: what the settings exclude, and what a .gitignore at the
 * workspace's root says in plain lines. Its negations are not understood: what they bring back stays left out.
 */
export function exclusionGlobs(settings: readonly ExcludeSetting[], gitignore: string): readonly string[] {
  const excluded = settings.flatMap((setting) =>
    Object.entries(setting).flatMap(([glob, isOn]) => (isOn === true ? [glob] : [])),
  );
  const ignored = gitignore.split(/\r?\n/).slice(0, MOST_IGNORE_LINES).flatMap(globsOfIgnoreLine);
  return [...new Set([...ALWAYS, ...excluded, ...ignored])].filter((glob) => !glob.includes('{'));
}

function globsOfIgnoreLine(line: string): readonly string[] {
  const pattern = line.trim().replace(/\/+$/, '');
  if (pattern === '' || /^[#!]/.test(pattern) || /[{},]/.test(pattern)) return [];
  const isAnchored = pattern.replace(/^\*\*\//, '').includes('/');
  const glob = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [glob, `${glob}/**`];
}
