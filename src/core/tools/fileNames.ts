const ABSOLUTE = /^(?:[A-Za-z]:[\\/]|\/)/u;
/** The maximum length of an absolute path to which other spellings are mapped. Nobody repeats longer paths. */
const LONGEST_PATH = 400;
/** Matches a leading `./`: `./a.ts` is `a.ts`. */
const HERE = /^(?:\.[\\/])+/u;

export function isAbsolute(path: string): boolean {
  return ABSOLUTE.test(path);
}

/** Converts backslashes to slashes; the length stays the same. */
export function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Returns a path as a key: with slashes, and its drive in upper case. */
export function fileKey(path: string): string {
  return withSlashes(path).replace(/^[a-z]:/u, (drive) => drive.toUpperCase());
}

/** Returns whether a path begins with a folder. Ignores the kind of slashes and the case of drive letters. */
export function beginsWith(path: string, folder: string): boolean {
  return fileKey(path).startsWith(fileKey(folder));
}

/**
 * The one name that is used for a file. If the file was given by another name, `from` is the first place that mentions
 * the used name. Otherwise, `from` is absent.
 */
export interface FileName<Place> {
  readonly path: string;
  readonly from?: Place;
}

/**
 * Returns a function that gives one name for each file. For an absolute path, the name is its first mentioned spelling.
 * For a relative path, the name is the first of these names that exists:
 * 1. The absolute path in the work's `folder`, if this absolute path was mentioned.
 * 2. The mentioned absolute path in `folder` that ends with the relative path, if there is only one.
 * 3. The first mentioned spelling of the relative path (`a\b.ts` for `a/b.ts`).
 * Takes linear time.
 */
export function fileNames<Place>(
  mentioned: Iterable<readonly [path: string, place: Place]>,
  folder = '',
): (path: string, movedFrom?: string) => FileName<Place> {
  const root = folder === '' ? '' : `${fileKey(folder)}/`;
  const absoluteNames = new Map<string, FileName<Place>>();
  /** Names by the ends of their paths. The value is undefined if several paths have the same end. */
  const byEnd = new Map<string, FileName<Place> | undefined>();
  const relativeNames = new Map<string, FileName<Place>>();
  for (const [path, from] of mentioned) {
    const plain = path.replace(HERE, '');
    const whole = fileKey(plain);
    if (!isAbsolute(path) && !relativeNames.has(whole)) relativeNames.set(whole, { path: plain, from });
    if (!isAbsolute(path) || path.length > LONGEST_PATH || absoluteNames.has(whole)) continue;
    const name = { path, from };
    absoluteNames.set(whole, name);
    if (!whole.startsWith(root)) continue;
    for (let at = whole.indexOf('/'); at >= 0; at = whole.indexOf('/', at + 1)) {
      const end = whole.slice(at + 1);
      byEnd.set(end, byEnd.has(end) ? undefined : name);
    }
  }
  const nameOf = (path: string): FileName<Place> => {
    const plain = path.replace(HERE, '');
    const within = fileKey(plain);
    const known = isAbsolute(path)
      ? absoluteNames.get(within)
      : (absoluteNames.get(root + within) ?? byEnd.get(within) ?? relativeNames.get(within));
    return known === undefined || known.path === plain ? { path: plain } : known;
  };
  return (path, movedFrom) => {
    const found = nameOf(path);
    if (movedFrom === undefined) return found;
    const source = nameOf(movedFrom).path;
    const beside = absoluteNames.get(fileKey(nameBeside(source, movedFrom, path)));
    return beside ?? (found.path === source ? { path: path.replace(HERE, '') } : found);
  };
}

/**
 * Returns a file's name after a move with relative paths: `mv a.ts b.ts` in `/app/src` moves `/app/src/a.ts` to
 * `/app/src/b.ts`.
 */
function nameBeside(name: string, movedFrom: string, moved: string): string {
  const plain = movedFrom.replace(HERE, '');
  const isBeside = !isAbsolute(moved) && name.endsWith(plain);
  return isBeside ? `${name.slice(0, -plain.length)}${moved.replace(HERE, '')}` : moved;
}

/** Renames a file or, if a folder is renamed, each file in the folder. */
export function renameFiles<File>(files: Map<string, File>, from: string, to: string): void {
  for (const [old, file] of [...files]) {
    if (old !== from && !old.startsWith(`${from}/`)) continue;
    const path = `${to}${old.slice(from.length)}`;
    files.delete(old);
    files.set(path, { ...file, path });
  }
}
