import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches the package below a node_modules folder that a file belongs to. */
const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

interface PackageJson {
  readonly version?: string;
  readonly license?: string;
}

/**
 * Returns the licence of each package in a bundle once, sorted by package name. Throws an Error that names the package
 * if a package has no licence.
 */
export function noticesOf(root: string, inputs: readonly string[]): string {
  const packages = new Map<string, string>();
  for (const input of inputs) {
    const match = PACKAGE.exec(input);
    if (match?.[1] !== undefined) packages.set(match[1], path.join(root, match[0]));
  }
  return [...packages]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, folder]) => noticeOf(name, folder))
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(name: string, folder: string): string {
  const { version = '', license = '' } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as PackageJson;
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  if (texts.length === 0 && license === '')
    throw new Error(`${name} has no licence, so it can't be bundled.`);
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
