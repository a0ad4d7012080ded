import { globMatcher, type GlobMatcher } from './globMatcher.ts';

const ALWAYS = ['**/.git', '**/node_modules'] as const;
const MOST_IGNORE_LINES = 200;

/** Exclusions of files, by paths relative to the workspace's folder. */
export interface Exclusions {
  /** The globs that can be passed to the editor's own search. */
  readonly quickGlobs: readonly string[];
  /** Returns whether a glob matches the path itself. */
  readonly leavesOut: (path: string) => boolean;
  /** Returns whether a glob that is too slow for the editor's search excludes the path or a folder on the way to it. */
  readonly leavesOutSlowly: (path: string) => boolean;
}

/** Reads the globs. Ignores those that are too long to be matched. */
export function exclusionsOf(globs: readonly string[]): Exclusions {
  const read = globs.flatMap(readGlob);
  const slow = read.filter(({ isQuick }) => !isQuick);
  return {
    quickGlobs: read.filter(({ isQuick }) => isQuick).map(({ glob }) => glob),
    leavesOut: (path) => read.some(({ matches }) => matches(path)),
    leavesOutSlowly: (path) => slow.length > 0 && slow.some(({ matches }) => foldersTo(path).some(matches)),
  };
}

function readGlob(glob: string): readonly (GlobMatcher & { readonly glob: string })[] {
  try {
    return [{ ...globMatcher(glob), glob }];
  } catch {
    return [];
  }
}

/** Returns the path and each folder on the way to it. */
function foldersTo(path: string): readonly string[] {
  return [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index));
}

/** Values of the editor's settings for files and folders: a glob, and whether it is on. */
export type ExcludeSetting = Readonly<Record<string, unknown>>;

/**
 * Returns the globs that listings and searches exclude: those of the settings, and the first 200 lines of the roots'
 * .gitignore files. Ignores globs with braces, and lines that begin with `!`: files that these would include stay
 * excluded. Written by hand, because libraries match paths and the editor's search takes globs.
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
