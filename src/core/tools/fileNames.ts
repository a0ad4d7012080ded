const ABSOLUTE = /^(?:[A-Za-z]:[\\/]|\/)/u;
/** `./a.ts` is `a.ts`. */
const HERE = /^(?:\.\/)+/u;

export function isAbsolute(path: string): boolean {
  return ABSOLUTE.test(path);
}

/** The same path, as long, by one kind of slash. */
export function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** A file by the one name that it has here, and where that name stands, if it was not said so. */
export interface FileName<Place> {
  readonly path: string;
  readonly from?: Place;
}

/**
 * One name for each file, however it was named: a path within a folder is that absolute path which ends with it, in the
 * folder where the work is done, else where there is just one.
 */
export function fileNames<Place>(
  said: Iterable<readonly [path: string, place: Place]>,
  folder = '',
): (path: string) => FileName<Place> {
  const byLastName = new Map<string, Map<string, FileName<Place>>>();
  for (const [path, from] of said) {
    if (!isAbsolute(path)) continue;
    const whole = withSlashes(path);
    const same = byLastName.get(lastNameOf(whole)) ?? new Map<string, FileName<Place>>();
    byLastName.set(lastNameOf(whole), same);
    if (!same.has(whole)) same.set(whole, { path, from });
  }
  return (path) => {
    if (isAbsolute(path)) return { path };
    const within = withSlashes(path).replace(HERE, '');
    const same = byLastName.get(lastNameOf(within));
    const found = [...(same ?? [])].filter(([whole]) => whole.endsWith(`/${within}`));
    const only = found.length === 1 ? found[0]?.[1] : undefined;
    return same?.get(`${withSlashes(folder)}/${within}`) ?? only ?? { path };
  };
}

function lastNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
