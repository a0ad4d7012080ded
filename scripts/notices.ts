import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches a file's path up to the folder of its package in node_modules. The group is the package's name. */
const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

interface PackageJson {
  readonly version?: string;
  readonly license?: string;
}

/**
 * Returns the licences of the packages in a bundle, sorted by package name, each package once. If a package has no
 * licence, throws an Error that names the package.
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
