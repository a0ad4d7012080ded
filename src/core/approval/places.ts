/** A root folder of the workspace. */
export interface Root {
  readonly name: string;
  /** An absolute path, with slashes. */
  readonly path: string;
}

/**
 * Resolves a path that is written relative to a folder. The result is relative to the workspace. If there are several
 * workspace folders, the result begins with the name of the workspace folder. Outside the workspace, the result is
 * absolute or starts with `~`. `folder` has the same form as the result. If empty, it is the first workspace folder.
 */
export function placeOf(written: string, folder: string, roots: readonly Root[]): string {
  const plain = written.replaceAll('\\', '/');
  if (plain === '~' || plain.startsWith('~')) return normal(plain);
  if (isAbsolute(plain)) return relativeTo(normal(plain), roots);
  const base = absoluteOf(folder, roots);
  return base === undefined ? normal(`${folder}/${plain}`) : relativeTo(normal(`${base}/${plain}`), roots);
}

export function isOutside(place: string): boolean {
  return isAbsolute(place) || place.startsWith('~') || place === '..' || place.startsWith('../');
}

/** Returns whether a place is the folder itself or lies inside. The empty folder is the whole workspace. */
export function isWithin(place: string, folder: string): boolean {
  if (folder === '') return !isOutside(place);
  return place === folder || place.startsWith(`${folder}/`);
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:/i.test(path);
}

function absoluteOf(folder: string, roots: readonly Root[]): string | undefined {
  if (isAbsolute(folder)) return folder;
  if (folder.startsWith('~')) return undefined;
  const [only, ...others] = roots;
  if (only === undefined) return undefined;
  if (others.length === 0 || folder === '') return `${only.path}/${folder}`;
  const [name, ...rest] = folder.split('/');
  const root = roots.find((each) => each.name === name);
  return root === undefined ? undefined : [root.path, ...rest].join('/');
}

function relativeTo(absolute: string, roots: readonly Root[]): string {
  const root = roots.find(({ path }) => `${sameCase(absolute)}/`.startsWith(`${sameCase(path)}/`));
  // If two roots have the same name, the name means the first root, so paths in the second root stay absolute.
  if (root === undefined || roots.find(({ name }) => name === root.name) !== root) return absolute;
  const inside = absolute.slice(root.path.length + 1);
  return roots.length === 1 ? inside : [root.name, ...(inside === '' ? [] : [inside])].join('/');
}

/** Converts a path with a drive letter to lower case. Only Windows has drive letters, and Windows ignores case. */
function sameCase(path: string): string {
  return /^[a-z]:/i.test(path) ? path.toLowerCase() : path;
}

/** Normalizes a path: removes `.`, `..` and double slashes. A path above a disk's root stays at the root. */
function normal(path: string): string {
  const lead = /^(?:[a-z]:)?\//i.exec(path)?.[0] ?? '';
  const kept: string[] = [];
  for (const segment of path.slice(lead.length).split('/')) {
    if (segment === '' || segment === '.') continue;
    // `~` and `D:a` name folders that are known only when the path is used: a home, and the current folder of a disk.
    const isUnknown = lead === '' && kept.length === 1 && /^(?:~|[a-z]:)/i.test(kept[0] ?? '');
    const canGoUp = kept.length > 0 && kept.at(-1) !== '..' && !isUnknown;
    if (segment !== '..') kept.push(segment);
    else if (canGoUp) kept.pop();
    else if (lead === '') kept.push(segment);
  }
  return `${lead}${kept.join('/')}`;
}
