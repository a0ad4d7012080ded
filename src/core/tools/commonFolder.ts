/** The folder that all absolute paths lie in, with a slash at its end; empty where there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.filter((path) => path.startsWith('/'));
  let folder = others.length === 0 ? '' : (first ?? '');
  const shorten = (): void => {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  };
  for (const path of others) while (!path.startsWith(folder) || !folder.endsWith('/')) shorten();
  return folder;
}
