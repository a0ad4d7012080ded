import path from 'node:path';

/**
 * Returns whether two absolute paths are equal. Does not resolve links. On Windows, upper and lower case are equal, and
 * so are slash and backslash.
 */
export function isSameFolder(one: string, other: string, paths: path.PlatformPath = path): boolean {
  return paths.relative(one, other) === '';
}
