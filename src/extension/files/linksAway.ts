import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns whether a path is the folder or lies in the folder. Both must be real paths, without links. `paths` contains
 * this system's rules for paths; a test may pass the rules of another system.
 */
export function isInside(realFolder: string, real: string, paths: path.PlatformPath = path): boolean {
  const inside = paths.relative(realFolder, real);
  return inside !== '..' && !inside.startsWith(`..${paths.sep}`) && !paths.isAbsolute(inside);
}

/**
 * Returns the path of a file relative to a folder; undefined if the file is not in it. All paths have slashes. On
 * Windows, ignores case, also in the drive letter.
 */
export function pathInside(folder: string, file: string, isWindows: boolean): string | undefined {
  const relative = isWindows
    ? path.win32.relative(folder.replace(/^\//, ''), file.replace(/^\//, '')).replaceAll('\\', '/')
    : path.posix.relative(folder, file);
  const isBelow =
    relative !== '' && relative !== '..' && !relative.startsWith('../') && !/^(?:[a-z]:)?\//i.test(relative);
  return isBelow ? relative : undefined;
}

/**
 * Follows links to folders on the paths of `files`, but not links to the files themselves. For each path that leads out
 * of `root`, returns the link that leads out, for example `src/away` for the file `src/away/below/b.ts`. The returned
 * links are relative to `base` and have slashes. A folder that can't be resolved counts as lying outside `root`.
 */
export async function linksAway(
  files: readonly string[],
  { base, root }: { readonly base: string; readonly root: string },
): Promise<ReadonlySet<string>> {
  const realRoot = await realpath(root);
  const cache = new Map<string, Promise<string | undefined>>();
  /** Returns the first folder on the path from `base` to `folder` (included) whose real path is outside `root`. */
  const topmostLinkTo = (folder: string): Promise<string | undefined> => {
    if (folder === '.') return Promise.resolve(undefined);
    const cached = cache.get(folder);
    if (cached !== undefined) return cached;
    const found = topmostLinkTo(path.dirname(folder)).then(
      async (above) => above ?? ((await leadsAway(path.join(base, folder), realRoot)) ? folder : undefined),
    );
    cache.set(folder, found);
    return found;
  };
  const folders = new Set(files.map((file) => path.dirname(path.relative(base, file))));
  const links = await Promise.all([...folders].map(topmostLinkTo));
  return new Set(links.filter((link) => link !== undefined).map((link) => link.replaceAll('\\', '/')));
}

async function leadsAway(folder: string, realRoot: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => undefined);
  return real === undefined || !isInside(realRoot, real);
}
