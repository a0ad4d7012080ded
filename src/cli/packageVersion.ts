import { existsSync, readFileSync } from 'node:fs';

/** Reads the version from the nearest package.json above this file. Also works if this file is bundled. */
export function packageVersion(): string {
  let file = new URL('package.json', import.meta.url);
  while (!existsSync(file) && aboveOf(file).href !== file.href) file = aboveOf(file);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return version;
}

function aboveOf(file: URL): URL {
  return new URL('../package.json', file);
}
