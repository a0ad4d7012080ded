import { beginsWith, isAbsolute } from '../tools/fileNames.ts';
import { joined, type Restoration } from '../tools/gitRestore.ts';
import type { ChangedFile } from './work.ts';

/** The folders from which the paths of a restoration are resolved, and the names that the notes use for files. */
export interface RestoredIn {
  /** The folder where the work is done; empty if unknown. */
  readonly folder: string;
  /** The common folder of the files, with a slash at its end; empty if there is none. */
  readonly root: string;
  readonly nameOf: (path: string) => string;
}

/**
 * Returns a function that removes from a file the changes that a restoration undid. The function returns undefined if
 * no change is left. Committed changes stay. If the restoration names only a folder or nothing, new files stay, too,
 * since Git does not know them yet.
 */
export function restorer(
  restoration: Restoration,
  within: RestoredIn,
): (file: ChangedFile) => ChangedFile | undefined {
  const named = namedFiles(restoration, within);
  return (file) => {
    const { path, changes, committed, isNew } = file;
    const isKnownToGit = !isNew || committed > 0;
    const isRestored = named.has(path) || (isKnownToGit && isInFolder(path, restoration, within));
    if (!isRestored) return file;
    const kept = Math.max(committed, 1 + changes.findLastIndex(({ change }) => change.from !== undefined));
    return kept === 0 ? undefined : { ...file, changes: changes.slice(0, kept) };
  };
}

function namedFiles({ paths = [], folder }: Restoration, within: RestoredIn): ReadonlySet<string> {
  const isUsual = folder === '' || folder === within.folder;
  const names = paths.flatMap((named) => [joined(folder, named), ...(isUsual ? [joined('', named)] : [])]);
  return new Set(names.map(within.nameOf));
}

function isInFolder(path: string, { paths, folder }: Restoration, within: RestoredIn): boolean {
  return (paths ?? ['.']).some((named) => isInside(path, folder, joined('', named), within));
}

/** Returns whether a file is in the folder `named`. This path starts at `current`, or else at the work's folder. */
function isInside(path: string, current: string, named: string, { folder, root }: RestoredIn): boolean {
  const isUsual = current === '' || current === folder;
  if (!isAbsolute(path)) {
    const start = isUsual ? named : joined(current, named);
    return start === '' ? !/^(?:~|\.\.)/u.test(path) : beginsWith(path, `${start}/`);
  }
  const base = current === '' ? folder || root.replace(/\/$/u, '') : current;
  return base !== '' && beginsWith(path, `${joined(base, named)}/`);
}
