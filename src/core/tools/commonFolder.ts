import { beginsWith, fileKey, isAbsolute } from './fileNames.ts';

/** The minimum number of folders in a common path. A path with fewer folders would cover the whole machine. */
const LEAST_FOLDERS = 2;
/** Matches folders above all projects: an empty text, the root, a folder directly in the root, and a home folder. */
const ABOVE_PROJECTS = /^(?:(?:[A-Za-z]:)?\/(?:[^/]+\/)?)?$|^(?:[A-Za-z]:)?\/(?:Users|home)\/[^/]+\/$/u;
const DRIVE = /^[A-Za-z]:$/u;
/**
 * The number of first folders that the paths of a group share. Paths elsewhere, e.g. in `/tmp` or an agent's own folder
 * beside a project, are not in the group.
 */
const FOLDERS_OF_A_GROUP = 3;

/**
 * Returns the common folder of the absolute paths. The result ends with a slash, or is empty if there is no such
 * folder. Instead returns the common folder of the largest group of paths if the folder of all paths is above all
 * projects, and if leaving out the group's folder saves more characters in total.
 */
export function commonFolder(paths: readonly string[]): string {
  const absolute = paths.filter(isAbsolute).map(fileKey);
  const group = largestGroup(absolute);
  const [ofAll, ofGroup] = [sharedFolder(absolute), sharedFolder(group)];
  const shortensMore = ofGroup.length * group.length > ofAll.length * absolute.length;
  const folder = shortensMore && ABOVE_PROJECTS.test(ofAll) ? ofGroup : ofAll;
  if (folder.split('/').filter((name) => name !== '' && !DRIVE.test(name)).length < LEAST_FOLDERS) return '';
  return paths.find((path) => beginsWith(path, folder))?.slice(0, folder.length) ?? '';
}

function sharedFolder([first, ...others]: readonly string[]): string {
  let folder = others.length === 0 ? '' : (first ?? '');
  const shorten = (): void => {
    folder = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  };
  const isShared = (path: string): boolean => path.startsWith(folder) && folder.endsWith('/');
  for (const path of others) while (folder !== '' && !isShared(path)) shorten();
  return folder;
}

/** Returns the largest group of paths with the same first folders. */
function largestGroup(paths: readonly string[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    const place = folders.slice(0, FOLDERS_OF_A_GROUP + 1).join('/');
    const group = places.get(place);
    if (group === undefined) places.set(place, [path]);
    else group.push(path);
  }
  return [...places.values()].reduce((most, group) => (group.length > most.length ? group : most), []);
}
