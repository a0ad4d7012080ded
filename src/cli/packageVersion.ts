import { existsSync, readFileSync } from 'node:fs';

/** The version of the package that this file belongs to: the nearest package.json above it, bundled or not. */
export function packageVersion(): string {
  let file = new URL('package.json', import.meta.url);
  while (!existsSync(file)) {
    const above = new URL('../package.json', file);
    if (above.href === file.href) break;
    file = above;
  }
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return version;
}
