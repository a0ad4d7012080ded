import { globMatcher, type GlobMatcher } from './globMatcher.ts';

const ALWAYS = ['**/.git', '**/node_modules'] as const;
const MOST_IGNORE_LINES = 200;

/** The files that a search of a folder excludes. All paths are relative to this folder. */
export interface Exclusions {
  /** The globs that the editor's own search can match fast enough. They are relative to the folder, too. */
  readonly quickGlobs: readonly string[];
  /** Returns whether any glob matches the path itself. Does not check the path's parent folders. */
  readonly leavesOut: (path: string) => boolean;
  /** Returns whether a glob that is not in `quickGlobs` matches the path or one of its parent folders. */
  readonly leavesOutSlowly: (path: string) => boolean;
}

/**
 * Parses globs for a search of `folder`. The globs and `folder` are relative to the workspace folder; `folder` is empty
 * for the workspace folder itself. Ignores globs that are too long to be matched. Also ignores globs that exclude all
 * of `folder`, since even an excluded folder is searched if the search names its path.
 */
export function exclusionsOf(globs: readonly string[], folder = ''): Exclusions {
  const start = folder === '' ? '' : `${folder}/`;
  const parsed = globs.flatMap(parsedGlob).filter(({ glob }) => !isForAll(glob, folder));
  const placed = parsed.map((each) => ({
    ...each,
    quick: isForEditor(each) ? globIn(start, each.glob) : undefined,
  }));
  const slow = placed.filter(({ glob, quick }) => quick === undefined && mayMatchIn(start, glob));
  return {
    quickGlobs: placed.flatMap(({ quick }) => quick ?? []),
    leavesOut: (path) => parsed.some(({ matches }) => matches(`${start}${path}`)),
    leavesOutSlowly: (path) =>
      slow.some(({ matches }) => pathAndFolders(path).some((each) => matches(`${start}${each}`))),
  };
}

/**
 * Returns whether a glob excludes everything in `folder`, because it ends with wildcards that match everything in this
 * folder or in a folder above it, e.g. `dist/**`, `dist/*`, `dist/*\/**` or `dist/*.*`. Returns false for the workspace
 * folder.
 */
function isForAll(glob: string, folder: string): boolean {
  const names = glob.split('/');
  const removeDoubleStars = (): void => {
    while (names.at(-1) === '**') names.pop();
  };
  removeDoubleStars();
  if (['*', '*.*'].includes(names.at(-1) ?? '')) names.pop();
  removeDoubleStars();
  const outer = names.join('/');
  if (folder === '' || outer === glob) return false;
  return outer === '' || pathAndFolders(folder).some(globMatcher(outer).matches);
}

/** Matches a glob that is the same in each folder, e.g. `**\/dist`. */
const SAME_ANYWHERE = /^\*\*\/[^/]+(?:\/\*\*)?$/;

/**
 * Returns a glob relative to the folder whose path is `start`. Returns undefined for a glob that has wildcards in place
 * of the folder's names, and for a glob that matches nothing in the folder.
 */
function globIn(start: string, glob: string): string | undefined {
  if (glob.startsWith(start)) return glob.slice(start.length);
  return SAME_ANYWHERE.test(glob) ? glob : undefined;
}

/**
 * Returns whether a glob may match a path in the folder whose path is `start`: the glob begins with `start`, or its
 * wildcards may match the folder's names.
 */
function mayMatchIn(start: string, glob: string): boolean {
  const [withoutWildcards = ''] = /^[^*?[]*/.exec(glob) ?? [];
  if (glob.startsWith(start)) return true;
  return withoutWildcards !== glob && start.startsWith(withoutWildcards.replace(/[^/]*$/, ''));
}

interface ParsedGlob extends GlobMatcher {
  readonly glob: string;
}

/**
 * Returns whether the editor can match the glob. The editor gets all globs joined in braces, where a comma within a
 * glob would split the glob.
 */
function isForEditor({ isQuick, glob }: ParsedGlob): boolean {
  return isQuick && !glob.includes(',');
}

function parsedGlob(glob: string): readonly ParsedGlob[] {
  try {
    return [{ ...globMatcher(glob), glob }];
  } catch {
    return [];
  }
}

/** Returns the path and its parent folders. */
function pathAndFolders(path: string): readonly string[] {
  return [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index));
}

/** A setting of the editor such as `files.exclude`. Its values say whether each glob is on. */
export type ExcludeSetting = Readonly<Record<string, unknown>>;

/**
 * Returns the globs of excluded files: Git's folder, installed packages, the globs that are on in the settings, and the
 * globs made from the first 200 lines of `gitignore`, the .gitignore of a workspace folder. Ignores globs with braces.
 * Globs can't express exceptions, so a file stays excluded even if a line with `!` includes it again. But if there is a
 * line with `!`, lines that match every file, such as `*`, are ignored. Uses no library, because libraries match paths,
 * but the editor's search needs globs.
 */
export function exclusionGlobs(settings: readonly ExcludeSetting[], gitignore: string): readonly string[] {
  const excluded = settings.flatMap((setting) =>
    Object.entries(setting).flatMap(([glob, isOn]) => (isOn === true ? [glob] : [])),
  );
  const lines = gitignore.split(/\r?\n/).slice(0, MOST_IGNORE_LINES);
  const hasExceptions = lines.some((line) => line.startsWith('!'));
  const ignored = lines.filter((line) => !(hasExceptions && isCatchAll(line))).flatMap(globsOfIgnoreLine);
  return [...new Set([...ALWAYS, ...excluded, ...ignored])].filter((glob) => !glob.includes('{'));
}

/**
 * Returns whether a line of a .gitignore matches nearly every name in the folder, such as `*`, `/*`, `**` and `*.*`.
 */
function isCatchAll(line: string): boolean {
  return /^\/?(?:\*\*\/)*(?:\*+|\*\.\*)\/?$/.test(line.trim());
}

function globsOfIgnoreLine(line: string): readonly string[] {
  const pattern = line.trim().replace(/\/+$/, '');
  if (pattern === '' || /^[#!]/.test(pattern) || /[{},]/.test(pattern)) return [];
  const isAnchored = pattern.replace(/^\*\*\//, '').includes('/');
  const glob = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [glob, `${glob}/**`];
}
