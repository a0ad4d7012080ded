import path from 'node:path';

/** Returns whether two absolute paths name one folder, on Windows in whichever case and with whichever slashes. */
export function isSameFolder(one: string, other: string, paths: path.PlatformPath = path): boolean {
  return paths.relative(one, other) === '';
}
