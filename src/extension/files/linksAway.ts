import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns whether a real path is a folder or lies in it. `paths` has the path rules of the system, or those of Windows
 * in a test.
 */
export function isInside(realFolder: string, real: string, paths: path.PlatformPath = path): boolean {
  const inside = paths.relative(realFolder, real);
  return inside !== '..' && !inside.startsWith(`..${paths.sep}`) && !paths.isAbsolute(inside);
}

/**
 * Returns the relative path from a folder to a file, both with slashes; undefined if the file is not inside. On
 * Windows, ignores case, including that of the drive letter.
 */
export function wayInside(folder: string, file: string, isWindows: boolean): string | undefined {
  const way = isWindows
    ? path.win32.relative(folder.replace(/^\//, ''), file.replace(/^\//, '')).replaceAll('\\', '/')
    : path.posix.relative(folder, file);
  const isBelow = way !== '' && way !== '..' && !way.startsWith('../') && !/^(?:[a-z]:)?\//i.test(way);
  return isBelow ? way : undefined;
}

/**
 * Returns the linked folders on the paths of `files` that lead out of `root`, as paths from `base` with slashes; the
 * topmost of nested ones. Counts a folder that can't be resolved as outside.
 */
export async function linksAway(
  files: readonly string[],
  { base, root }: { readonly base: string; readonly root: string },
): Promise<ReadonlySet<string>> {
  const realRoot = await realpath(root);
  const looked = new Map<string, Promise<string | undefined>>();
  /** Returns the topmost folder on the way from the base to this one that lies outside. */
  const linkOnTheWayTo = (folder: string): Promise<string | undefined> => {
    if (folder === '.') return Promise.resolve(undefined);
    const known = looked.get(folder);
    if (known !== undefined) return known;
    const found = linkOnTheWayTo(path.dirname(folder)).then(
      async (above) => above ?? ((await leadsAway(path.join(base, folder), realRoot)) ? folder : undefined),
    );
    looked.set(folder, found);
    return found;
  };
  const folders = new Set(files.map((file) => path.dirname(path.relative(base, file))));
  const links = await Promise.all([...folders].map(linkOnTheWayTo));
  return new Set(links.filter((link) => link !== undefined).map((link) => link.replaceAll('\\', '/')));
}

async function leadsAway(folder: string, realRoot: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => undefined);
  return real === undefined || !isInside(realRoot, real);
}
