import path from 'node:path';

/**
 * Returns whether two absolute paths are equal, without resolving links. On Windows, ignores case and the kind of
 * slash.
 */
export function isSameFolder(one: string, other: string, paths: path.PlatformPath = path): boolean {
  return paths.relative(one, other) === '';
}
