import { isAbsolute, withSlashes } from './fileNames.ts';

/** The least number of folders in a common path; fewer would cover the whole machine. */
const LEAST_FOLDERS = 2;
/** Matches a person's home folder, and those above it. */
const FOR_ALL = /^(?:(?:[A-Za-z]:)?\/(?:[^/]+\/)?)?$|^(?:[A-Za-z]:)?\/(?:Users|home)\/[^/]+\/$/u;
const DRIVE = /^[A-Za-z]:$/u;
/**
 * The number of first folders that paths in one place share. Other paths, e.g. in `/tmp` or an agent's own folder
 * beside a project, do not belong to it.
 */
const NAMES_OF_A_PLACE = 3;

/**
 * Returns the common folder of the absolute paths, with a slash at its end. If that is no project's folder, uses only
 * the paths in one place if this shortens more. Empty if there is none.
 */
export function commonFolder(paths: readonly string[]): string {
  const absolute = paths.filter(isAbsolute).map(withSlashes);
  const place = inOnePlace(absolute);
  const [ofAll, ofPlace] = [sharedFolder(absolute), sharedFolder(place)];
  const saysLess = ofPlace.length * place.length > ofAll.length * absolute.length;
  const folder = saysLess && FOR_ALL.test(ofAll) ? ofPlace : ofAll;
  if (folder.split('/').filter((name) => name !== '' && !DRIVE.test(name)).length < LEAST_FOLDERS) return '';
  return paths.find((path) => withSlashes(path).startsWith(folder))?.slice(0, folder.length) ?? '';
}

function sharedFolder([first, ...others]: readonly string[]): string {
  let folder = others.length === 0 ? '' : (first ?? '');
  const shorten = (): void => {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  };
  const isShared = (path: string): boolean => path.startsWith(folder) && folder.endsWith('/');
  for (const path of others) while (folder !== '' && !isShared(path)) shorten();
  return folder;
}

/** Returns the largest group of paths with the same first folders. */
function inOnePlace(paths: readonly string[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    const place = folders.slice(0, NAMES_OF_A_PLACE + 1).join('/');
    const own = places.get(place);
    if (own === undefined) places.set(place, [path]);
    else own.push(path);
  }
  return [...places.values()].reduce((most, own) => (own.length > most.length ? own : most), []);
}
