/** A person's own folder has as many names; above it lies all that is on a machine. */
const LEAST_FOLDERS = 2;

/**
 * The folder that all absolute paths lie in, with a slash at its end; empty where there is none, or where it is none that
 * somebody works in.
 */
export function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.filter((path) => path.startsWith('/'));
  let folder = others.length === 0 ? '' : (first ?? '');
  const shorten = (): void => {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  };
  for (const path of others) while (!path.startsWith(folder) || !folder.endsWith('/')) shorten();
  return folder.split('/').filter(Boolean).length < LEAST_FOLDERS ? '' : folder;
}
